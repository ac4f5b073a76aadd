import type { ContentKind } from '#protocol/endpoints/live.ts'
import type { MatchState } from '../../matches/match.ts'
import { kickOffOf } from './tempo.ts'

/** Number of results that a room retains; more than a day of football. */
export const MAX_RESULTS = 20

/** A finished match of a room. */
export interface FinishedMatch {
  /** Epoch milliseconds. */
  readonly kickOffAt: number
  readonly homeScore: number
  readonly guestScore: number
}

/** Kick-off and results of a room (S1.24). */
export interface MatchRecord {
  /** Kick-off of the current match in epoch milliseconds; constant during the match. */
  readonly kickOffAt: number
  /** Newest last, at most {@link MAX_RESULTS}; includes the current match after its end. */
  readonly finished: readonly FinishedMatch[]
}

/**
 * Updates the record with a new state. Phases start a little later than the clock says, and much later after a restart,
 * so the kick-off is read before the match, or when the room is first seen, and then stays.
 */
export function recordAfter(
  kind: ContentKind,
  record: MatchRecord | null,
  { clock, homeScore, guestScore }: Pick<MatchState, 'clock' | 'homeScore' | 'guestScore'>,
): MatchRecord {
  const kickOffAt = record === null || clock.phase === 'before' ? kickOffOf(kind, clock) : record.kickOffAt
  const finished = record?.finished ?? []
  if (clock.phase === 'ended' && finished.at(-1)?.kickOffAt !== kickOffAt) {
    return { kickOffAt, finished: [...finished, { kickOffAt, homeScore, guestScore }].slice(-MAX_RESULTS) }
  }
  return record?.kickOffAt === kickOffAt ? record : { kickOffAt, finished }
}
