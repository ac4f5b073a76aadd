/** Observation of the watchdog every 250 ms. Media times in seconds, `at` in milliseconds of a monotonic clock. */
export interface Observation {
  readonly at: number
  readonly currentTime: number
  readonly ranges: readonly { readonly start: number; readonly end: number }[]
  readonly playbackRate: number
  readonly isPaused: boolean
  /** The engine follows the live edge itself. */
  readonly chasesLive: boolean
  /** The metadata has arrived, possibly without any frame. */
  readonly hasMetadata: boolean
  /** Decoded pictures; null if unknown, or if the tab is hidden and the browser decodes none. */
  readonly pictures: number | null
}

/** The action. `reconnect` ends the watch of this connection. */
export type Decision =
  | { readonly kind: 'none' }
  | { readonly kind: 'jump' | 'seek'; readonly to: number }
  | { readonly kind: 'rate'; readonly rate: number }
  | { readonly kind: 'reconnect'; readonly reason: 'silent' | 'stuck' }

/** State between two checks. `stalls` are the times (ms) at which playback stalled. */
export interface Watch {
  readonly time: number
  readonly stillTicks: number
  readonly movedAt: number
  readonly end: number
  readonly grewAt: number
  readonly stalls: readonly number[]
  /** Decoded pictures, and when their number last changed or could not change. */
  readonly pictures: number
  readonly decodedAt: number
}

export const WATCH_INTERVAL_MS = 250
/** Checks without progress that count as a stall. */
const STILL_TICKS = 2
/** Time without a new picture, while the sound goes on, that counts as a stall. */
const STILL_PICTURE_MS = 2_000
const JUMP_MARGIN_S = 0.02
const SEEK_FROM_S = 3
export const SEEK_MARGIN_S = 0.8
/** With 0.1 s to decode, a picture is shown at most 1.5 s after its arrival at the server. */
const CHASE_FROM_S = 1.3
const CHASE_UNTIL_S = 1
/** Settled 23: maximum playback rate; larger delays are skipped by a seek. */
export const CHASE_RATE = 1.1
const SILENCE_LIMIT_MS = 5_000
const STUCK_LIMIT_MS = 6_000
/**
 * Time limit for the first HLS segment, which may be slow, and for the next FLV key frame, with which video starts:
 * encoders send one every ten seconds by default.
 */
export const FIRST_PICTURE_LIMIT_MS = 15_000
/** Every stall of the last minute allows half a second more of delay, up to two seconds. */
const STALL_MEMORY_MS = 60_000
export const CUSHION_STEP_S = 0.5
export const CUSHION_LIMIT_S = 2

const NOTHING: Decision = { kind: 'none' }

export function startWatch(at: number): Watch {
  return { time: -1, stillTicks: 0, movedAt: at, end: 0, grewAt: at, stalls: [], pictures: 0, decodedAt: at }
}

/** Additional delay (seconds) for recent stalls. */
export function cushionOf(watch: Watch, at: number): number {
  const recent = watch.stalls.filter((stall) => at - stall < STALL_MEMORY_MS).length
  return Math.min(CUSHION_LIMIT_S, recent * CUSHION_STEP_S)
}

/** `currentTime` also advances with the sound alone. A stream without any picture is judged elsewhere. */
function decodedIn(watch: Watch, { at, pictures, isPaused }: Observation): Pick<Watch, 'pictures' | 'decodedAt'> {
  const isDecoding = isPaused || pictures === null || pictures === 0 || pictures !== watch.pictures
  return { pictures: pictures ?? watch.pictures, decodedAt: isDecoding ? at : watch.decodedAt }
}

function stallsWith({ stalls }: Watch, at: number): number[] {
  return [...stalls.filter((stall) => at - stall < STALL_MEMORY_MS), at]
}

function remember(watch: Watch, seen: Observation): Watch {
  const { at, currentTime, isPaused, chasesLive } = seen
  const end = seen.ranges.at(-1)?.end ?? 0
  const hasMoved = currentTime !== watch.time // a paused video and its idle engine are not stalled
  const stillTicks = hasMoved || isPaused ? 0 : watch.stillTicks + 1
  // Between two segments the end of the buffer does not advance although nothing is missing.
  const isFed = end !== watch.end || (chasesLive && hasMoved)
  const isFirstPicture = watch.end === 0 && end > 0
  const isStall = stillTicks === STILL_TICKS && watch.time > 0
  return {
    time: currentTime,
    stillTicks,
    movedAt: hasMoved || isPaused || isFirstPicture ? at : watch.movedAt,
    end,
    grewAt: isPaused || isFed ? at : watch.grewAt,
    stalls: isStall ? stallsWith(watch, at) : watch.stalls,
    ...decodedIn(watch, seen),
  }
}

/** True if the viewer sees a picture that stands although it should move. */
export function isStill({ stillTicks, decodedAt }: Watch, at: number): boolean {
  return stillTicks >= STILL_TICKS || at - decodedAt >= STILL_PICTURE_MS
}

/** The start of the next range if playback stands in a gap. */
function rangeAhead({ currentTime, ranges }: Observation): number | null {
  const isInside = ranges.some(({ start, end }) => start <= currentTime && currentTime < end - JUMP_MARGIN_S)
  const next = ranges.find(({ start }) => start > currentTime)
  return isInside || !next ? null : next.start
}

function chase(watch: Watch, seen: Observation): Decision {
  const range = seen.ranges.at(-1)
  if (seen.chasesLive || !range || seen.isPaused) return NOTHING
  const cushion = cushionOf(watch, seen.at)
  const behind = range.end - seen.currentTime
  if (behind > SEEK_FROM_S + cushion) {
    const to = Math.max(range.start + JUMP_MARGIN_S, range.end - SEEK_MARGIN_S - cushion)
    return to > seen.currentTime ? { kind: 'seek', to } : NOTHING
  }
  const wanted = behind > CHASE_FROM_S + cushion ? CHASE_RATE : behind < CHASE_UNTIL_S + cushion ? 1 : seen.playbackRate
  return wanted === seen.playbackRate ? NOTHING : { kind: 'rate', rate: wanted }
}

/**
 * One check: the new state and the action. Pure. Order: a source without data for 5 s (for engines that follow the live
 * edge only while stalled; 15 s before the first picture) or a picture that has not advanced for 6 s is reconnected; a
 * gap is skipped; then the live edge is followed.
 */
export function decide(watch: Watch, seen: Observation): { watch: Watch; decision: Decision } {
  const next = remember(watch, seen)
  const decide = (decision: Decision): { watch: Watch; decision: Decision } => ({ watch: next, decision })
  const awaitsPicture = next.end === 0 && (seen.chasesLive || seen.hasMetadata)
  const silenceLimit = awaitsPicture ? FIRST_PICTURE_LIMIT_MS : SILENCE_LIMIT_MS
  if (seen.at - next.grewAt >= silenceLimit) return decide({ kind: 'reconnect', reason: 'silent' })
  if (!awaitsPicture && seen.at - next.movedAt >= STUCK_LIMIT_MS) return decide({ kind: 'reconnect', reason: 'stuck' })
  if (seen.at - next.decodedAt >= STUCK_LIMIT_MS) return decide({ kind: 'reconnect', reason: 'stuck' })
  if (next.stillTicks >= STILL_TICKS) {
    const start = rangeAhead(seen)
    if (start !== null) return decide({ kind: 'jump', to: start + JUMP_MARGIN_S })
  }
  return decide(chase(next, seen))
}
