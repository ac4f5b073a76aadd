import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { platform } from '#workers/platform.ts'
import { Lt1Server } from '../contract/support/lt1-server.ts'
import { startedTransport } from './open-transport.ts'

const PLAY = ENDPOINTS['video.play'].path
const MATCH = { matchId: 'match-1' }

let server: Lt1Server

beforeAll(async () => {
  server = await Lt1Server.start()
})

beforeEach(() => server.reset())

afterAll(() => server.stop())

/** A transport whose requests to the provider are recorded and whose responses can be changed. */
async function open(bend: (response: { code: number; data: string }) => unknown = (response) => response) {
  const real = platform()
  const requested: URL[] = []
  let ahead = 0
  const started = await startedTransport(server, {
    now: () => Date.now() + ahead,
    async fetch(url, init) {
      const response = await real.fetch(url, init)
      if (!url.includes(PLAY)) return response
      requested.push(new URL(url))
      return Response.json(bend((await response.json()) as { code: number; data: string }))
    },
  })
  const pass = (milliseconds: number) => (ahead += milliseconds)
  return { ...started, requested, pass }
}

/** Changes the first character, which is part of the initialization vector. */
function flipped(text: string): string {
  return (text.startsWith('A') ? 'B' : 'A') + text.slice(1)
}

const grants = async () => (await server.calls('videoGrant')).length

describe('video provider', () => {
  it('S7.114 gets appId, ts, nonce, matchId and sign, with a new nonce each time', async () => {
    const { transport, requested } = await open()
    await transport.call('video.play', MATCH)
    await transport.call('video.play', MATCH)
    for (const url of requested) {
      expect([...url.searchParams.keys()].toSorted()).toEqual(['appId', 'matchId', 'nonce', 'sign', 'ts'])
      expect(url.searchParams.get('sign')).toMatch(/^[0-9a-f]{64}$/)
      expect(Math.abs(Number(url.searchParams.get('ts')) - Date.now())).toBeLessThan(60_000)
    }
    expect(new Set(requested.map((url) => url.searchParams.get('nonce'))).size).toBe(2)
  })

  it('S7.114 grants are cached until they expire, per match and member', async () => {
    const { transport, pass } = await open()
    await transport.call('video.play', MATCH)
    pass(30_000)
    await transport.call('video.play', MATCH)
    expect(await grants()).toBe(1)
    pass(26_000)
    await transport.call('video.play', MATCH)
    expect(await grants()).toBe(2)
    await transport.call('video.play', { matchId: 'match-2' })
    expect(await grants()).toBe(3)
    await transport.signIn({ name: 'fan001', password: 'Play2026x' })
    await transport.call('video.play', MATCH)
    expect(await grants()).toBe(4)
  })

  it('S7.114 responses that were changed or belong to another query are refused', async () => {
    let first = ''
    const replay = await open((response) => {
      first ||= response.data
      return { ...response, data: first }
    })
    expect(await replay.transport.call('video.play', MATCH)).toMatchObject({ ok: true })
    expect(await replay.transport.call('video.play', MATCH)).toMatchObject({ ok: false, code: CODES.BAD_RESPONSE })
    const changed = await open((response) => ({ ...response, data: flipped(response.data) }))
    expect(await changed.transport.call('video.play', MATCH)).toMatchObject({ ok: false, code: CODES.BAD_RESPONSE })
    const short = await open((response) => ({ ...response, data: '!' }))
    expect(await short.transport.call('video.play', MATCH)).toMatchObject({ ok: false, code: CODES.BAD_RESPONSE })
  })

  it('S7.114 grants are renewed once after a refusal', async () => {
    const { transport } = await open(() => ({ code: CODES.SEAL_REFUSED, msg: '', data: null }))
    expect(await transport.call('video.play', MATCH)).toMatchObject({ ok: false, code: CODES.BAD_RESPONSE })
    expect(await grants()).toBe(2)
  })

  it('S8.5 rate limits are returned without a retry', async () => {
    const { transport, requested } = await open(() => ({ code: CODES.CURRENT_LIMITING_A, msg: '', data: null }))
    expect(await transport.call('video.play', MATCH)).toMatchObject({ ok: false, code: CODES.CURRENT_LIMITING_A })
    expect(requested).toHaveLength(1)
  })

  it('S7.114 origins that are not allowed are not used', async () => {
    server.world.provider.origin = 'http://evil.test'
    const { transport, requested } = await open()
    expect(await transport.call('video.play', MATCH)).toMatchObject({ ok: false, code: CODES.BAD_RESPONSE })
    expect(requested).toEqual([])
  })

  it('settled 2 failures at our own origin count as failures of the API origin', async () => {
    const { transport } = await open()
    await server.fail(PLAY, ['lose-request'])
    expect(await transport.call('video.play', MATCH)).toMatchObject({ ok: false, code: CODES.LINE_SWITCHING })
  })
})
