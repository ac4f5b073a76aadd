/** What the watchdog sees every 250 ms. Times of the media in seconds, `at` in milliseconds of a steady clock. */
export interface Observation {
  readonly at: number
  readonly currentTime: number
  readonly ranges: readonly { readonly start: number; readonly end: number }[]
  readonly playbackRate: number
  readonly isPaused: boolean
  /** The engine keeps up with the live edge by itself. */
  readonly chasesLive: boolean
  /** The source has said what its picture is made of, though it may have sent none of it yet. */
  readonly hasMetadata: boolean
}

/** What to do now. `reconnect` ends the watch of this connection. */
export type Decision =
  | { readonly kind: 'none' }
  | { readonly kind: 'jump' | 'seek'; readonly to: number }
  | { readonly kind: 'rate'; readonly rate: number }
  | { readonly kind: 'reconnect'; readonly reason: 'silent' | 'stuck' }

/** What it remembers between two looks. `stalls` are the moments (ms) at which playing stopped for want of data. */
export interface Watch {
  readonly time: number
  readonly stillTicks: number
  readonly movedAt: number
  readonly end: number
  readonly grewAt: number
  readonly stalls: readonly number[]
}

export const WATCH_INTERVAL_MS = 250
/** Two looks without progress mean that playing has stopped. */
export const STILL_TICKS = 2
export const JUMP_MARGIN_S = 0.02
export const SEEK_FROM_S = 3
export const SEEK_MARGIN_S = 0.8
export const CHASE_FROM_S = 1.6
export const CHASE_UNTIL_S = 1
/** Settled 23: never faster than this; what is further behind is skipped by one seek. */
export const CHASE_RATE = 1.1
export const SILENCE_LIMIT_MS = 5_000
export const STUCK_LIMIT_MS = 6_000
/**
 * HLS comes in whole segments: the first of them may take a slow link this long. So may the next key frame of FLV, with
 * which the picture begins for whoever joins late in a long group: an encoder that is told nothing sends one in ten seconds.
 */
export const FIRST_PICTURE_LIMIT_MS = 15_000
/** Every stall of the last minute allows half a second more of delay, up to two seconds: a jittery line gets a cushion. */
export const STALL_MEMORY_MS = 60_000
export const CUSHION_STEP_S = 0.5
export const CUSHION_LIMIT_S = 2

const NOTHING: Decision = { kind: 'none' }

export function startWatch(at: number): Watch {
  return { time: -1, stillTicks: 0, movedAt: at, end: 0, grewAt: at, stalls: [] }
}

/** Extra delay (seconds) that recent stalls have earned. */
export function cushionOf(watch: Watch, at: number): number {
  const recent = watch.stalls.filter((stall) => at - stall < STALL_MEMORY_MS).length
  return Math.min(CUSHION_LIMIT_S, recent * CUSHION_STEP_S)
}

function remember(watch: Watch, seen: Observation): Watch {
  const { at, currentTime, isPaused, chasesLive } = seen
  const end = seen.ranges.at(-1)?.end ?? 0
  const hasMoved = currentTime !== watch.time // a paused picture and its idle engine are no fault
  const stillTicks = hasMoved || isPaused ? 0 : watch.stillTicks + 1
  // Between two whole segments the end stands still for as long as one lasts, and nothing is missing.
  const isFed = end !== watch.end || (chasesLive && hasMoved)
  const isFirstPicture = watch.end === 0 && end > 0
  const isStall = stillTicks === STILL_TICKS && watch.time > 0
  return {
    time: currentTime,
    stillTicks,
    movedAt: hasMoved || isPaused || isFirstPicture ? at : watch.movedAt,
    end,
    grewAt: isPaused || isFed ? at : watch.grewAt,
    stalls: isStall ? [...watch.stalls.filter((stall) => at - stall < STALL_MEMORY_MS), at] : watch.stalls,
  }
}

/** The start of a range that lies ahead of where playing stands still, when that place itself has no data. */
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
 * One look at the player: what to remember and what to do. Pure. Order: a source that has been silent for 5 s (of an
 * engine that chases, while the picture stands; 15 s before the first picture of such an engine, and of a source that has
 * begun to answer) or a picture that has stood for 6 s is connected anew; a hole in the buffer is jumped; then the live
 * edge is chased.
 */
export function decide(watch: Watch, seen: Observation): { watch: Watch; decision: Decision } {
  const next = remember(watch, seen)
  const answer = (decision: Decision): { watch: Watch; decision: Decision } => ({ watch: next, decision })
  const awaitsPicture = next.end === 0 && (seen.chasesLive || seen.hasMetadata)
  const silenceLimit = awaitsPicture ? FIRST_PICTURE_LIMIT_MS : SILENCE_LIMIT_MS
  if (seen.at - next.grewAt >= silenceLimit) return answer({ kind: 'reconnect', reason: 'silent' })
  if (!awaitsPicture && seen.at - next.movedAt >= STUCK_LIMIT_MS) return answer({ kind: 'reconnect', reason: 'stuck' })
  if (next.stillTicks >= STILL_TICKS) {
    const start = rangeAhead(seen)
    if (start !== null) return answer({ kind: 'jump', to: start + JUMP_MARGIN_S })
  }
  return answer(chase(next, seen))
}
