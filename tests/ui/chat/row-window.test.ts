import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rangeOf, tailLength, tailOf } from '#features/chat/list/ChatList.tsx'
import {
  correctedTop,
  heightBetween,
  isCovered,
  windowAt,
  type RowWindow,
  type Viewport,
} from '#features/chat/list/row-window.ts'

const heights = fc.array(fc.double({ min: 20, max: 300, noNaN: true }), { minLength: 1, maxLength: 400 })
const VISIBLE_PX = 500

/** A list with a rendered range and a scroll position. */
const scene = heights.chain((rows) =>
  fc.record({
    rows: fc.constant(rows),
    start: fc.nat(rows.length - 1),
    drawn: fc.integer({ min: 1, max: 60 }),
    /** Error of the estimated height above the rendered rows. */
    drift: fc.double({ min: -200, max: 2_000, noNaN: true }),
    position: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
)

function read({ rows, start, drawn, drift, position }: typeof scene extends fc.Arbitrary<infer Scene> ? Scene : never) {
  const heightOf = (index: number): number => rows[index] ?? 0
  const end = Math.min(rows.length, start + drawn)
  const top = Math.max(0, heightBetween(heightOf, 0, start) + drift)
  const from: RowWindow = { start, end, top }
  const visible: Viewport = { top: position * heightBetween(heightOf, 0, rows.length), height: VISIBLE_PX }
  return { heightOf, from, visible, count: rows.length, bottom: top + heightBetween(heightOf, start, end) }
}

/** Top of a row relative to the known top of another. */
function topOf(index: number, { start, top }: RowWindow, heightOf: (index: number) => number): number {
  return index >= start ? top + heightBetween(heightOf, start, index) : top - heightBetween(heightOf, index, start)
}

describe('the rows to draw', () => {
  it('cover more than the viewport, or reach the ends of the list', () => {
    fc.assert(
      fc.property(scene, (given) => {
        const { heightOf, from, visible, count } = read(given)
        const wanted = windowAt(count, heightOf, from, visible)
        const bottom = wanted.top + heightBetween(heightOf, wanted.start, wanted.end)
        expect(isCovered(wanted, bottom, count, visible) || wanted.end === count).toBe(true)
        if (wanted.start > 0) expect(wanted.top).toBeLessThanOrEqual(visible.top)
        expect(wanted.end).toBeGreaterThan(wanted.start)
      }),
    )
  })

  it('keep the position of every row', () => {
    fc.assert(
      fc.property(scene, fc.nat(), (given, pick) => {
        const { heightOf, from, visible, count } = read(given)
        const wanted = windowAt(count, heightOf, from, visible)
        const index = pick % count
        expect(topOf(index, wanted, heightOf)).toBeCloseTo(topOf(index, from, heightOf), 6)
      }),
    )
  })

  it('are few in a list of any length', () => {
    fc.assert(
      fc.property(scene, (given) => {
        const { heightOf, from, visible, count } = read(given)
        const { start, end } = windowAt(count, heightOf, from, visible)
        expect(end - start).toBeLessThanOrEqual((VISIBLE_PX + 2 * 600) / 20 + 2)
      }),
    )
  })

  it('are not requested twice in a row', () => {
    fc.assert(
      fc.property(scene, (given) => {
        const { heightOf, from, visible, count } = read(given)
        const once = windowAt(count, heightOf, from, visible)
        expect(windowAt(count, heightOf, once, visible)).toMatchObject({ start: once.start, end: once.end })
      }),
    )
  })

  it('are the newest while the list follows', () => {
    fc.assert(
      fc.property(fc.nat(5_000), fc.integer({ min: 0, max: 3_000 }), (count, height) => {
        const { start, end } = tailOf(count, tailLength(height))
        expect(end).toBe(count)
        expect(start).toBe(Math.max(0, count - tailLength(height)))
        // rows of minimum height still fill it
        expect(tailLength(height) * 28).toBeGreaterThanOrEqual(height + 240)
      }),
    )
  })
})

describe('a list that changes around the drawn rows', () => {
  const keys = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 60 })
  const keyed = (names: readonly string[]) => names.map((key) => ({ key }))

  it('finds them after older rows were added', () => {
    fc.assert(
      fc.property(keys, fc.nat(500), fc.nat(), (names, before, pick) => {
        const older = Array.from({ length: before }, (_, index) => `older ${index}`)
        const start = pick % names.length
        const drawn = names.slice(start, start + 20)
        expect(rangeOf(keyed([...older, ...names]), drawn)).toEqual({
          start: before + start,
          end: before + start + drawn.length,
        })
      }),
    )
  })

  it('finds the first remaining row when some were removed', () => {
    fc.assert(
      fc.property(keys, fc.func(fc.boolean()), (names, stays) => {
        const left = names.filter((name) => stays(name))
        const range = rangeOf(keyed(left), names)
        if (left.length === 0) {
          expect(range).toBeNull()
          return
        }
        expect(range?.start).toBe(0)
        expect(range?.end).toBeGreaterThan(0)
        expect(range?.end).toBeLessThanOrEqual(left.length)
      }),
    )
  })

  it('corrects the position only when the space above is used up', () => {
    expect(correctedTop(0, 0, 0, 0)).toBeNull()
    expect(correctedTop(-120, 0, 0, 0)).toBe(0)
    expect(correctedTop(340, 0, 0, 0)).toBe(0)
    expect(correctedTop(0, 50, 1_800, 0)).toBe(1_800) // history was inserted above
    expect(correctedTop(5_000, 50, 1_800, 0)).toBeNull() // wrong, but there is space: corrected when scrolling ends
    expect(correctedTop(900, 20, 700, 0)).toBeNull()
    expect(correctedTop(-3, 1, 36, 0)).toBe(36)
    expect(correctedTop(120.4, 0, 0, 120)).toBeNull() // few rows at the bottom of the viewport
    expect(correctedTop(-30, 0, 0, 0)).toBe(0) // until older rows leave no space above
  })
})
