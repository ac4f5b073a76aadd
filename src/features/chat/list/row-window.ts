/** Estimated height of a row that was never drawn, CSS pixels: one and a half lines of text. */
export const ESTIMATED_ROW_PX = 36
/** Rows are drawn this far beyond the viewport while the viewer reads. */
const OVERSCAN_PX = 600

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
