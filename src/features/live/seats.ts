import { atom } from 'jotai'
import type { MatchSummary } from './match-stage.ts'

/** Start time of the match by room id, epoch milliseconds of the server's clock. */
export type Seats = ReadonlyMap<string, number>

/** Matches with a reminder (占座). Lives as long as the tab. */
export const seatsAtom = atom<Seats>(new Map<string, number>())

/** Adds or removes a reminder. */
export function toggledSeats(seats: Seats, { eid, start_time }: Pick<MatchSummary, 'eid' | 'start_time'>): Seats {
  const next = new Map(seats)
  if (!next.delete(eid)) next.set(eid, start_time)
  return next
}
