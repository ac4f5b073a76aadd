import { atom } from 'jotai'
import type { MatchSummary } from './match-stage.ts'

/** Matches that the viewer wants to be called for (占座). Lives as long as the tab. */
export const seatsAtom = atom<ReadonlySet<string>>(new Set<string>())

/** Adds a seat, or gives it back. */
export function toggledSeats(seats: ReadonlySet<string>, eid: string): ReadonlySet<string> {
  const next = new Set(seats)
  if (!next.delete(eid)) next.add(eid)
  return next
}

/** The matches with a seat that are being played now: time to call. */
export function startedSeats(seats: ReadonlySet<string>, inPlay: readonly MatchSummary[]): MatchSummary[] {
  return inPlay.filter((match) => seats.has(match.eid))
}
