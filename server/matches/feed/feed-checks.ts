import { MINUTE_MS, SECOND_MS } from '#protocol/time.ts'
import type { MatchClock, MatchPhase } from '#protocol/room/feed.ts'
import type { FeedMatch } from './feed-document.ts'

/** A suspicious change is applied after the feed has repeated it for this long, such as a goal that is disallowed. */
export const CONFIRM_MS = 60 * SECOND_MS
/** The start of a phase may move by this much, and lie this far ahead. */
const CLOCK_TOLERANCE_MS = MINUTE_MS
/** A document from further ahead comes from a wrong clock. */
const MAX_AHEAD_MS = 5 * MINUTE_MS

/** Points of both sides together that one read can add. */
const MAX_STEP = { football: 3, basketball: 40, esports: 30 } as const
const ORDER: readonly MatchPhase[] = ['before', 'first-half', 'half-time', 'second-half', 'ended']

/** Score and clock of a match. */
export interface Board {
  readonly homeScore: number
  readonly guestScore: number
  readonly clock: MatchClock
}

/** `time-ahead`: a phase that starts in the future. It is never applied, however often it is repeated. */
export type BoardDoubt = 'score-back' | 'score-jump' | 'phase-back' | 'time-jump' | 'time-ahead'

/** A change that was not applied. `since` is when the feed sent it first (epoch milliseconds). */
export interface Doubt {
  readonly reason: BoardDoubt
  /** The refused values, to recognize that the feed repeats them. */
  readonly value: string
  readonly since: number
}

interface CheckedBoard {
  readonly board: Board
  /** At most one per part: score and clock. */
  readonly doubts: readonly Doubt[]
}

/** The board that a feed reports. Before the match its clock starts at the kick-off. */
export function boardOf({ phase, phaseStartedAt, kickOffAt, score }: FeedMatch): Board {
  return {
    homeScore: score.home,
    guestScore: score.away,
    clock: { phase, phaseStartedAt: phase === 'before' ? kickOffAt : (phaseStartedAt ?? kickOffAt) },
  }
}

/**
 * Decides which part of a reported board replaces the known one. A suspicious part keeps its known value until the feed
 * has repeated the new one for CONFIRM_MS. Score and clock are separate, except that a match does not end while its
 * score is in doubt, because its bets would be settled on the known score. Pure.
 *
 * @param known null for a match that is seen for the first time
 * @param earlier the doubts of the last read
 */
export function checkBoard(
  kind: keyof typeof MAX_STEP,
  known: Board | null,
  reported: Board,
  earlier: readonly Doubt[],
  now: number,
): CheckedBoard {
  const score = settle(scoreDoubt(kind, known, reported), `${reported.homeScore}:${reported.guestScore}`, earlier, now)
  const clock = settle(
    clockDoubt(known, reported, now),
    `${reported.clock.phase} ${reported.clock.phaseStartedAt}`,
    earlier,
    now,
  )
  const scored = score && known ? known : reported
  const isHeld = clock !== null || (score !== null && reported.clock.phase === 'ended')
  const timed = isHeld && known ? known.clock : clock ? startable(reported.clock, now) : reported.clock
  return {
    board: { homeScore: scored.homeScore, guestScore: scored.guestScore, clock: timed },
    doubts: [score, clock].filter((doubt) => doubt !== null),
  }
}

/** Why a document is not applied at all, or null. `last` is the time of the last applied one. */
export function documentDoubt(generatedAt: number, last: number | null, now: number): 'older' | 'ahead' | null {
  if (generatedAt > now + MAX_AHEAD_MS) return 'ahead'
  return last !== null && generatedAt < last ? 'older' : null
}

/** The doubt with its age, or null if there is none or the feed has repeated the value for long enough. */
function settle(reason: BoardDoubt | null, value: string, earlier: readonly Doubt[], now: number): Doubt | null {
  if (reason === null) return null
  const same = earlier.find((doubt) => doubt.value === value)
  const since = same?.since ?? now
  const isConfirmed = now - since >= CONFIRM_MS && reason !== 'time-ahead'
  return isConfirmed ? null : { reason, value, since }
}

function scoreDoubt(kind: keyof typeof MAX_STEP, known: Board | null, reported: Board): BoardDoubt | null {
  if (!known || known.clock.phase === 'before') return null
  const [home, guest] = [reported.homeScore - known.homeScore, reported.guestScore - known.guestScore]
  if (home < 0 || guest < 0) return 'score-back'
  return home + guest > MAX_STEP[kind] ? 'score-jump' : null
}

function clockDoubt(known: Board | null, { clock }: Board, now: number): BoardDoubt | null {
  const isPlayed = clock.phase !== 'before'
  if (isPlayed && clock.phaseStartedAt > now + CLOCK_TOLERANCE_MS) return 'time-ahead'
  if (!known) return null
  const step = ORDER.indexOf(clock.phase) - ORDER.indexOf(known.clock.phase)
  if (step < 0) return 'phase-back'
  if (!isPlayed || known.clock.phase === 'before') return null
  const moved = clock.phaseStartedAt - known.clock.phaseStartedAt
  if (step === 0) return Math.abs(moved) > CLOCK_TOLERANCE_MS ? 'time-jump' : null
  return moved < 0 ? 'time-jump' : null
}

/** A clock that does not start in the future. */
function startable(clock: MatchClock, now: number): MatchClock {
  return { ...clock, phaseStartedAt: Math.min(clock.phaseStartedAt, now) }
}
