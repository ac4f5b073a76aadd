import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { MAINTENANCE_POLL_MS, RECONNECT_MAX_VISIBLE_MS } from '#protocol/constants.ts'
import type { Failure } from '#protocol/result.ts'
import { failure } from '#protocol/result.ts'
import { JoinPace, JoinRefusals } from '#workers/socket/join-calls.ts'

const MAINTENANCE = failure(CODES.SYSTEM_MAINTENANCE, '系统维护中')
const ROBOT = failure(CODES.NEED_ROBOT_CHECK, '请验证')
const BROKEN = failure(CODES.NETWORK_FAILURE, '网络异常')

/** Successive delays for the same failure, without jitter. */
function waits(pace: JoinPace, failed: Failure | null, count: number): number[] {
  return Array.from({ length: count }, () => pace.next(failed, true))
}

describe('refused joins', () => {
  it('S4.17 S4.26 are reported once per code until a join succeeds', () => {
    const reported: number[] = []
    const refusals = new JoinRefusals(({ code }) => void reported.push(code))
    for (const refused of [MAINTENANCE, MAINTENANCE, ROBOT, MAINTENANCE, ROBOT]) refusals.report(refused)
    expect(reported).toEqual([CODES.SYSTEM_MAINTENANCE, CODES.NEED_ROBOT_CHECK])
    refusals.reset()
    refusals.report(MAINTENANCE)
    expect(reported).toEqual([CODES.SYSTEM_MAINTENANCE, CODES.NEED_ROBOT_CHECK, CODES.SYSTEM_MAINTENANCE])
  })

  it.each([
    ['NETWORK_FAILURE', CODES.NETWORK_FAILURE],
    ['TIMEOUT', CODES.TIMEOUT],
    ['OFFLINE', CODES.OFFLINE],
    ['LINE_SWITCHING', CODES.LINE_SWITCHING],
    // After a sign-out, the page must not open the sign-in page.
    ['NEED_LOGIN', CODES.NEED_LOGIN],
    ['AUTH_ERROR', CODES.AUTH_ERROR],
  ])('do not report %s, which is reported elsewhere', (_, code) => {
    const refusals = new JoinRefusals(() => expect.unreachable())
    refusals.report(failure(code, ''))
    expect(waits(new JoinPace(() => 0.5), failure(code, ''), 8).at(-1)).toBe(RECONNECT_MAX_VISIBLE_MS)
  })

  it('are retried with growing delays, also on a new connection, until a join succeeds', () => {
    const pace = new JoinPace(() => 0.5)
    expect(waits(pace, MAINTENANCE, 4)).toEqual([500, 1_000, 2_000, 4_000])
    pace.connectionChanged()
    expect(waits(pace, MAINTENANCE, 4)).toEqual([8_000, 16_000, MAINTENANCE_POLL_MS, MAINTENANCE_POLL_MS])
    pace.joined()
    expect(waits(pace, MAINTENANCE, 1)).toEqual([500])
  })

  it('by a rate limit wait for retryAfterMs, at most 30 s', () => {
    const limited = (retryAfterMs: unknown) => failure(CODES.CURRENT_LIMITING_C, '', { details: { retryAfterMs } })
    expect(new JoinPace(() => 0.5).next(limited(7_000), true)).toBe(7_000)
    expect(new JoinPace(() => 0.5).next(limited(20), true)).toBe(500)
    expect(new JoinPace(() => 0.5).next(limited(1e12), true)).toBe(MAINTENANCE_POLL_MS)
    expect(new JoinPace(() => 0.5).next(limited('long'), true)).toBe(500)
    expect(new JoinPace(() => 0.5).next(failure(CODES.CURRENT_LIMITING_A, ''), true)).toBe(500)
  })

  it('do not delay retries after a failed connection', () => {
    const pace = new JoinPace(() => 0.5)
    expect([...waits(pace, BROKEN, 2), ...waits(pace, null, 3)]).toEqual([500, 1_000, 2_000, 2_000, 2_000])
    pace.connectionChanged()
    expect(waits(pace, null, 1)).toEqual([500])
  })
})
