import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MarqueeItem } from '#protocol/room/feed.ts'
import { isMarqueeItemShown, marqueeRun, repeatMarqueeItems } from '#protocol/rules/marquee.ts'

describe('marquee', () => {
  const item = (category: number, start: number | null, end: number | null): MarqueeItem => ({
    id: `${category}-${start}-${end}`,
    category,
    pmdTimerStart: start,
    pmdTimerEnd: end,
    content: 'x',
  })

  it.each([
    [99, false],
    [100, true],
    [199, true],
    [200, false],
  ])('S4.27 category 1 from 100 to 200 is shown at %i: %s', (now, shown) => {
    expect(isMarqueeItemShown(item(1, 100, 200), now)).toBe(shown)
    expect(isMarqueeItemShown(item(2, 100, 200), now)).toBe(true)
  })

  it('S3.24 times may be text in the site time zone', () => {
    const timed = { ...item(1, null, null), pmdTimerStart: '2026-03-01 20:00:00', pmdTimerEnd: '2026-03-01 20:10:00' }
    const start = Date.UTC(2026, 2, 1, 12)
    expect(MarqueeItem.safeParse(timed).success).toBe(true)
    expect([-1, 0, 599_999, 600_000].map((after) => isMarqueeItemShown(timed, start + after))).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  it.each(['', '2026-02-30 20:00:00', '2026-03-01T20:00:00', '2026-03-01 24:00:00', '2026-03-01', '明天 20:00:00'])(
    'S3.24 refuses the time "%s"',
    (time) => {
      expect(MarqueeItem.safeParse({ ...item(1, null, null), pmdTimerStart: time }).success).toBe(false)
    },
  )

  it('S4.27 null has no bound', () => {
    expect(isMarqueeItemShown(item(1, null, 10), 5)).toBe(true)
    expect(isMarqueeItemShown(item(1, null, 10), 10)).toBe(false)
    expect(isMarqueeItemShown(item(1, 10, null), 9)).toBe(false)
    expect(isMarqueeItemShown(item(1, null, null), 0)).toBe(true)
  })

  it.each([
    [0, 0],
    [1, 5],
    [2, 6],
    [3, 9],
    [4, 4],
    [9, 9],
  ])('S4.28 S4.29 %i items are shown as %i', (given, shown) => {
    const items = Array.from({ length: given }, (_, index) => index)
    const run = repeatMarqueeItems(items)
    expect(run).toHaveLength(shown)
    expect(run.slice(0, given)).toEqual(items)
  })

  const anyItem = fc.record({
    id: fc.uuid(),
    category: fc.integer({ min: 0, max: 3 }),
    pmdTimerStart: fc.option(fc.integer({ min: 0, max: 1_000 })),
    pmdTimerEnd: fc.option(fc.integer({ min: 0, max: 1_000 })),
    content: fc.string(),
  })
  const moment = fc.integer({ min: -1, max: 1_001 })

  it('S4.27 a window includes its start and excludes its end; other categories have none', () => {
    fc.assert(
      fc.property(anyItem, moment, (one, now) => {
        const { pmdTimerStart: start, pmdTimerEnd: end } = one
        const isOpen = (start === null || now >= start) && (end === null || now < end)
        expect(isMarqueeItemShown(one, now)).toBe(one.category !== 1 || isOpen)
      }),
    )
  })

  it('S4.28 S4.29 items are in order and equally often, at least four in total', () => {
    const items = fc.uniqueArray(anyItem, { selector: ({ id }) => id, maxLength: 12 })
    fc.assert(
      fc.property(items, moment, (given, now) => {
        const due = given.filter((one) => isMarqueeItemShown(one, now))
        const run = marqueeRun(given, now)
        const times = [0, 5, 3, 3][due.length] ?? 1
        expect(run.map((row) => row.item)).toEqual(Array.from({ length: times }, () => due).flat())
        expect(new Set(run.map((row) => `${row.item.id} ${row.copy}`)).size).toBe(run.length)
        if (due.length > 0) expect(run.length).toBeGreaterThanOrEqual(4)
      }),
    )
  })

  it('settled 25: filters by time, then repeats with a key for each copy', () => {
    const run = marqueeRun([item(1, 0, 10), item(2, null, null), item(3, null, null)], 50)
    expect(run.map((row) => row.item.category)).toEqual([2, 3, 2, 3, 2, 3])
    expect(new Set(run.map((row) => `${row.item.id} ${row.copy}`)).size).toBe(run.length)
  })
})
