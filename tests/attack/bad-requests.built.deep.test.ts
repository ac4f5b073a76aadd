import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { scaled } from '../support/depth.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { Client, LOAD_TOKEN, Socket } from './client.ts'

/** Requests of each kind, those before the measurement, and how many are sent at once. */
const COUNT = scaled({ short: 150, full: 10_000 })
const WARM_UP = scaled({ short: 50, full: 500 })
const AT_ONCE = 20
const MAX_GROWTH_BYTES = 10_000_000
/** Nonces of sealed calls are remembered for four to eight minutes, so those of a long run have to expire first. */
const EXPIRY_MS = scaled({ short: 0, full: 540_000 })

let server: TestServer
let inspector: WebSocket
let client: Client
beforeAll(async () => {
  const env = { CROWD: '0', LOAD_TOKEN, NODE_OPTIONS: '--inspect=127.0.0.1:0' }
  server = await startTestServer({ env })
  const address = /ws:\/\/127\.0\.0\.1:\d+\/[\w-]+/.exec(server.output())?.[0] ?? ''
  inspector = new WebSocket(address)
  await once(inspector, 'open')
  client = await Client.connect(server.url)
  await client.signIn('fan001', 'Play2026x')
})
afterAll(async () => {
  inspector.terminate()
  await server.stop()
})

/** Sends a command to the debugger of the server. */
async function inspect(method: string, params: object = {}): Promise<{ result: { value: number } }> {
  inspector.send(JSON.stringify({ id: 1, method, params }))
  for (;;) {
    const [message] = (await once(inspector, 'message')) as [Buffer]
    const { id, result } = JSON.parse(message.toString()) as { id?: number; result: { result: { value: number } } }
    if (id === 1) return result
  }
}

/** Reachable bytes of the server's main thread. */
async function heldBytes(): Promise<number> {
  await inspect('HeapProfiler.collectGarbage')
  await inspect('HeapProfiler.collectGarbage')
  const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())'
  return (await inspect('Runtime.evaluate', { expression })).result.value
}

const post = async (path: string, body: string, headers: Record<string, string> = {}): Promise<number> => {
  const json = { 'content-type': 'application/json', 'x-load-token': LOAD_TOKEN }
  const response = await fetch(server.url + path, { method: 'POST', headers: { ...json, ...headers }, body })
  await response.arrayBuffer()
  return response.status
}

const LOGIN = '/api/lg/v5/login'
const anyText = (index: number): string => Buffer.from(`${index}`.repeat(20)).toString('base64url')

/** One bad request of each kind. Resolves with true if it was refused. */
const KINDS: Readonly<Record<string, (index: number) => Promise<boolean>>> = {
  'handshakes without a share': async (index) =>
    (await post(
      '/api/gw/ic/v2/vvm',
      JSON.stringify({ version: 5, siteId: 5009, share: anyText(index).slice(0, 42) }),
    )) < 500,
  'envelopes of unknown keys': async (index) =>
    (await post(LOGIN, `{"xx":"${anyText(index)}"}`, {
      'x-lt1': `1.${anyText(index).slice(0, 16)}.${Date.now()}.${anyText(index)}`,
    })) < 500,
  'envelopes that do not open': async (index) => {
    const change = {
      change: (wire: { headers: object; method: string; target: string }) => ({
        ...wire,
        headers: wire.headers as Record<string, string>,
        body: `{"xx":"${anyText(index)}${anyText(index)}"}`,
      }),
    }
    return (await client.call('interest.to', { currency: 'CNY', amount: 1 }, change)).code === 'SEAL_REFUSED'
  },
  'sealed calls with other parameters': async (index) =>
    (await client.call('transfer.in', { venueEnName: `${index}`.padStart(40, 'x'), amount: -index, currency: 'CNY' }))
      .code === 'PARAM_ERROR',
  'calls with a made-up token': async (index) =>
    (await client.call('auth.session', {}, { head: { token: anyText(index).padEnd(43, 'a').slice(0, 43) } })).status ===
    401,
  'paths that nobody serves': async (index) => (await fetch(`${server.url}/api/none/${index}`)).status === 404,
  'calls of the console without a session': async (index) =>
    (await post('/api/console/operator.list', '{}', {
      'x-console': '1',
      origin: server.url,
      cookie: `console=${anyText(index)}`,
    })) < 500,
  'webhooks with a forged signature': async (index) => {
    const headers = { 'x-webhook-timestamp': `${Date.now()}`, 'x-webhook-signature': anyText(index) }
    // 401, or 429 above the rate of an address.
    return [401, 429].includes(await post('/api/payment/v1/webhook/demo-bank', '{}', headers))
  },
  'streams that do not exist': async (index) => (await fetch(`${server.url}/media/x${index}.flv`)).status === 404,
  'uploads that are no picture': async (index) => {
    const files = [{ name: 'a.png', type: 'image/png', bytes: Buffer.from(anyText(index)) }]
    return (await client.call('upload.images', { purpose: 'feedback' }, { files })).code === 'PARAM_ERROR'
  },
  'requests that are not HTTP': async (index) => {
    const socket = connect(server.port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.end(`${anyText(index)}\r\n\r\n`)
    socket.resume()
    await once(socket, 'close')
    return true
  },
  'sockets that say nothing sensible': async (index) => {
    const socket = await Socket.open(server.url, '/chat-web')
    socket.write(`42/chat-web,1["say",{"chatRoomNo":"r${index}","cid":"${anyText(index)}"}]`)
    await socket.ask('join', { ticket: anyText(index), position: { epoch: index, seq: -1 } })
    await socket.close()
    return true
  },
}

/** Sends requests of a kind, some at once. Resolves with the number of those that were refused. */
async function send(kind: string, count: number): Promise<number> {
  let [next, refused] = [0, 0]
  const run = async (): Promise<void> => {
    while (next < count) {
      next += 1
      if (await KINDS[kind]!(next)) refused += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, run))
  return refused
}

it(
  `the server holds no more memory after ${COUNT} bad requests of each of ${Object.keys(KINDS).length} kinds`,
  { timeout: 3_600_000 },
  async () => {
    for (const kind of Object.keys(KINDS)) await send(kind, WARM_UP)
    const grown: Record<string, number> = {}
    const start = await heldBytes()
    for (const kind of Object.keys(KINDS)) {
      const before = await heldBytes()
      expect(await send(kind, COUNT), kind).toBe(COUNT)
      grown[kind] = (await heldBytes()) - before
    }
    await wait(EXPIRY_MS)
    const growth = (await heldBytes()) - start
    expect(Math.abs(growth), JSON.stringify(grown)).toBeLessThan(MAX_GROWTH_BYTES)
    expect((await fetch(`${server.url}/healthz`)).ok).toBe(true)
  },
)
