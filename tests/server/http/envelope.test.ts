import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fromBase64Url, toBase64Url } from '#protocol/bytes.ts'
import { CODES } from '#protocol/codes.ts'
import { ENVELOPE_HEADER, REPLAY_WINDOW_MS } from '#protocol/constants.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { insertFiller, removeFiller, sealText } from '#protocol/envelope.ts'
import type { ResponseBody } from '#protocol/result.ts'
import { OLDEST_SERVED_VERSION, PROTOCOL_VERSION } from '#protocol/version.ts'
import { MAX_BODY_BYTES } from '#server/http/pipeline/request-body.ts'
import { nodeCompressor } from '#server/http/envelope/compress-node.ts'
import { nodeCrypto } from '#server/http/envelope/crypto-node.ts'
import { STOPPED_BY_ZLIB, watchServerInflate } from '../../support/inflating.ts'
import {
  misplaceFiller,
  SealedClient,
  sendInto,
  type Send,
  type WireRequest,
  type WireResponse,
} from '../../support/sealed-client.ts'
import { createTestRouter, START, type TestRouter } from './router-support.ts'

const NAME = 'site.perInfo'
const PATH = ENDPOINTS[NAME].path

let router: TestRouter
let send: Send
let client: SealedClient

beforeEach(async () => {
  router = await createTestRouter()
  send = sendInto(router.app)
  client = await SealedClient.connect(send, { now: () => router.clock.now, identity: router.identity.publicKey })
})
afterEach(() => {
  vi.restoreAllMocks()
  return router.app.close()
})

function headerParts(request: WireRequest): { version: string; kid: string; timestamp: string; sealed: string } {
  const [version = '', kid = '', timestamp = '', sealed = ''] = (request.headers[ENVELOPE_HEADER] ?? '').split('.')
  return { version, kid, timestamp, sealed }
}

function withHeader(request: WireRequest, parts: Partial<ReturnType<typeof headerParts>>): WireRequest {
  const { version, kid, timestamp, sealed } = { ...headerParts(request), ...parts }
  return { ...request, headers: { ...request.headers, [ENVELOPE_HEADER]: `${version}.${kid}.${timestamp}.${sealed}` } }
}

function withBody(request: WireRequest, change: (sealed: string) => string): WireRequest {
  const { xx } = JSON.parse(String(request.payload)) as { xx: string }
  const timestamp = Number(headerParts(request).timestamp)
  const sealed = change(removeFiller(xx, timestamp))
  return { ...request, payload: JSON.stringify({ xx: insertFiller(sealed, timestamp, 'FILLFILL') }) }
}

function flipBit(sealed: string, byte: number): string {
  const bytes = fromBase64Url(sealed)
  const at = byte < 0 ? bytes.length + byte : byte
  bytes[at] = (bytes[at] ?? 0) ^ 1
  return toBase64Url(bytes)
}

function codeOf({ body }: WireResponse): number {
  return (JSON.parse(body) as ResponseBody).code
}

describe('S7.7 a sealed call', () => {
  it('is opened, and its response is sealed for the caller only', async () => {
    const prepared = await client.prepare(NAME, {})
    const { status, body } = await send(prepared.request)
    expect(status).toBe(200)
    expect(Object.keys(JSON.parse(body) as object)).toEqual(['t1', 'x1'])
    expect(body).not.toContain('glow')
    expect((await prepared.open(body)).data).toMatchObject({ siteId: 5009, skin: 'glow', demo: true })
  })

  it('S7.9 binds the response to its request and time', async () => {
    const first = await client.prepare(NAME, {})
    const second = await client.prepare(NAME, {})
    const { body } = await send(first.request)
    await expect(second.open(body)).rejects.toThrow()
    const { t1, x1 } = JSON.parse(body) as { t1: number; x1: string }
    await expect(first.open(JSON.stringify({ t1: t1 + 1, x1 }))).rejects.toThrow()
  })

  it('S7.116 opens a compressed body', async () => {
    const rawBody = `{${' '.repeat(2000)}}`
    const response = await client.call(NAME, {}, { rawBody, isCompressed: true })
    expect(response.code).toBe(CODES.SUCCESS)
  })

  it('works for sites with their own skin and currency', async () => {
    const other = await SealedClient.connect(send, { siteId: 5015, now: () => router.clock.now })
    expect((await other.call(NAME, {})).data).toMatchObject({ deployId: 8, skin: 'fresh', currency: 'USDT' })
  })
})

describe('settled 5: refusals in clear', () => {
  it('an unknown key id returns REKEY', async () => {
    const { request } = await client.prepare(NAME, {})
    const response = await send(withHeader(request, { kid: 'unknownkid000001' }))
    expect([response.status, codeOf(response)]).toEqual([200, CODES.REKEY])
  })

  it('keys expire after 24 hours', async () => {
    router.clock.now += 24 * 3_600_000 - 1
    expect((await client.call(NAME, {})).code).toBe(CODES.SUCCESS)
    router.clock.now += 1
    expect((await client.call(NAME, {})).code).toBe(CODES.REKEY)
  })

  it.each([-REPLAY_WINDOW_MS - 1000, -REPLAY_WINDOW_MS - 1, REPLAY_WINDOW_MS + 1, REPLAY_WINDOW_MS + 1000])(
    'a time off by %i ms returns STALE and the server time',
    async (offset) => {
      const response = await client.call(NAME, {}, { timestamp: START + offset })
      expect(response).toMatchObject({ status: 200, code: CODES.STALE, time: START })
    },
  )

  it.each([-REPLAY_WINDOW_MS, REPLAY_WINDOW_MS])('a time off by %i ms is accepted', async (offset) => {
    expect((await client.call(NAME, {}, { timestamp: START + offset })).code).toBe(CODES.SUCCESS)
  })
})

/** Modifications of a call behind its clear header: name, change, and logged cause. */
type Tamper = [string, (request: WireRequest) => Promise<WireRequest> | WireRequest]

const TAMPERS: Tamper[] = [
  ['a header of another version', (request) => withHeader(request, { version: '2' })],
  ['a header without a head', (request) => withHeader(request, { sealed: '' })],
  ['no header', (request) => ({ ...request, headers: { 'content-type': 'application/json' } })],
  ['a header of 9 KB', (request) => withHeader(request, { sealed: 'A'.repeat(9000) })],
  ['a time one millisecond later in clear', (request) => withHeader(request, { timestamp: String(START + 1) })],
  ['a first bit of the head', (request) => withHeader(request, { sealed: flipBit(headerParts(request).sealed, 13) })],
  [
    'a bit of the iv of the head',
    (request) => withHeader(request, { sealed: flipBit(headerParts(request).sealed, 1) }),
  ],
  [
    'a bit of the tag of the head',
    (request) => withHeader(request, { sealed: flipBit(headerParts(request).sealed, -1) }),
  ],
  ['a head cut short', (request) => withHeader(request, { sealed: headerParts(request).sealed.slice(0, -4) })],
  ['a head of one character', (request) => withHeader(request, { sealed: 'A' })],
  ['a body cut short', (request) => withBody(request, (sealed) => sealed.slice(0, -4))],
  ['a body of nothing', (request) => withBody(request, () => '')],
  ['a body of a foreign alphabet', (request) => withBody(request, (sealed) => `${sealed.slice(0, -2)}+/`)],
  ['a bit of the flags', (request) => withBody(request, (sealed) => flipBit(sealed, 0))],
  ['the deflate flag set', (request) => withBody(request, (sealed) => toBase64Url(withByte(sealed, 0, 0x81)))],
  ['a bit of the iv', (request) => withBody(request, (sealed) => flipBit(sealed, 5))],
  ['a bit of the ciphertext', (request) => withBody(request, (sealed) => flipBit(sealed, 13))],
  ['a bit of the tag', (request) => withBody(request, (sealed) => flipBit(sealed, -16))],
  ['the filler moved', (request) => movedFiller(request)],
  ['another field beside xx', (request) => ({ ...request, payload: `{"a":1,${String(request.payload).slice(1)}` })],
  ['xx that is a number', (request) => ({ ...request, payload: '{"xx":1}' })],
  ['a body that is no JSON', (request) => ({ ...request, payload: '{"xx":' })],
  ['an empty body', (request) => ({ ...request, payload: '' })],
  ['another path', (request) => ({ ...request, url: ENDPOINTS['live.popularList'].path })],
  ['a query added', (request) => ({ ...request, url: `${PATH}?a=1` })],
]

function withByte(sealed: string, at: number, value: number): Uint8Array {
  const bytes = fromBase64Url(sealed)
  bytes[at] = value
  return bytes
}

function movedFiller(request: WireRequest): WireRequest {
  const { xx } = JSON.parse(String(request.payload)) as { xx: string }
  const timestamp = Number(headerParts(request).timestamp)
  const sealed = removeFiller(xx, timestamp)
  return { ...request, payload: JSON.stringify({ xx: misplaceFiller(sealed, timestamp) }) }
}

describe('settled 5: all failures after the clear header return one refusal', () => {
  it.each(TAMPERS)('%s', async (_name, bend) => {
    const { request } = await client.prepare(NAME, {})
    const response = await send(await bend(request))
    expect([response.status, codeOf(response)]).toEqual([400, CODES.SEAL_REFUSED])
    expect(Object.keys(JSON.parse(response.body) as object)).toEqual(['code', 'msg', 'data', 'time', 'traceId'])
    expect((await client.call(NAME, {})).code).toBe(CODES.SUCCESS)
  })

  it('a header of another session', async () => {
    const other = await SealedClient.connect(send, { now: () => router.clock.now })
    const mine = await client.prepare(NAME, {})
    const theirs = await other.prepare(NAME, {})
    const response = await send(withHeader(mine.request, { sealed: headerParts(theirs.request).sealed }))
    expect(codeOf(response)).toBe(CODES.SEAL_REFUSED)
  })

  it('the key id of another session', async () => {
    const other = await SealedClient.connect(send, { now: () => router.clock.now })
    const { request } = await client.prepare(NAME, {})
    expect(codeOf(await send(withHeader(request, { kid: other.keys.kid })))).toBe(CODES.SEAL_REFUSED)
  })

  it('a body of another call of the same session', async () => {
    const [first, second] = [await client.prepare(NAME, {}), await client.prepare(NAME, {})]
    const response = await send({ ...first.request, payload: second.request.payload ?? '' })
    expect(codeOf(response)).toBe(CODES.SEAL_REFUSED)
  })

  it('a response sent as a request', async () => {
    const first = await client.prepare(NAME, {})
    const { body } = await send(first.request)
    const { x1 } = JSON.parse(body) as { x1: string }
    const second = await client.prepare(NAME, {})
    expect(codeOf(await send(withBody(second.request, () => x1)))).toBe(CODES.SEAL_REFUSED)
  })

  it('the same request twice', async () => {
    const { request } = await client.prepare(NAME, {})
    expect(JSON.parse((await send(request)).body)).toHaveProperty('x1')
    expect(codeOf(await send(request))).toBe(CODES.SEAL_REFUSED)
    expect(router.refusals).toEqual(['replay'])
  })

  it('a used nonce in another request', async () => {
    await client.call(NAME, {}, { nonce: '00000000000000aa' })
    expect((await client.call(NAME, {}, { nonce: '00000000000000aa' })).code).toBe(CODES.SEAL_REFUSED)
    expect((await client.call(NAME, {}, { nonce: '00000000000000ab' })).code).toBe(CODES.SUCCESS)
  })

  it('a replay at the end of its window', async () => {
    const { request } = await client.prepare(NAME, {}, { timestamp: START + REPLAY_WINDOW_MS })
    await send(request)
    router.clock.now = START + 2 * REPLAY_WINDOW_MS
    expect(codeOf(await send(request))).toBe(CODES.SEAL_REFUSED)
  })

  it('two concurrent requests with one nonce: one passes', async () => {
    const { request } = await client.prepare(NAME, {})
    const bodies = await Promise.all(Array.from({ length: 10 }, () => send(request)))
    expect(bodies.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it.each([
    ['another site', { 'site-id': 5010 }],
    ['another time', { timestamp: START + 1 }],
    ['a wrong sign', { sign: '0'.repeat(64) }],
    ['a sign of another length', { sign: 'abc' }],
    ['a nonce of another form', { nonce: 'XYZ' }],
    ['a device id that is a script', { uuid: '<script>alert(1)</script>' }],
    ['a token of 10 KB', { token: 'a'.repeat(300) }],
    ['a client type that is none', { 'client-type': 9 as 1 }],
  ])('a sealed header with %s', async (_name, headers) => {
    expect((await client.call(NAME, {}, { headers })).code).toBe(CODES.SEAL_REFUSED)
  })

  it('a sealed body that is not JSON or not UTF-8', async () => {
    expect((await client.call(NAME, {}, { rawBody: 'not json' })).code).toBe(CODES.SEAL_REFUSED)
    const nonce = '1111111111111111'
    const { request } = await client.prepare(NAME, {}, { nonce })
    const broken = await sealBytes(client, nonce, Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d))
    expect(codeOf(await send(withBody(request, () => broken)))).toBe(CODES.SEAL_REFUSED)
  })

  it('a compression bomb costs at most the limit', async () => {
    const bomb = ' '.repeat(8 * 1024 * 1024)
    const inflated = watchServerInflate()
    const response = await client.call(NAME, {}, { rawBody: `{${bomb}}`, isCompressed: true })
    expect(response.code).toBe(CODES.SEAL_REFUSED)
    expect(router.refusals).toEqual(['body'])
    expect(inflated).toEqual([{ limit: MAX_BODY_BYTES, stoppedBy: STOPPED_BY_ZLIB }])
  })

  it('a body over 64 KB is not read', async () => {
    const response = await client.call(NAME, {}, { rawBody: `{"a":"${'x'.repeat(2 * 1024 * 1024)}"}` })
    expect([response.status, response.code]).toEqual([413, CODES.SEAL_REFUSED])
  })

  it('a body with another media type', async () => {
    const { request } = await client.prepare(NAME, {}, { http: { 'content-type': 'text/plain' } })
    const response = await send(request)
    expect([response.status, codeOf(response)]).toEqual([415, CODES.SEAL_REFUSED])
  })
})

/** Seals any bytes as a body of this client. */
async function sealBytes(sender: SealedClient, nonce: string, bytes: Uint8Array): Promise<string> {
  const binding = { kid: sender.keys.kid, method: 'POST', target: PATH, timestamp: router.clock.now }
  const asBytes = { ...nodeCrypto, encrypt: withPlain(bytes) }
  return sealText('', { backend: asBytes, key: sender.keys.body, direction: 'body', binding, nonce })
}

function withPlain(bytes: Uint8Array): typeof nodeCrypto.encrypt {
  return (key, iv, _plain, associated) => nodeCrypto.encrypt(key, iv, bytes, associated)
}

describe('S7.10 the handshake', () => {
  const vvm = (payload: unknown): Promise<WireResponse> =>
    send({
      method: 'POST',
      url: ENDPOINTS['gateway.vvm'].path,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(payload),
    })

  it('S7.41 settled 3: the handshake and the plain clock are not sealed', async () => {
    const { body } = await send({ method: 'GET', url: '/timeServer', headers: {} })
    expect(JSON.parse(body)).toMatchObject({ code: 0, data: { time: START } })
  })

  it('settled 16: the current and the previous version are served, another one is reported', async () => {
    const share = toBase64Url((await nodeCrypto.createShare()).publicKey)
    for (const version of [PROTOCOL_VERSION, OLDEST_SERVED_VERSION]) {
      // oxlint-disable-next-line no-await-in-loop
      const { body } = await vvm({ version, siteId: 5009, share })
      expect(JSON.parse(body)).toMatchObject({ code: 0 })
    }
    for (const version of [0, -1, OLDEST_SERVED_VERSION - 1, 99]) {
      // oxlint-disable-next-line no-await-in-loop
      const { body } = await vvm({ version, siteId: 5009, share: 'A'.repeat(43) })
      expect(JSON.parse(body)).toMatchObject({
        code: CODES.VERSION_MISMATCH,
        data: { minVersion: OLDEST_SERVED_VERSION },
      })
    }
  })

  it('a share of small order is refused', async () => {
    const { body } = await vvm({ version: PROTOCOL_VERSION, siteId: 5009, share: 'A'.repeat(43) })
    expect(JSON.parse(body)).toMatchObject({ code: CODES.PARAM_ERROR, data: { fields: { share: '不是可用的公钥' } } })
    expect(router.keySessions.size).toBe(1)
  })

  it('a server with another identity is detected', async () => {
    const identity = toBase64Url(new Uint8Array(32).fill(9))
    await expect(SealedClient.connect(send, { identity })).rejects.toThrow('not who it says')
  })

  it('inflates and deflates the same bytes', async () => {
    const bytes = Uint8Array.from({ length: 50_000 }, (_, index) => index % 251)
    const small = await nodeCompressor.deflate(bytes)
    expect(await nodeCompressor.inflate(small, bytes.length)).toEqual(bytes)
    await expect(async () => nodeCompressor.inflate(small, bytes.length - 1)).rejects.toThrow()
  })
})
