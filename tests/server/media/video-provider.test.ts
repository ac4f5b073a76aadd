import { createDecipheriv, createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { ENDPOINTS, type DataOf } from '#protocol/endpoints/table.ts'
import { SIGNED_QUERY_WINDOW_MS, signedQueryText } from '#protocol/third-party.ts'
import { videoCalls } from '#server/calls/room/video.ts'
import { GRANT_LIFETIME_MS, VideoGrants } from '#server/media/video-grants.ts'
import { matchesOf } from '../matches/matches-support.ts'
import { SealedClient, sendInto } from '../../support/sealed-client.ts'
import { createTestRouter, START, type TestRouter } from '../http/router-support.ts'

type Grant = DataOf<'video.grant'>
const PATH = ENDPOINTS['video.play'].path
const room = { fixture: { matchId: 'm2001', anchorRoomId: 'a2001' } }

let router: TestRouter
let grants: VideoGrants
let client: SealedClient

beforeEach(async () => {
  const clock = { now: START }
  grants = new VideoGrants(() => clock.now)
  const handlers = videoCalls({
    matches: matchesOf([room]),
    videoGrants: grants,
    domains: { video: [] },
    signedMedia: () => null,
  })
  router = await createTestRouter({ handlers, videoGrants: grants, clock })
  client = await SealedClient.connect(sendInto(router.app), { now: () => router.clock.now })
})
afterEach(() => router.app.close())

async function grant(): Promise<Grant> {
  const { data } = await client.call('video.grant', { matchId: 'm2001' })
  return ENDPOINTS['video.grant'].data.parse(data)
}

let nonces = 0

function signed(grantOf: Grant, change: Record<string, string> = {}): Record<string, string> {
  nonces += 1
  const params = {
    appId: grantOf.appId,
    ts: String(router.clock.now),
    nonce: `nonce-${String(nonces).padStart(8, '0')}`,
    matchId: 'm2001',
    ...change,
  }
  const key = Buffer.from(grantOf.signKey, 'base64url')
  return { ...params, sign: createHmac('sha256', key).update(signedQueryText(params)).digest('hex') }
}

async function play(query: Record<string, string> | string) {
  const text = typeof query === 'string' ? query : new URLSearchParams(query).toString()
  const { statusCode, body } = await router.app.inject(`${PATH}?${text}`)
  return { status: statusCode, ...(JSON.parse(body) as { code: number; msg: string; data: unknown }) }
}

function decrypt(cipher: string, { dataKey }: Grant, sign: string): unknown {
  const raw = Buffer.from(cipher, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(dataKey, 'base64url'), raw.subarray(0, 12))
  decipher.setAAD(Buffer.from(sign)).setAuthTag(raw.subarray(-16))
  return JSON.parse(Buffer.concat([decipher.update(raw.subarray(12, -16)), decipher.final()]).toString('utf8'))
}

describe('S7.114 the third-party video provider', () => {
  it('answers a signed query with the stream sources, encrypted for the caller', async () => {
    const own = await grant()
    expect(own).toMatchObject({ origin: '', expireAt: START + GRANT_LIFETIME_MS })
    const query = signed(own)
    const response = await play(query)
    expect(response).toMatchObject({ status: 200, code: 0, msg: '' })
    const data = ENDPOINTS['video.play'].data.parse(decrypt(String(response.data), own, query['sign'] ?? ''))
    expect(data).toMatchObject({ matchId: 'm2001', lines: [{ kind: 'flv', url: '/media/a2001.flv' }, { kind: 'hls' }] })
    expect(() => decrypt(String(response.data), own, '0'.repeat(64))).toThrow('authenticate')
  })

  it('creates individual credentials for ten minutes', async () => {
    const [one, other] = [await grant(), await grant()]
    expect(new Set([one.appId, other.appId, one.signKey, other.signKey, one.dataKey, other.dataKey]).size).toBe(6)
    router.clock.now += GRANT_LIFETIME_MS - 1
    expect((await play(signed(one))).code).toBe(0)
    router.clock.now += 1
    expect((await play(signed(one))).code).toBe(CODES.SEAL_REFUSED)
    expect((await client.call('video.grant', { matchId: 'm9' })).code).toBe(CODES.NOT_FOUND)
  })

  it('accepts a query once, within its time window', async () => {
    const own = await grant()
    const query = signed(own)
    expect([(await play(query)).code, (await play(query)).code]).toEqual([0, CODES.SEAL_REFUSED])
    const at = (ms: number) => play(signed(own, { ts: String(router.clock.now + ms) }))
    expect((await at(-SIGNED_QUERY_WINDOW_MS)).code).toBe(0)
    expect((await at(SIGNED_QUERY_WINDOW_MS)).code).toBe(0)
    expect((await at(-SIGNED_QUERY_WINDOW_MS - 1)).code).toBe(CODES.SEAL_REFUSED)
    expect((await at(SIGNED_QUERY_WINDOW_MS + 1)).code).toBe(CODES.SEAL_REFUSED)
  })

  it('returns the same response in the same time for any error', async () => {
    const own = await grant()
    const other = await grant()
    const good = signed(own)
    const text = new URLSearchParams(signed(own)).toString()
    const wrong: (Record<string, string> | string)[] = [
      '',
      'sign=',
      { ...good, matchId: 'm2002' },
      { ...good, sign: (good['sign'] ?? '').toUpperCase() },
      { ...good, sign: `${good['sign']}0` },
      { ...good, sign: '\u00e9'.repeat(64) },
      { ...good, appId: other.appId },
      { ...good, appId: '__proto__' },
      signed({ ...own, signKey: other.signKey }),
      signed(own, { matchId: 'm404' }),
      signed(own, { matchId: '../etc' }),
      signed(own, { nonce: '' }),
      signed(own, { nonce: 'a'.repeat(65) }),
      signed(own, { ts: 'NaN' }),
      signed(own, { ts: '1e999' }),
      signed(own, { extra: '1' }),
      `${text}&matchId=m2001`,
      `${text}&sign=${good['sign']}`,
    ]
    const responses = []
    const times = []
    for (const query of wrong) {
      const started = performance.now()
      // oxlint-disable-next-line no-await-in-loop -- each is timed alone
      responses.push(await play(query))
      times.push(performance.now() - started)
    }
    const sent = new Set(responses.map(({ status, code, msg, data }) => JSON.stringify([status, code, msg, data])))
    expect([...sent]).toEqual([JSON.stringify([400, CODES.SEAL_REFUSED, '请求无效，请刷新页面', null])])
    expect(Math.min(...times)).toBeGreaterThan(10)
    expect((await play(good)).code).toBe(0)
  })

  it('evicts the oldest credentials beyond a limit', async () => {
    const own = await grant()
    for (let count = 0; count < 40_000; count += 1) await grants.issue()
    expect((await play(signed(own))).code).toBe(CODES.SEAL_REFUSED)
    expect((await play(signed(await grant()))).code).toBe(0)
  })
})
