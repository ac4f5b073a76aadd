/** Estimated height of a row that was never drawn, CSS pixels: one and a half lines of text. */
export const ESTIMATED_ROW_PX = 36
/** Lowest height of a row. */
const MIN_ROW_PX = 28
/** Rows are drawn this far beyond the viewport while the viewer reads. */
const OVERSCAN_PX = 600
/** Rows drawn above the viewport while the list follows, for the first turn of the wheel. */
const TAIL_OVERSCAN_PX = 240

/** The drawn rows `start` to `end` (exclusive). `top` is where the first begins, pixels from the start of the list. */
export interface RowWindow {
  readonly start: number
  readonly end: number
  readonly top: number
}

/** The visible part, pixels from the start of the list. */
export interface Viewport {
  readonly top: number
  readonly height: number
}

type HeightOf = (index: number) => number
type Keyed = { readonly key: string }

/** Returns the number of newest rows that fill the viewport and the overscan at any height of the rows. */
export function tailLength(viewportPx: number): number {
  return Math.ceil((viewportPx + TAIL_OVERSCAN_PX) / MIN_ROW_PX)
}

/** The height of a following list grows in steps of this many rows. */
const FOLLOWING_STEP = 100

/**
 * Returns the height of the content of a following list, CSS pixels, if its first `start` rows are not drawn. It is the
 * same for a hundred rows and fits all drawn rows unless they are unusually high. Null if all rows are drawn.
 */
export function heightWhileFollowing(start: number): number | null {
  return start === 0 ? null : (Math.floor(start / FOLLOWING_STEP) + 2) * FOLLOWING_STEP * ESTIMATED_ROW_PX
}

/** Returns the newest `length` of `count` rows. */
export function tailOf(count: number, length: number): Pick<RowWindow, 'start' | 'end'> {
  return { start: Math.max(0, count - length), end: count }
}

/** Returns the range of drawn rows in a changed list, by the first of them that still exists; null if none does. */
export function rangeOf(items: readonly Keyed[], drawn: readonly string[]): Pick<RowWindow, 'start' | 'end'> | null {
  const offsets = new Map(drawn.map((key, offset) => [key, offset]))
  for (const [index, { key }] of items.entries()) {
    const offset = offsets.get(key)
    if (offset === undefined) continue
    const start = Math.max(0, index - offset)
    return { start, end: Math.min(items.length, start + drawn.length) }
  }
  return null
}

/** Returns the height of rows `from` to `to` (exclusive). */
export function heightBetween(heightOf: HeightOf, from: number, to: number): number {
  let sum = 0
  for (let index = from; index < to; index += 1) sum += heightOf(index)
  return sum
}

/** Returns whether the drawn rows cover the viewport and half the overscan, or reach the ends of the list. */
export function isCovered(drawn: RowWindow, bottom: number, count: number, visible: Viewport): boolean {
  const above = drawn.start === 0 || drawn.top <= visible.top - OVERSCAN_PX / 2
  const below = drawn.end === count || bottom >= visible.top + visible.height + OVERSCAN_PX / 2
  return above && below
}

/**
 * Returns the rows to draw around the viewport. Measures from the position of row `from.start`, so that estimated heights
 * do not move visible rows.
 */
export function windowAt(count: number, heightOf: HeightOf, from: RowWindow, visible: Viewport): RowWindow {
  const first = visible.top - OVERSCAN_PX
  const last = visible.top + visible.height + OVERSCAN_PX
  let { start, top } = from
  while (start > 0 && top > first) {
    start -= 1
    top -= heightOf(start)
  }
  while (start < count - 1 && top + heightOf(start) < first) {
    top += heightOf(start)
    start += 1
  }
  // At least one row, from which the positions of the others follow.
  let end = Math.min(start + 1, count)
  for (let bottom = top + heightBetween(heightOf, start, end); end < count && bottom < last; end += 1) {
    bottom += heightOf(end)
  }
  return { start, end, top }
}

/** Minimum space above the drawn rows; with less, the viewer could scroll to its end. */
const MIN_SPACE_PX = 1_000

/**
 * Returns where the drawn rows must begin instead of at `top`; null if they can stay, in which case the difference is
 * corrected when scrolling ends. `estimate` is the height of the rows before them, `free` the space above the rows of a
 * list that does not fill the viewport.
 */
export function correctedTop(top: number, start: number, estimate: number, free: number): number | null {
  if (start === 0) return Math.abs(top - free) > 0.5 ? free : null
  return top < Math.min(estimate, MIN_SPACE_PX) ? estimate : null
}
