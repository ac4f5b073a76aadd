/** Pure rules for the qualities of a live picture. A quality is named by its height in pixels. */

const FLV = /\.flv$/i
/** Sources list no more qualities than players offer. */
const MAX_HEIGHTS = 12
const MIN_HEIGHT = 16
const MAX_HEIGHT = 4320

/** The URL of an FLV source in one quality: `/media/a1.flv?s=1` becomes `/media/a1.720.flv?s=1`. */
export function qualityUrl(url: string, height: number): string {
  const at = url.indexOf('?')
  const [path, query] = at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at)]
  return FLV.test(path) ? `${path.replace(FLV, `.${height}.flv`)}${query}` : url
}

/** The heights in a text such as `360,720`, smallest first; empty for a text that is no list of heights. */
export function parseHeights(text: string | null): readonly number[] {
  const heights = text === null || !/^\d{2,4}(?:,\d{2,4})*$/.test(text) ? [] : text.split(',').map(Number)
  const isValid = heights.every((height) => height >= MIN_HEIGHT && height <= MAX_HEIGHT)
  return isValid && heights.length <= MAX_HEIGHTS ? [...new Set(heights)].sort((a, b) => a - b) : []
}

/** What the automatic choice of a quality depends on. */
export interface QualityConditions {
  /** Height of the picture on the screen in device pixels; null if it is not known. */
  readonly shownHeight: number | null
  /** The viewer has asked the browser to save data. */
  readonly savesData: boolean
  /** `navigator.connection.effectiveType`; null in browsers without it. */
  readonly effectiveType: string | null
  /** Megabits per second, `navigator.connection.downlink`; null in browsers without it. */
  readonly downlink: number | null
  /** Largest height after stalls; null without a limit. */
  readonly maxHeight: number | null
}

/** A picture may be enlarged by this factor before the next quality is chosen. */
const MAX_ENLARGEMENT = 1.25
const SLOW_TYPES: ReadonlySet<string> = new Set(['slow-2g', '2g', '3g'])
/** Megabits per second that a height needs, with reserve. */
const NEEDED_DOWNLINK: readonly (readonly [minHeight: number, megabits: number])[] = [
  [1440, 12],
  [1080, 6],
  [720, 2],
  [480, 1],
]

function neededDownlink(height: number): number {
  return NEEDED_DOWNLINK.find(([minHeight]) => height >= minHeight)?.[1] ?? 0
}

/** The largest height that network and stalls permit; the smallest one if they permit none. `heights` is not empty. */
export function permittedHeight(heights: readonly number[], conditions: QualityConditions): number {
  const { savesData, effectiveType, downlink, maxHeight } = conditions
  const smallest = Math.min(...heights)
  if (savesData || (effectiveType !== null && SLOW_TYPES.has(effectiveType))) return smallest
  const permitted = heights.filter(
    (height) => height <= (maxHeight ?? Infinity) && neededDownlink(height) <= (downlink ?? Infinity),
  )
  return Math.max(smallest, ...permitted)
}

/** The quality of a new connection: the smallest one that fills the picture, if the network permits it. */
export function automaticHeight(heights: readonly number[], conditions: QualityConditions): number {
  const needed = (conditions.shownHeight ?? Infinity) / MAX_ENLARGEMENT
  const filling = Math.min(...heights.filter((height) => height >= needed))
  return Math.min(filling, permittedHeight(heights, conditions))
}

/**
 * The quality of a connection whose conditions have changed. A change interrupts an FLV picture, so it is not reduced
 * because the picture has become smaller.
 */
export function nextHeight(heights: readonly number[], current: number, conditions: QualityConditions): number {
  return Math.min(Math.max(current, automaticHeight(heights, conditions)), permittedHeight(heights, conditions))
}

/** The offered height for a viewer's choice: the same or the next smaller one, else the smallest. */
export function offeredHeight(heights: readonly number[], wanted: number): number {
  return Math.max(Math.min(...heights), ...heights.filter((height) => height <= wanted))
}

/** A limit after stalls. Times are monotonic milliseconds. */
interface StallLimit {
  /** Recent stalls at the current quality. */
  readonly stalls: readonly number[]
  readonly maxHeight: number | null
  /** The limit ends at this time. */
  readonly until: number
  /** How often a limit was set; each one lasts longer. */
  readonly count: number
}

export const NO_STALLS: StallLimit = { stalls: [], maxHeight: null, until: 0, count: 0 }

const STALL_WINDOW_MS = 30_000
const MAX_STALLS = 2
const FIRST_LIMIT_MS = 120_000
const MAX_DOUBLINGS = 4

/** Records a stall at a height. The second one within 30 s limits the quality to the next smaller height for a while. */
export function afterStall(limit: StallLimit, heights: readonly number[], height: number, now: number): StallLimit {
  const stalls = [...limit.stalls.filter((at) => now - at < STALL_WINDOW_MS), now]
  const smaller = heights.filter((one) => one < height)
  if (stalls.length < MAX_STALLS || smaller.length === 0) return { ...limit, stalls }
  const until = now + FIRST_LIMIT_MS * 2 ** Math.min(limit.count, MAX_DOUBLINGS)
  return { stalls: [], maxHeight: Math.max(...smaller), until, count: limit.count + 1 }
}

/** The limit at a time: without its height when it has ended. */
export function limitAt(limit: StallLimit, now: number): StallLimit {
  return limit.maxHeight !== null && now >= limit.until ? { ...limit, maxHeight: null } : limit
}
