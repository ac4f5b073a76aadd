/** Height of a row that was never drawn, CSS pixels: a line and a half of words. */
export const ESTIMATED_ROW_PX = 36
/** No row that shows anything is lower. */
const LEAST_ROW_PX = 28
/** Rows are drawn this far beyond what is visible while the viewer reads. */
const OVERSCAN_PX = 600
/** A turn of the wheel finds rows above the newest ones, until the list knows that it is read. */
const TAIL_OVERSCAN_PX = 240

/** Rows `start` to `end` (exclusive) are drawn; `top` is where the first of them begins, pixels from the list's beginning. */
export interface RowWindow {
  readonly start: number
  readonly end: number
  readonly top: number
}

/** What is visible: pixels from the list's beginning, and how many of them. */
export interface Viewport {
  readonly top: number
  readonly height: number
}

type HeightOf = (index: number) => number
type Keyed = { readonly key: string }

/** How many of the newest rows fill the visible part and a little above it, however low they are. */
export function tailLength(viewportPx: number): number {
  return Math.ceil((viewportPx + TAIL_OVERSCAN_PX) / LEAST_ROW_PX)
}

/** A following list becomes higher in steps of so many rows. */
const FOLLOWING_STEP = 100

/**
 * How high the content of a list that follows is, CSS pixels, when its first `start` rows are not drawn: the same for a
 * hundred of them, and room for all that are drawn unless they are unusually high. Null for a list that draws all rows.
 */
export function heightWhileFollowing(start: number): number | null {
  return start === 0 ? null : (Math.floor(start / FOLLOWING_STEP) + 2) * FOLLOWING_STEP * ESTIMATED_ROW_PX
}

/** The newest rows of `count`. */
export function tailOf(count: number, length: number): Pick<RowWindow, 'start' | 'end'> {
  return { start: Math.max(0, count - length), end: count }
}

/**
 * Where rows that are drawn stand in a list that has changed around them: by the first of them that is still there. Null
 * when none is.
 */
export function rangeOf(items: readonly Keyed[], drawn: readonly string[]): Pick<RowWindow, 'start' | 'end'> | null {
  const places = new Map(drawn.map((key, place) => [key, place]))
  for (const [index, { key }] of items.entries()) {
    const place = places.get(key)
    if (place === undefined) continue
    const start = Math.max(0, index - place)
    return { start, end: Math.min(items.length, start + drawn.length) }
  }
  return null
}

/** Pixels that rows `from` to `to` (exclusive) take. */
export function heightBetween(heightOf: HeightOf, from: number, to: number): number {
  let sum = 0
  for (let index = from; index < to; index += 1) sum += heightOf(index)
  return sum
}

/** Whether what is drawn reaches half the overscan beyond what is visible, or the ends of the list. */
export function isCovered(drawn: RowWindow, bottom: number, count: number, visible: Viewport): boolean {
  const above = drawn.start === 0 || drawn.top <= visible.top - OVERSCAN_PX / 2
  const below = drawn.end === count || bottom >= visible.top + visible.height + OVERSCAN_PX / 2
  return above && below
}

/**
 * The rows to draw around what is visible. Counts from where row `from.start` stands, so that a list whose heights are
 * partly estimated moves nothing that is in sight.
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
  // one at least: from it the list knows where the others stand
  let end = Math.min(start + 1, count)
  for (let bottom = top + heightBetween(heightOf, start, end); end < count && bottom < last; end += 1) {
    bottom += heightOf(end)
  }
  return { start, end, top }
}

/** Less room than this above drawn rows, and the viewer would run against it. */
const LEAST_ROOM_PX = 1_000

/**
 * Where drawn rows are to begin instead of at `top`, when they cannot stay: `estimate` is what the rows before them take,
 * `free` the room above all rows of a list that is lower than what is visible. Null when they can stay; the difference
 * between the two is then corrected once the list rests.
 */
export function correctedTop(top: number, start: number, estimate: number, free: number): number | null {
  if (start === 0) return Math.abs(top - free) > 0.5 ? free : null
  return top < Math.min(estimate, LEAST_ROOM_PX) ? estimate : null
}
