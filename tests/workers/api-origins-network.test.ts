import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { CLOCK_FIRST_RESYNC_MS, REQUEST_TIMEOUT_WITHOUT_CREDENTIALS_MS } from '#protocol/constants.ts'
import { Lt1Server } from '../contract/support/lt1-server.ts'
import type { ProxyFault } from '../contract/support/faulty-proxy.ts'
import { FaultyProxy } from '../contract/support/faulty-proxy.ts'
import { startedTransport } from './open-transport.ts'

const PROBE_AFTER_MS = 4_000
const FAST: ProxyFault[] = ['refuse', 'html', 'status-502', 'half-way']
const GIFT = { giftId: 1, count: 1, anchorRoomId: 'anchor-1', comboId: 'combo-0001' }

let server: Lt1Server
let first: FaultyProxy

beforeAll(async () => {
  server = await Lt1Server.start()
})

beforeEach(async () => {
  await server.reset()
  first = await FaultyProxy.start((await server.where()).origin)
  await server.serveOrigins({ api: [await server.secondOrigin()], news: [] })
})

afterEach(() => first.stop())
afterAll(() => server.stop())

/** A page whose first origin is a faulty proxy, with a second origin. */
async function open() {
  const { identity } = await server.where()
  const started = await startedTransport({ where: async () => ({ origin: first.origin, identity }) })
  expect(started.report).toMatchObject({ ok: true })
  await started.profile.written('dc')
  const lineNotices = () => started.notices.filter((notice) => notice.type === 'origin')
  return { ...started, lineNotices }
}

const lastLine = async () => (await server.calls('getSysTime')).at(-1)?.origin

describe('API origins over real listeners', () => {
  it.each(FAST)('S8.17 repeats a read on the next origin after: %s', async (fault) => {
    const { transport, lineNotices } = await open()
    expect(await transport.call('gateway.getSysTime', {})).toMatchObject({ ok: true })
    expect(await lastLine()).toBe(1)
    await first.setFault(fault)
    expect(await transport.call('gateway.getSysTime', {})).toMatchObject({ ok: true })
    expect(await lastLine()).toBe(2)
    expect(lineNotices()).toEqual([{ type: 'origin', origin: await server.secondOrigin(), isFirst: false }])
  })

  it.each(FAST)(
    'S8.15 fails a request without credentials once with 1000022, then uses the next origin: %s',
    async (fault) => {
      const { transport } = await open()
      await first.setFault(fault)
      expect(await transport.call('gateway.timeServer', {})).toMatchObject({ code: CODES.LINE_SWITCHING })
      expect(await transport.call('gateway.timeServer', {})).toMatchObject({ ok: true })
    },
  )

  it.each(FAST)('S8.17 repeats a money call with its key and books it once: %s', async (fault) => {
    const { transport } = await open()
    await transport.signIn({ name: 'fan001', password: 'Play2026x' })
    await first.setFault(fault)
    expect(await transport.call('gift.reward', GIFT)).toMatchObject({ ok: true, data: { balance: 990 } })
    expect(await server.bookings()).toBe(1)
  })

  it('S8.17 probes an origin that hangs after 4 s and leaves it', async () => {
    const { transport, runOut } = await open()
    await transport.call('gateway.getSysTime', {})
    await first.setFault('hang')
    const response = transport.call('gateway.getSysTime', {})
    await first.whenRequested(1)
    expect(runOut(PROBE_AFTER_MS)).toBe(1)
    await first.whenRequested(2)
    runOut(REQUEST_TIMEOUT_WITHOUT_CREDENTIALS_MS)
    // The call has timed out as well. The next one uses the other origin at once.
    await response
    expect(await transport.call('gateway.getSysTime', {})).toMatchObject({ ok: true })
    expect(await lastLine()).toBe(2)
  })

  it('S8.17 repeats a read on the next origin when its origin hangs', async () => {
    const { transport, runOut, conditions, lineNotices } = await open()
    await transport.call('site.queryBanners', { position: 'home' })
    await first.setFault('hang')
    const response = transport.call('site.queryBanners', { position: 'home' })
    await first.whenRequested(1)
    runOut(PROBE_AFTER_MS)
    await first.whenRequested(2)
    runOut(REQUEST_TIMEOUT_WITHOUT_CREDENTIALS_MS)
    expect(await response).toMatchObject({ ok: true })
    await conditions.until(() => lineNotices().length === 1)
  })

  it('S8.16 fails a request without credentials after 5 s when its origin hangs', async () => {
    const { transport, runOut } = await open()
    await first.setFault('hang')
    const response = transport.call('gateway.timeServer', {})
    await first.whenRequested(1)
    runOut(REQUEST_TIMEOUT_WITHOUT_CREDENTIALS_MS)
    expect(await response).toMatchObject({ ok: false, code: CODES.LINE_SWITCHING })
    expect(await transport.call('gateway.timeServer', {})).toMatchObject({ ok: true })
  })

  it('S8.17 waits for a slow endpoint of an origin that is up', async () => {
    const { transport, runOut, lineNotices } = await open()
    await server.fail('queryBannerList', ['hang'])
    const response = transport.call('site.queryBanners', { position: 'home' }, { callId: 'slow' })
    await server.whenHanging(1)
    const probed = server.whenRequested('/timeServer')
    runOut(PROBE_AFTER_MS)
    await probed
    await transport.abort('slow')
    expect(await response).toMatchObject({ code: CODES.ABORTED })
    expect(lineNotices()).toEqual([])
  })

  it.each<ProxyFault>(['refuse', 'status-502'])(
    'S8.17 returns when the first origin is up again: %s',
    async (fault) => {
      const { transport, runOut, conditions, lineNotices } = await open()
      await first.setFault(fault)
      await transport.call('gateway.getSysTime', {})
      expect(await lastLine()).toBe(2)
      await first.setFault(null)
      expect(runOut(CLOCK_FIRST_RESYNC_MS)).toBe(1)
      await conditions.until(() => lineNotices().length === 2)
      expect(lineNotices().at(-1)).toEqual({ type: 'origin', origin: first.origin, isFirst: true })
      expect(await transport.call('gateway.getSysTime', {})).toMatchObject({ ok: true })
      expect(await lastLine()).toBe(1)
    },
  )

  it('S8.17 stays on the other origin while the first one is down', async () => {
    const { transport, runOut, lineNotices } = await open()
    await first.setFault('html')
    await transport.call('gateway.getSysTime', {})
    await first.setFault('status-502')
    runOut(CLOCK_FIRST_RESYNC_MS)
    await first.whenRequested(1)
    expect(await transport.call('gateway.getSysTime', {})).toMatchObject({ ok: true })
    expect(await lastLine()).toBe(2)
    expect(lineNotices()).toHaveLength(1)
  })

  it('settled 6 uses separate session keys for each origin', async () => {
    const { transport } = await open()
    const before = (await server.calls('/vvm')).length
    await first.setFault('refuse')
    for (let round = 0; round < 3; round += 1) await transport.call('gateway.getSysTime', {})
    expect(await server.calls('/vvm')).toHaveLength(before + 1)
  })
})
