import { atom } from 'jotai'
import type { MatchSummary } from './match-stage.ts'

/** When the match of a seat is to begin, by the id of its room, epoch milliseconds on the server's clock. */
export type Seats = ReadonlyMap<string, number>

/** Matches that the viewer wants to be called for (占座). Lives as long as the tab. */
export const seatsAtom = atom<Seats>(new Map<string, number>())

/** Adds a seat, or gives it back. */
export function toggledSeats(seats: Seats, { eid, start_time }: Pick<MatchSummary, 'eid' | 'start_time'>): Seats {
  const next = new Map(seats)
  if (!next.delete(eid)) next.set(eid, start_time)
  return next
}
