import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromBase64Url, toBase64Url } from '#protocol/bytes.ts'
import { CODES } from '#protocol/codes.ts'
import { ENVELOPE_HEADER } from '#protocol/constants.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { Direction } from '#protocol/envelope.ts'
import { insertFiller, sealText } from '#protocol/envelope.ts'
import type { ResponseBody } from '#protocol/result.ts'
import { success } from '#protocol/result.ts'
import { nodeCrypto } from '#server/http/envelope/crypto-node.ts'
import { misplaceFiller, SealedClient, sendInto, type Send, type WireRequest } from '../../support/sealed-client.ts'
import { createTestRouter, type TestRouter, UNLIMITED_RATES } from '../http/router-support.ts'
import { type Material, putTogether, takeApart, TAMPER_CASES } from './tamper-cases.ts'

const NAME = 'coin.buy'
const PARAMS = { coins: 100 }
const KEY = 'key-of-the-tampering-01'

let router: TestRouter
let send: Send
let client: SealedClient
let material: Material
/** Number of handler runs, and their effects. */
let booked = 0

beforeAll(async () => {
  router = await createTestRouter({
    rates: UNLIMITED_RATES,
    handlers: { [NAME]: async ({ coins }) => success({ balance: (booked += coins), orderNo: 'o-1' }) },
  })
  send = sendInto(router.app)
  const now = (): number => router.clock.now
  client = await SealedClient.connect(send, { now })
  client.token = 'alive'
  const other = await SealedClient.connect(send, { now })
  const call = async (who: SealedClient) => who.prepare(NAME, PARAMS, { headers: { 'idempotency-key': KEY } })
  const info = await client.prepare('gateway.getSysTime', {})
  const { x1 } = JSON.parse((await send(info.request)).body) as { x1: string }
  material = {
    own: takeApart((await call(client)).request),
    sibling: takeApart((await call(client)).request),
    stranger: takeApart((await call(other)).request),
    response: fromBase64Url(x1),
  }
})
afterAll(() => router.app.close())

interface Seen {
  readonly status: number
  readonly code: number
  /** All properties of a response except time and trace id. */
  readonly shape: unknown
}

async function seen(request: WireRequest): Promise<Seen> {
  const { statusCode, body, headers } = await router.app.inject({ ...request, payload: String(request.payload) })
  const { code, time, traceId, ...rest } = JSON.parse(body) as ResponseBody
  const { date, 'x-trace-id': named, ...others } = headers
  expect([typeof date, named, time]).toEqual(['string', traceId, router.clock.now])
  return { status: statusCode, code, shape: { rest, others, length: body.length, names: Object.keys(headers) } }
}

describe('S7.6-S7.9, settled 5: changed fields of the envelope', () => {
  it.each(TAMPER_CASES)('$name', async ({ code, bend }) => {
    const before = { sessions: router.keySessions.size, booked }
    const response = await seen(putTogether(bend(material)))
    expect([response.status, response.code]).toEqual([code === CODES.SEAL_REFUSED ? 400 : 200, code])
    expect({ sessions: router.keySessions.size, booked }).toEqual(before)
    // All refusals of a kind are identical: text, length, headers.
    expect(response.shape).toEqual((await reference(code)).shape)
  })

  it('S7.9 the unchanged call passes once afterwards', async () => {
    expect(booked).toBe(0)
    const first = await router.app.inject({
      ...putTogether(material.own),
      payload: String(putTogether(material.own).payload),
    })
    expect([first.statusCode, Object.keys(first.json<object>()), booked]).toEqual([200, ['t1', 'x1'], 100])
    expect((await seen(putTogether(material.own))).code).toBe(CODES.SEAL_REFUSED)
    expect(booked).toBe(100)
  })
})

/** The simplest refusal of each kind. */
async function reference(code: number): Promise<Seen> {
  if (code === CODES.REKEY) return seen(putTogether({ ...material.own, kid: 'unknown-kid-0000' }))
  if (code === CODES.STALE) return seen(putTogether({ ...material.own, timestamp: '1000000000000' }))
  return seen({ ...putTogether(material.own), headers: { 'content-type': 'application/json' } })
}

interface Binding {
  readonly kid: string
  readonly method: string
  readonly target: string
  readonly timestamp: number
}
interface Bent {
  readonly binding?: Partial<Binding>
  readonly nonce?: string
  readonly serverMs?: number
  readonly direction?: Direction
  readonly key?: 'head' | 'body' | 'response'
}

/** Sealed with the right key, but for another purpose. */
const MOVED: [string, Bent][] = [
  ['for another method', { binding: { method: 'GET' } }],
  ['for another path', { binding: { target: ENDPOINTS['gift.reward'].path } }],
  ['for the path with a query', { binding: { target: `${ENDPOINTS[NAME].path}?a=1` } }],
  ['for the path in other letters', { binding: { target: ENDPOINTS[NAME].path.toUpperCase() } }],
  ['under another key id', { binding: { kid: 'kid-of-another-one' } }],
  ['for another moment', { binding: { timestamp: 1_795_000_000_001 } }],
  ['for a moment of the server', { serverMs: 1 }],
  ['with another nonce', { nonce: 'ffffffffffffffff' }],
  ['without a nonce', { nonce: '' }],
  ['in the direction of answers', { direction: 'answer' }],
  ['in the direction of heads', { direction: 'head' }],
  ['in the direction of risk tokens', { direction: 'risk' }],
  ['with the key of heads', { key: 'head' }],
  ['with the key of answers', { key: 'response' }],
]

describe('S7.7 S7.9: content sealed for another purpose does not open', () => {
  it.each(MOVED)('a body sealed %s', async (_name, bent) => {
    const nonce = '00000000000000b1'
    const { request } = await client.prepare(NAME, PARAMS, { nonce, headers: { 'idempotency-key': KEY } })
    const [, kid = '', timestamp = ''] = (request.headers[ENVELOPE_HEADER] ?? '').split('.')
    const binding = { kid, method: 'POST', target: ENDPOINTS[NAME].path, timestamp: Number(timestamp) }
    const sealed = await sealText(JSON.stringify(PARAMS), {
      backend: nodeCrypto,
      key: client.keys[bent.key ?? 'body'],
      direction: bent.direction ?? 'body',
      binding: { ...binding, ...bent.binding },
      nonce: bent.nonce ?? nonce,
      serverMs: bent.serverMs ?? 0,
    })
    const payload = JSON.stringify({ xx: insertFiller(sealed, Number(timestamp), 'FILLFILL') })
    const before = booked
    const response = await seen({ ...request, payload })
    expect([response.status, response.code, booked]).toEqual([400, CODES.SEAL_REFUSED, before])
    expect(response.shape).toEqual((await reference(CODES.SEAL_REFUSED)).shape)
  })

  it('S7.8 the filler is found by the timestamp, and its content is ignored', async () => {
    const { request } = await client.prepare(NAME, PARAMS, { headers: { 'idempotency-key': KEY } })
    const call = takeApart(request)
    const text = toBase64Url(call.body)
    const moved = { ...request, payload: JSON.stringify({ xx: misplaceFiller(text, Number(call.timestamp)) }) }
    expect((await seen(moved)).code).toBe(CODES.SEAL_REFUSED)
    const { statusCode } = await router.app.inject({
      ...putTogether({ ...call, filler: '--------' }),
      payload: String(putTogether({ ...call, filler: '--------' }).payload),
    })
    expect(statusCode).toBe(200)
  })
})
