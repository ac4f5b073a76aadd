import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, siteDateTimeOf } from '#protocol/time.ts'
import {
  activeExclusion,
  CONFIRM_WINDOW_MS,
  exclusionEnd,
  isLowering,
  isWithin,
  LIMIT_PERIODS,
  periodStart,
  RAISE_DELAY_MS,
  raiseState,
  remainingOf,
  TIME_OUT_HOURS,
  timeOutEnd,
} from '#protocol/wallet/limits.ts'

/** 2026-11-26 22:30 in Shanghai, a Thursday. */
const NOW = Date.UTC(2026, 10, 26, 14, 30)
const limit = fc.record({ amount: fc.nat(1_000), used: fc.nat(1_000) })

describe('Annex I limits', () => {
  it('the lowest limit wins', () => {
    fc.assert(
      fc.property(fc.array(limit, { maxLength: 6 }), fc.nat(1_000), (limits, amount) => {
        expect(isWithin(limits, amount)).toBe(
          limits.every(({ amount: max, used }) => (amount === 0 ? true : used + amount <= max)),
        )
        const remaining = remainingOf(limits)
        if (remaining === null) expect(limits).toEqual([])
        else expect([remaining, remaining + 1].map((one) => isWithin(limits, one))).toEqual([true, false])
      }),
    )
  })

  it('Annex E.12 a lower or first limit is in force at once, a higher one or none waits', () => {
    expect(isLowering(null, 500)).toBe(true)
    expect(isLowering(500, 499)).toBe(true)
    expect(isLowering(500, 500)).toBe(false)
    expect(isLowering(500, 501)).toBe(false)
    expect(isLowering(500, null)).toBe(false)
  })

  it('Annex E.12 a raise waits 24 hours, 7 days or 30 days, then for its confirmation, then lapses', () => {
    expect(LIMIT_PERIODS.map((period) => RAISE_DELAY_MS[period] / HOUR_MS)).toEqual([24, 168, 720])
    const at = NOW + RAISE_DELAY_MS.week
    expect(raiseState(at, at - 1)).toBe('pending')
    expect(raiseState(at, at)).toBe('awaitingConfirm')
    expect(raiseState(at, at + CONFIRM_WINDOW_MS - 1)).toBe('awaitingConfirm')
    expect(raiseState(at, at + CONFIRM_WINDOW_MS)).toBe('lapsed')
  })

  it('S9.16 periods begin at midnight of the day, of Monday and of the first in Shanghai', () => {
    expect(LIMIT_PERIODS.map((period) => siteDateTimeOf(periodStart(period, NOW)))).toEqual([
      '2026-11-26 00:00:00',
      '2026-11-23 00:00:00',
      '2026-11-01 00:00:00',
    ])
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), fc.constantFrom(...LIMIT_PERIODS), (now, period) => {
        const start = periodStart(period, now)
        expect(start).toBeLessThanOrEqual(now)
        expect(now - start).toBeLessThan({ day: 1, week: 7, month: 31 }[period] * DAY_MS)
        expect(periodStart(period, start)).toBe(start)
      }),
    )
  })

  it('a self-exclusion ends on the same day of a later month, or on the last one', () => {
    expect(siteDateTimeOf(exclusionEnd(NOW, 6))).toBe('2027-05-26 22:30:00')
    expect(siteDateTimeOf(exclusionEnd(Date.UTC(2026, 7, 31, 4), 6))).toBe('2027-02-28 12:00:00')
    expect(siteDateTimeOf(exclusionEnd(NOW, 60))).toBe('2031-11-26 22:30:00')
    // After midnight in Shanghai it is still the day before in UTC.
    expect(siteDateTimeOf(exclusionEnd(Date.UTC(2026, 10, 29, 16, 30), 6))).toBe('2027-05-30 00:30:00')
  })

  it('Annex I a time-out lasts 24 hours, 7 days, 30 days or 6 weeks', () => {
    expect(TIME_OUT_HOURS.map((hours) => siteDateTimeOf(timeOutEnd(NOW, hours)))).toEqual([
      '2026-11-27 22:30:00',
      '2026-12-03 22:30:00',
      '2026-12-26 22:30:00',
      '2027-01-07 22:30:00',
    ])
  })

  it('of several exclusions a self-exclusion counts first, then the one that ends last', () => {
    const all = [
      { kind: 'selfExclusion', until: null },
      { kind: 'selfExclusion', until: NOW + 2 },
      { kind: 'selfExclusion', until: NOW + 1 },
      { kind: 'timeOut', until: NOW + DAY_MS },
      { kind: 'timeOut', until: NOW + 3 },
    ] as const
    fc.assert(
      fc.property(fc.shuffledSubarray([...all]), (exclusions) => {
        expect(activeExclusion(exclusions, NOW)).toBe(all.find((one) => exclusions.includes(one)) ?? null)
      }),
    )
    const [, long, short, timeOut] = all
    expect(activeExclusion([timeOut, short, long], NOW + 1)).toBe(long)
    expect(activeExclusion([timeOut, short, long], NOW + 2)).toBe(timeOut)
    expect(activeExclusion([timeOut, short, long], NOW + DAY_MS)).toBeNull()
  })
})
