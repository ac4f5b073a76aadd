import pino from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { callerOf } from '#server/http/pipeline/call.ts'
import { createHttpServer } from '#server/http/http-server.ts'
import { TrustedProxies } from '#server/net/proxy-trust.ts'

let close = async (): Promise<void> => undefined
afterEach(() => close())

describe('a caller whose connection closed before its call was read', () => {
  it.each([
    [0, '127.0.0.1'],
    [1, '203.0.113.7'],
    [['127.0.0.0/8'], '203.0.113.7'],
  ] as const)('keeps the address for limits and access control: proxies %j, %s', async (trusted, expected) => {
    const log = pino({ level: 'silent' })
    const app = createHttpServer({ log, proxies: new TrustedProxies(trusted, log), now: Date.now })
    close = () => app.close()
    const read = new Promise<ReturnType<typeof callerOf>>((resolve) => {
      app.post('/', async (request, reply) => {
        request.raw.socket.destroy()
        // Rejects with the handler's error.
        resolve((async () => callerOf({ loadToken: null }, request))())
        return reply.hijack()
      })
    })
    const origin = await app.listen({ host: '127.0.0.1', port: 0 })
    const lost = fetch(origin, { method: 'POST', headers: { 'x-forwarded-for': '203.0.113.7' } }).catch(() => 'lost')
    const { ip, address } = await read
    expect(await lost).toBe('lost')
    expect([ip, address]).toEqual([expected, expected])
  })
})
