import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { birthdayWindow } from '#server/club/birthday-gifts.ts'
import { rebateDays, rebateOf, type RebateDay } from '#protocol/club/rebates.ts'
import { DAY_MS, dayOfDate, siteDateOf, timeOfSiteDateTime, timeOfSiteDay } from '#protocol/time.ts'

const ppmOn = () => 2_000

describe('rebates of days', () => {
  it('S7.83 are exact to the fen, rounded down, also above 2^53 in between', () => {
    expect(rebateOf(499, 2_000)).toBe(0)
    expect(rebateOf(500, 2_000)).toBe(1)
    expect(rebateOf(1_234_567_89, 2_800)).toBe(345_679)
    expect(rebateOf(Number.MAX_SAFE_INTEGER, 10_000)).toBe(90_071_992_547_409)
  })

  it('S7.83 add a resettlement to the next day, or take it from the next days', () => {
    const first = rebateDays({ turnover: new Map([[1, 10_000]]), written: [], ppmOn, from: 1, to: 1 })
    expect(first).toEqual([{ day: 1, turnover: 10_000, ppm: 2_000, amount: 20, correction: 0 }])
    const more = new Map([
      [1, 15_000],
      [2, 1_000],
    ])
    expect(rebateDays({ turnover: more, written: first, ppmOn, from: 2, to: 2 })).toEqual([
      { day: 2, turnover: 1_000, ppm: 2_000, amount: 12, correction: 10 },
    ])
    const less = new Map([
      [1, 0],
      [2, 1_000],
      [3, 20_000],
    ])
    expect(rebateDays({ turnover: less, written: first, ppmOn, from: 2, to: 3 })).toEqual([
      { day: 2, turnover: 1_000, ppm: 2_000, amount: 0, correction: -2 },
      { day: 3, turnover: 20_000, ppm: 2_000, amount: 22, correction: -18 },
    ])
  })

  it('S7.83 a correction needs no turnover on its day', () => {
    const written: RebateDay[] = [{ day: 1, turnover: 0, ppm: 2_000, amount: 0, correction: 0 }]
    expect(rebateDays({ turnover: new Map([[1, 5_000]]), written, ppmOn, from: 2, to: 2 })).toEqual([
      { day: 2, turnover: 0, ppm: 2_000, amount: 10, correction: 10 },
    ])
  })

  it('S7.83 give the rebate of all turnover in sum, whatever is resettled in between', () => {
    const rounds = fc.array(
      fc.array(fc.record({ day: fc.integer({ min: 1, max: 9 }), turnover: fc.nat(1_000_000) }), { maxLength: 6 }),
      { minLength: 9, maxLength: 9 },
    )
    fc.assert(
      fc.property(rounds, fc.integer({ min: 2_000, max: 10_000 }), (changes, ppm) => {
        const turnover = new Map<number, number>()
        const written: RebateDay[] = []
        for (const [index, changed] of changes.entries()) {
          const today = index + 1
          for (const one of changed) if (one.day <= today) turnover.set(one.day, one.turnover)
          const input = { turnover, written, ppmOn: () => ppm, from: today, to: today }
          const made = rebateDays(input)
          // The same input has the same result.
          expect(rebateDays(input)).toEqual(made)
          written.push(...made)
        }
        const due = [...turnover.values()].reduce((sum, one) => sum + rebateOf(one, ppm), 0)
        const given = written.reduce((sum, { amount }) => sum + amount, 0)
        expect(given).toBeGreaterThanOrEqual(due)
        for (const { amount } of written) expect(amount).toBeGreaterThanOrEqual(0)
        // A last day with enough turnover settles what was given too much.
        const settled = new Map([...turnover, [10, 2_000_000_000]])
        const last = rebateDays({ turnover: settled, written, ppmOn: () => ppm, from: 10, to: 10 })
        const all = given + last.reduce((sum, { amount }) => sum + amount, 0)
        expect(all).toBe(due + rebateOf(2_000_000_000, ppm))
      }),
    )
  })
})

describe('the window of a birthday gift', () => {
  const at = (text: string) => timeOfSiteDateTime(text) ?? 0

  it('S3.5 S7.85 opens at midnight of the site and ends after seven days, also across the year', () => {
    const window = birthdayWindow('1990-12-29', at('2026-12-28 23:59:59'))
    expect(window).toEqual({ year: 2026, start: at('2026-12-29 00:00:00'), end: at('2027-01-05 00:00:00') })
    expect(birthdayWindow('1990-12-29', at('2027-01-04 23:59:59'))).toEqual(window)
    expect(birthdayWindow('1990-12-29', window.end).year).toBe(2027)
  })

  it('S3.5 a birthday on February 29 is on February 28 in other years', () => {
    expect(siteDateOf(birthdayWindow('2000-02-29', at('2027-01-10 00:00:00')).start)).toBe('2027-02-28')
    expect(siteDateOf(birthdayWindow('2000-02-29', at('2028-01-10 00:00:00')).start)).toBe('2028-02-29')
  })

  it('S3.5 contains each time in one window at most, with one year each', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 18_000, max: 25_000 }), (born, today) => {
        const now = timeOfSiteDay(today, 600)
        const { year, start, end } = birthdayWindow(siteDateOf(timeOfSiteDay(born)), now)
        expect(now).toBeLessThan(end)
        expect(end - start).toBe(7 * DAY_MS)
        expect(dayOfDate(siteDateOf(start))).not.toBeNull()
        expect(siteDateOf(start).slice(0, 4)).toBe(String(year))
        expect(start - now).toBeLessThanOrEqual(366 * DAY_MS)
      }),
    )
  })
})
