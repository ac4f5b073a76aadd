import { afterEach, describe, expect, it, vi } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { EndpointName } from '#protocol/endpoints/table.ts'
import type { ResponseBody } from '#protocol/result.ts'
import { success } from '#protocol/result.ts'
import { CALL_RATES } from '#server/http/pipeline/call-limits.ts'
import { watchServerInflate } from '../../support/inflating.ts'
import { SealedClient, sendInto, type WireRequest } from '../../support/sealed-client.ts'
import { createTestRouter, type TestRouter } from '../http/router-support.ts'

let router: TestRouter
afterEach(async () => {
  vi.restoreAllMocks()
  await router.app.close()
})

const BURST = 5
const rates = { ...CALL_RATES, address: { burst: BURST, perSecond: 0.001 } }
/** The handshake has used one. */
const LEFT = BURST - 1

async function connect(options: Parameters<typeof createTestRouter>[0] = {}): Promise<SealedClient> {
  router = await createTestRouter({ rates, ...options })
  return SealedClient.connect(sendInto(router.app), { now: () => router.clock.now })
}

async function send(request: WireRequest): Promise<number> {
  return (await responseTo(request)).code
}

async function responseTo(request: WireRequest): Promise<ResponseBody> {
  const { body } = await router.app.inject(request)
  return JSON.parse(body) as ResponseBody
}

/** JSON of this size that compresses to a hundredth. */
const longBody = (bytes: number) => JSON.stringify({ eid: 'football-1', more: ' '.repeat(bytes) })
const prepareLong = (client: SealedClient, name: EndpointName, bytes: number) =>
  client.prepare(name, {}, { isCompressed: true, rawBody: longBody(bytes) })

describe('rate limits before a call is verified', () => {
  it('a repeated small body is inflated at most as often as its address may call', async () => {
    const client = await connect()
    const prepared = await prepareLong(client, 'live.detail', 100_000)
    const { request } = prepared
    const inflated = watchServerInflate()
    for (let count = 0; count < LEFT; count += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      expect(await send(request)).toBe(count === 0 ? undefined : CODES.SEAL_REFUSED)
    }
    expect(inflated).toHaveLength(LEFT)
    const responses = await Promise.all(Array.from({ length: 20 }, async () => router.app.inject(request)))
    for (const { statusCode, body } of responses) {
      // oxlint-disable-next-line no-await-in-loop -- opened one by one
      expect([statusCode, await prepared.open(body)]).toMatchObject([200, { code: CODES.CURRENT_LIMITING_A }])
    }
    expect(inflated).toHaveLength(LEFT)
  })

  it('an invalid body costs its address as much as a valid one', async () => {
    const client = await connect()
    for (let count = 0; count < LEFT; count += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      const { request } = await client.prepare('site.perInfo', {})
      // oxlint-disable-next-line no-await-in-loop -- as above
      expect(await send({ ...request, payload: '{"xx":"AAAA"}' })).toBe(CODES.SEAL_REFUSED)
    }
    expect((await client.call('site.perInfo', {})).code).toBe(CODES.CURRENT_LIMITING_A)
  })

  it('a successful call costs one unit; renewed keys and clocks cost nothing', async () => {
    const client = await connect()
    for (let count = 0; count < 2 * BURST; count += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      const { request } = await client.prepare('site.perInfo', {}, { timestamp: router.clock.now - 600_000 })
      // oxlint-disable-next-line no-await-in-loop -- as above
      expect(await send(request)).toBe(CODES.STALE)
    }
    const codes = []
    // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
    for (let count = 0; count <= LEFT; count += 1) codes.push((await client.call('site.perInfo', {})).code)
    expect(codes).toEqual([...Array<number>(LEFT).fill(0), CODES.CURRENT_LIMITING_A])
  })
})

describe('S7.116: the limit of inflated bodies', () => {
  it.each([
    ['live.detail', 120_000, true],
    ['live.detail', 140_000, false],
    ['demo.say', 900_000, true],
    ['demo.say', 1_100_000, false],
  ] as const)('%s with %i bytes is opened: %s', async (name, bytes, isOpened) => {
    const client = await connect({
      handlers: { 'demo.say': async () => success({ accepted: 0, refused: 0, lastSeq: 0, ids: [] }) },
    })
    const { request } = await prepareLong(client, name, bytes)
    expect(await responseTo(request)).toMatchObject(
      isOpened ? { x1: expect.any(String) as string } : { code: CODES.SEAL_REFUSED },
    )
  })
})
