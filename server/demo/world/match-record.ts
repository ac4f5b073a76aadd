import type { ContentKind } from '#protocol/endpoints/live.ts'
import type { MatchState } from './play.ts'
import { kickOffOf } from './tempo.ts'

/** How many results a room keeps: more than a day of football. */
export const RESULTS_KEPT = 20

/** A match of a room that is over. */
export interface FinishedMatch {
  /** Epoch milliseconds. */
  readonly kickOffAt: number
  readonly homeScore: number
  readonly guestScore: number
}

/** What a room knows of its matches beyond the moment (S1.24). */
export interface MatchRecord {
  /** When the present match kicked off or will, epoch milliseconds: the same for as long as the match is there. */
  readonly kickOffAt: number
  /** The newest last, {@link RESULTS_KEPT} at most; the present one too once it has ended. */
  readonly finished: readonly FinishedMatch[]
}

/**
 * The record after a state has come. Each phase begins a little later than the clock says, and much later after a stop:
 * the kick-off is read before the match, or when the room meets it, and stands until the next one.
 */
export function recordAfter(
  kind: ContentKind,
  record: MatchRecord | null,
  { clock, homeScore, guestScore }: Pick<MatchState, 'clock' | 'homeScore' | 'guestScore'>,
): MatchRecord {
  const kickOffAt = record === null || clock.phase === 'before' ? kickOffOf(kind, clock) : record.kickOffAt
  const finished = record?.finished ?? []
  if (clock.phase === 'ended' && finished.at(-1)?.kickOffAt !== kickOffAt) {
    return { kickOffAt, finished: [...finished, { kickOffAt, homeScore, guestScore }].slice(-RESULTS_KEPT) }
  }
  return record?.kickOffAt === kickOffAt ? record : { kickOffAt, finished }
}
