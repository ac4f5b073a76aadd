import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { ENVELOPE_HEADER, MAX_INFLATED_RESPONSE_BYTES, MAX_INFLATED_REQUEST_BYTES } from '#protocol/constants.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { insertFiller, openText, sealText } from '#protocol/envelope.ts'
import type { ResponseBody } from '#protocol/result.ts'
import { success } from '#protocol/result.ts'
import { MAX_BODY_BYTES } from '#server/http/pipeline/request-body.ts'
import { nodeCompressor } from '#server/http/envelope/compress-node.ts'
import { nodeCrypto } from '#server/http/envelope/crypto-node.ts'
import { compressor as workerCompressor } from '#workers/compress.ts'
import { deflateBomb } from '../../support/bomb.ts'
import { peakInflatedBytes, STOPPED_BY_ZLIB, watchServerInflate } from '../../support/inflating.ts'
import { SealedClient, sendInto } from '../../support/sealed-client.ts'
import { createTestRouter, type TestRouter } from '../http/router-support.ts'

const NAME = 'live.detail'
const PATH = ENDPOINTS[NAME].path
/** The worker checks its limit after each inflated slice. */
const SLICES_BYTES = 32 * 1024 * 1024

let router: TestRouter
let client: SealedClient
/** Parameters that reached the handler. */
const handled: unknown[] = []

beforeAll(async () => {
  router = await createTestRouter({
    handlers: {
      [NAME]: async (params) => {
        handled.push(params)
        return success(null as never)
      },
    },
  })
  client = await SealedClient.connect(sendInto(router.app), { now: () => router.clock.now })
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => router.app.close())

/** Sends any body with the header of a valid call. */
async function sendBytes(body: Uint8Array | string): Promise<{ status: number; code: number }> {
  const { request } = await client.prepare(NAME, { eid: 'football-1' })
  const { statusCode, body: text } = await router.app.inject({ ...request, payload: Buffer.from(body) })
  return { status: statusCode, code: (JSON.parse(text) as ResponseBody).code }
}

/** The `xx` of bytes that are sealed as a compressed body. */
async function sealedDeflated(nonce: string, deflated: Uint8Array<ArrayBuffer>): Promise<string> {
  const binding = { kid: client.keys.kid, method: 'POST', target: PATH, timestamp: router.clock.now }
  // The seal uses the output of its compressor, here the bomb.
  const given = { ...nodeCompressor, deflate: () => deflated }
  const long = ' '.repeat(deflated.length * 2)
  const options = { backend: nodeCrypto, key: client.keys.body, direction: 'body', binding, nonce } as const
  return insertFiller(await sealText(long, options, given), binding.timestamp, 'FILLFILL')
}

describe('S7.116: compression bombs', () => {
  it('S7.116 a request of 40 KB that inflates to 40 MB is refused at the limit', async () => {
    const nonce = '00000000000000c1'
    const { request } = await client.prepare(NAME, { eid: 'football-1' }, { nonce })
    const payload = JSON.stringify({ xx: await sealedDeflated(nonce, deflateBomb(40)) })
    expect(payload.length).toBeLessThan(64 * 1024)
    const inflated = watchServerInflate()
    const { statusCode, body } = await router.app.inject({ ...request, payload })
    expect([statusCode, (JSON.parse(body) as ResponseBody).code]).toEqual([400, CODES.SEAL_REFUSED])
    expect(inflated).toEqual([{ limit: MAX_BODY_BYTES, stoppedBy: STOPPED_BY_ZLIB }])
    expect(handled).toEqual([])
  })

  it('S7.116 a megabyte that inflates to a gigabyte costs the server at most the limit', async () => {
    const bomb = deflateBomb(1024)
    expect(bomb.length).toBeLessThan(1.1 * 1024 * 1024)
    const inflating = async () => nodeCompressor.inflate(bomb, MAX_INFLATED_REQUEST_BYTES)
    await expect(inflating).rejects.toMatchObject({ code: STOPPED_BY_ZLIB })
  })

  it('S7.116 a megabyte that inflates to a gigabyte costs the worker at most the limit', async () => {
    const inflating = async () => workerCompressor.inflate(deflateBomb(1024), MAX_INFLATED_RESPONSE_BYTES)
    const peak = await peakInflatedBytes(() => expect(inflating).rejects.toThrow('beyond'))
    expect(peak).toBeLessThan(MAX_INFLATED_RESPONSE_BYTES + SLICES_BYTES)
  })

  it('S7.116 a response that inflates to a gigabyte does not open in the worker', async () => {
    const options = {
      backend: nodeCrypto,
      key: client.keys.response,
      direction: 'answer',
      binding: { kid: client.keys.kid, method: 'POST', target: PATH, timestamp: 1 },
      nonce: 'n',
      serverMs: 5,
    } as const
    const bomb = deflateBomb(1024)
    const given = { ...nodeCompressor, deflate: () => bomb }
    const sealed = await sealText(' '.repeat(bomb.length * 2), options, given)
    const opened = { ...options, compressor: workerCompressor, limit: MAX_INFLATED_RESPONSE_BYTES }
    const peak = await peakInflatedBytes(() => expect(async () => openText(sealed, opened)).rejects.toThrow('beyond'))
    expect(peak).toBeLessThan(MAX_INFLATED_RESPONSE_BYTES + SLICES_BYTES)
  })
})

describe('settled 5: invalid bodies', () => {
  it.each([
    ['2 MB of JSON', `{"xx":"${'A'.repeat(2 * 1024 * 1024)}"}`],
    ['2 MB of brackets', '['.repeat(2 * 1024 * 1024)],
    ['2 MB of nothing', new Uint8Array(2 * 1024 * 1024)],
  ])('settled 5: %s are refused', async (_name, body) => {
    expect(await sendBytes(body)).toEqual({ status: 413, code: CODES.SEAL_REFUSED })
  })

  it('settled 5: 2 MB in chunks without a length are aborted', async () => {
    await router.app.listen({ host: '127.0.0.1', port: 0 })
    const address = router.app.server.address()
    if (typeof address !== 'object' || address === null) throw new Error('not listening')
    const { request } = await client.prepare(NAME, { eid: 'football-1' })
    const socket = connect(address.port, '127.0.0.1')
    let text = ''
    socket.setEncoding('latin1').on('data', (part: string) => (text += part))
    socket.on('error', () => socket.destroy())
    const head = [`POST ${PATH} HTTP/1.1`, 'host: 127.0.0.1', 'content-type: application/json']
    head.push(`${ENVELOPE_HEADER}: ${request.headers[ENVELOPE_HEADER]}`, 'transfer-encoding: chunked', '', '')
    socket.write(head.join('\r\n'))
    for (let piece = 0; piece < 32; piece += 1) socket.write(`10000\r\n${'A'.repeat(65_536)}\r\n`)
    socket.end('0\r\n\r\n')
    await once(socket, 'close')
    // The connection may be closed before the response was read.
    if (text !== '') expect(text).toMatch(/^HTTP\/1\.1 413 /)
    expect((await client.call(NAME, { eid: 'football-1' })).status).toBe(200)
    handled.length = 0
  })

  it.each([
    ['bytes that are not UTF-8 before it', Uint8Array.of(0xff, 0xfe, ...Buffer.from('{"xx":"AAAA"}'))],
    [
      'bytes that are not UTF-8 in it',
      Buffer.concat([Buffer.from('{"xx":"'), Buffer.of(0xc3, 0x28), Buffer.from('"}')]),
    ],
    ['a lone surrogate', '{"xx":"\\ud800"}'],
    ['UTF-16', Buffer.from('{"xx":"AAAA"}', 'utf16le')],
    ['a NUL', '{"xx":"AAAA\u0000"}'],
    ['an own property __proto__', '{"__proto__":{"xx":"AAAAAAAAAAAA"}}'],
    ['a constructor', '{"constructor":{"prototype":{"xx":"AAAAAAAAAAAA"}}}'],
    ['xx of an object', '{"xx":{"toString":"AAAAAAAAAAAA"}}'],
    ['xx in a list', '["xx","AAAAAAAAAAAA"]'],
  ])('settled 5: a body with %s', async (_name, body) => {
    expect(await sendBytes(body)).toEqual({ status: 400, code: CODES.SEAL_REFUSED })
    expect(handled).toEqual([])
    expect({}).not.toHaveProperty('xx')
  })

  it('settled 5: a duplicate key is refused, whichever value is valid', async () => {
    for (const order of [0, 1]) {
      const { request } = await client.prepare(NAME, { eid: 'football-1' })
      const good = String(request.payload).slice(1, -1)
      const payload = order === 0 ? `{${good},"xx":"AAAAAAAAAAAA"}` : `{"xx":"AAAAAAAAAAAA",${good}}`
      const { body } = await router.app.inject({ ...request, payload })
      expect((JSON.parse(body) as ResponseBody).code).toBe(CODES.SEAL_REFUSED)
    }
    expect(handled).toEqual([])
  })
})

describe('S7.7: sealed JSON with ambiguous content', () => {
  it.each([
    ['__proto__', '{"eid":"football-1","__proto__":{"admin":true}}'],
    ['constructor', '{"eid":"football-1","constructor":{"prototype":{"admin":true}}}'],
    ['another field', '{"eid":"football-1","admin":true}'],
  ])('S7.7 parameters with %s are refused', async (_name, rawBody) => {
    const before = handled.length
    const response = await client.call(NAME, { eid: 'football-1' }, { rawBody })
    expect(response.code).toBe(CODES.PARAM_ERROR)
    expect(handled).toHaveLength(before)
    expect({}).not.toHaveProperty('admin')
  })

  it('S7.7 the last value of a duplicate parameter counts, and is validated', async () => {
    await client.call(NAME, { eid: 'x' }, { rawBody: '{"eid":"football-1","eid":"football-2"}' })
    expect(handled.splice(0)).toEqual([{ eid: 'football-2' }])
    const refused = await client.call(NAME, { eid: 'x' }, { rawBody: '{"eid":"football-1","eid":"<script>"}' })
    expect([refused.code, handled]).toEqual([CODES.PARAM_ERROR, []])
  })

  it.each(['__proto__', 'constructor', 'x-forwarded-for', 'Token'])(
    'S7.6 a sealed header with a field %s is refused',
    async (name) => {
      const headers = JSON.parse(`{${JSON.stringify(name)}:{"token":"alive"}}`) as object
      const response = await client.call(NAME, { eid: 'football-1' }, { headers })
      expect([response.status, response.code]).toEqual([400, CODES.SEAL_REFUSED])
    },
  )
})
