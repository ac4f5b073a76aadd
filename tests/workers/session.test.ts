import { DAY_MS, HOUR_MS } from '#protocol/time.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { REQUEST_TIMEOUT_WITHOUT_CREDENTIALS_MS, SESSION_WARNING_MS } from '#protocol/constants.ts'
import { NAMESPACES } from '#protocol/room/server-events.ts'
import { nextSessionExpiry } from '#protocol/rules/member/session-expiry.ts'
import { Clock } from '#workers/clock/clock.ts'
import { Expiry } from '#workers/session/session.ts'
import { Lt1Server } from '../contract/support/lt1-server.ts'
import { Conditions, Profile } from '../contract/support/page.ts'
import { FakeTime } from './fake-time.ts'
import { OpenTransport } from './open-transport.ts'

const FAN = { name: 'fan001', password: 'Play2026x' }

describe('session expiry', () => {
  /** 20:30 in Shanghai on the server. The local clock is wrong by `aheadMs`. */
  function world(aheadMs = 0) {
    const serverStart = Date.UTC(2026, 10, 21, 12, 30)
    const time = new FakeTime(serverStart + aheadMs)
    const clock = new Clock(time.now)
    clock.add(time.now(), serverStart, time.now())
    const reported: string[] = []
    const report = (what: string) =>
      reported.push(`${what} ${new Date(time.now() - aheadMs).toISOString().slice(11, 19)}`)
    const expiry = new Expiry({
      dependencies: time,
      clock,
      onWarning: () => report('warned'),
      onEnd: () => {
        report('ended')
        expiry.stop()
      },
    })
    return { time, expiry, reported, expireAt: nextSessionExpiry(serverStart) }
  }

  it('S9.20 warns once five minutes before 21:00 and ends at 21:00:00', () => {
    const { time, expiry, reported, expireAt } = world()
    expiry.watch(expireAt)
    time.advance(24 * 60_000)
    expect(reported).toEqual([])
    expiry.check()
    time.advance(DAY_MS)
    expect(reported).toEqual(['warned 12:55:00', 'ended 13:00:00'])
    expect(time.pending).toBe(0)
  })

  it('S9.20 settled 35 uses the server clock if the local clock is a day wrong', () => {
    for (const aheadMs of [DAY_MS, -DAY_MS]) {
      const { time, expiry, reported, expireAt } = world(aheadMs)
      expiry.watch(expireAt)
      time.advance(HOUR_MS)
      expect(reported).toEqual(['warned 12:55:00', 'ended 13:00:00'])
    }
  })

  it('S9.20 warns at once with less than five minutes left and ends at exactly 21:00:00', () => {
    const { time, expiry, reported, expireAt } = world()
    time.advance(27 * 60_000)
    expiry.watch(expireAt)
    expect(reported).toEqual(['warned 12:57:00'])
    expiry.watch(expireAt)
    expect(reported).toHaveLength(1)
    expiry.stop()
    time.advance(3 * 60_000)
    expiry.watch(expireAt)
    expect(reported.at(-1)).toBe('ended 13:00:00')
  })

  it('S9.20 ends when a device wakes after the expiry', () => {
    const { time, expiry, reported, expireAt } = world()
    expiry.watch(expireAt)
    time.step(2 * HOUR_MS)
    expect(reported).toEqual([])
    expiry.check()
    expect(reported).toEqual(['ended 14:30:00'])
  })
})

describe('session in the worker', () => {
  let server: Lt1Server

  beforeAll(async () => {
    server = await Lt1Server.start()
  })
  beforeEach(() => server.reset())
  afterAll(() => server.stop())

  it('S9.20 notifies the page before and at its expiry', async () => {
    const profile = new Profile()
    const page = await OpenTransport.start(server, profile.storage())
    await page.transport.signIn(FAN)
    const { session } = await page.notice('session')
    page.pass(HOUR_MS - SESSION_WARNING_MS)
    expect(await page.notice('session-expiring')).toEqual({ type: 'session-expiring', expireAt: session?.expireAt })
    page.pass(SESSION_WARNING_MS + 1_000)
    expect(await page.notice('session', 1)).toEqual({ type: 'session', session: null })
    expect(page.seen('outcome')).toMatchObject([{ code: CODES.AUTH_ERROR }])
    expect(page.seen('session-expiring')).toHaveLength(1)
    expect(profile.session.getItem('tb-token')).toBeNull()
  })

  it('S9.20 checks the expiry when the page becomes visible', async () => {
    const page = await OpenTransport.start(server, new Profile().storage())
    await page.transport.signIn(FAN)
    await page.transport.setPageState({ visible: false, online: true })
    page.aheadMs += 2 * HOUR_MS
    await page.transport.setPageState({ visible: true, online: true })
    expect(await page.notice('session', 1)).toEqual({ type: 'session', session: null })
  })

  for (const end of ['sign-out', 'login elsewhere'] as const) {
    it(`S7.49 S4.15 ${end} closes the member's sockets`, async () => {
      const page = await OpenTransport.start(server, new Profile().storage())
      await page.transport.signIn(FAN)
      const { port1 } = new MessageChannel()
      await page.transport.enterRoom({ chatRoomNo: 'room-1' }, port1)
      await page.conditions.until(() => page.seen('connection').at(-1)?.state === 'online')
      const member = page.sockets.filter(({ url }) => url.endsWith(NAMESPACES.web))
      expect(member).toHaveLength(1)
      const conditions = new Conditions()
      member[0]!.socket.on('disconnect', () => conditions.check())
      if (end === 'sign-out') await page.transport.signOut()
      else await server.endSession(CODES.LOGIN_ELSEWHERE_ERROR)
      await conditions.until(() => member[0]!.socket.disconnected)
      port1.close()
    })
  }

  it('S7.49 signs out within three seconds without a response', async () => {
    const profile = new Profile()
    const page = await OpenTransport.start(server, profile.storage())
    await page.transport.signIn(FAN)
    await server.fail('member/v1/logout', ['hang'])
    const requested = server.whenRequested('member/v1/logout')
    const leaving = page.transport.signOut()
    await requested
    page.pass(3_000)
    expect(await leaving).toMatchObject({ ok: true })
    expect(page.seen('session').at(-1)).toEqual({ type: 'session', session: null })
    expect(profile.session.getItem('tb-token')).toBeNull()
    expect(page.seen('outcome')).toEqual([])
  })

  it('settled 26 does not remove the newer token of another tab', async () => {
    const profile = new Profile()
    const page = await OpenTransport.start(server, profile.storage())
    await page.transport.signIn(FAN)
    profile.session.setItem('tb-token', 'token-of-another-tab')
    await server.fail('coin/v1/balance', ['status-401'])
    await page.transport.call('coin.balance', {})
    expect(await page.notice('session', 1)).toEqual({ type: 'session', session: null })
    expect(profile.session.getItem('tb-token')).toBe('token-of-another-tab')
  })

  it('S9.4 S7.40 aborts a time request after five seconds', async () => {
    const page = await OpenTransport.start(server, new Profile().storage())
    await server.fail('getSysTime', ['hang'])
    const requested = server.whenRequested('getSysTime')
    const response = page.transport.call('gateway.getSysTime', {})
    await requested
    const ended: unknown[] = []
    void response.then((result) => ended.push(result))
    page.pass(REQUEST_TIMEOUT_WITHOUT_CREDENTIALS_MS - 1)
    expect(await page.transport.call('gateway.getSysTime', {})).toMatchObject({ ok: true })
    expect(ended).toEqual([])
    page.pass(1)
    expect(await response).toMatchObject({ ok: false, code: CODES.TIMEOUT, message: '请求超时' })
  })

  it('settled 35 signs in and gets the server time if the local clock is a day wrong', async () => {
    for (const aheadMs of [DAY_MS, -DAY_MS]) {
      const page = await OpenTransport.start(server, new Profile().storage(), { aheadMs })
      expect(page.report).toMatchObject({ ok: true })
      expect(Math.abs((page.report?.ok ? page.report.data.clockOffsetMs : 0) + aheadMs)).toBeLessThan(60_000)
      expect(await page.transport.signIn(FAN)).toMatchObject({ ok: true })
      expect(await page.transport.call('coin.balance', {})).toMatchObject({ ok: true })
      expect(page.seen('session').at(-1)?.session).not.toBeNull()
      expect(page.seen('outcome')).toEqual([])
    }
  })
})
