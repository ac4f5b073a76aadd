import type { ContentKind } from '#protocol/endpoints/live.ts'
import type { MatchState } from '../../matches/match.ts'
import type { MatchRecord } from '../../database/schema/match.ts'
import { kickOffOf } from './tempo.ts'

/** Number of results that a room retains; more than a day of football. */
export const MAX_RESULTS = 20

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

/**
 * The record of a room whose match resumes in this state after a restart. A stored kick-off counts if its match is the
 * one that resumes: it has no result yet, or it has just ended.
 */
export function resumedRecord(kind: ContentKind, stored: MatchRecord | null, state: MatchState): MatchRecord {
  const hasResult = stored?.finished.at(-1)?.kickOffAt === stored?.kickOffAt
  if (hasResult && state.clock.phase !== 'ended') return newRecord(kind, stored, state)
  return recordAfter(kind, stored, state)
}

/** The record of a room whose next match has this state. Keeps stored results. */
export function newRecord(kind: ContentKind, stored: MatchRecord | null, state: MatchState): MatchRecord {
  return recordAfter(kind, { kickOffAt: kickOffOf(kind, state.clock), finished: stored?.finished ?? [] }, state)
}
