import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fnv1a, hashText, seededRandom } from '#protocol/random.ts'
import {
  DAY_MS,
  dateOfDay,
  dayOfDate,
  siteDateOf,
  siteDateTimeOf,
  siteDayOf,
  startOfSiteDay,
  timeOfSiteDay,
} from '#protocol/time.ts'

const anyTime = fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) })

describe('the site time zone', () => {
  it('starts a day at midnight in Shanghai', () => {
    expect(siteDateTimeOf(Date.UTC(2026, 10, 22, 15, 59, 59))).toBe('2026-11-22 23:59:59')
    expect(siteDateTimeOf(Date.UTC(2026, 10, 22, 16))).toBe('2026-11-23 00:00:00')
    expect(siteDateOf(Date.UTC(2026, 10, 22, 16))).toBe('2026-11-23')
  })

  it('agrees with Intl at any time', () => {
    const intl = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai', dateStyle: 'short' })
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(1992, 0, 1), max: Date.UTC(2100, 0, 1) }), (time) => {
        expect(siteDateOf(time)).toBe(intl.format(time))
      }),
    )
  })

  it('contains each time in its own day', () => {
    fc.assert(
      fc.property(anyTime, (time) => {
        const start = startOfSiteDay(time)
        expect(start).toBe(timeOfSiteDay(siteDayOf(time)))
        expect(time - start).toBeGreaterThanOrEqual(0)
        expect(time - start).toBeLessThan(DAY_MS)
      }),
    )
  })

  it('converts dates to days and back, and rejects dates that no calendar has', () => {
    fc.assert(
      fc.property(fc.nat(60_000), (day) => {
        expect(dayOfDate(dateOfDay(day))).toBe(day)
      }),
    )
    expect(['2026-02-29', '2026-13-01', '2026-1-1', 'today', ''].map(dayOfDate)).toEqual([null, null, null, null, null])
  })
})

describe('hashes and seeded random numbers', () => {
  it('hashes as published for FNV-1a', () => {
    expect(hashText('')).toBe(0x811c9dc5)
    expect(hashText('a')).toBe(0xe40c292c)
    expect(fnv1a(new TextEncoder().encode('foobar'))).toBe(0xbf9cf968)
  })

  it('gives the same numbers in [0, 1) for the same seed', () => {
    const [one, other, third] = [seededRandom(7), seededRandom(7), seededRandom(8)]
    const values = Array.from({ length: 100 }, one)
    expect(Array.from({ length: 100 }, other)).toEqual(values)
    expect(Array.from({ length: 100 }, third)).not.toEqual(values)
    expect(values.every((value) => value >= 0 && value < 1)).toBe(true)
  })
})
