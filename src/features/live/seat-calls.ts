import { isInPlay } from '#lib/match-clock.ts'
import type { MatchSummary } from './match-stage.ts'
import { LIVE_KINDS } from './match-stage.ts'
import type { Seats } from './seats.ts'
import type { LiveLists } from './use-live-lists.ts'

/** So long after kick-off, in milliseconds, a match still begins; later it is called by its minute. */
export const BEGINS_MS = 10 * 60_000
/** A match that begins more milliseconds after the time of a seat is the next one in the same room. */
export const POSTPONED_MS = 30 * 60_000

/** Seats to look after: their match is due at `now` (epoch milliseconds of the server's clock), or a list says it is on. */
export function dueSeats(seats: Seats, lists: LiveLists, now: number): (readonly [eid: string, startTime: number])[] {
  const isOn = (eid: string) =>
    LIVE_KINDS.some((kind) => lists[kind].matches.some((match) => match.eid === eid && isInPlay(match.clock)))
  return [...seats].filter(([eid, startTime]) => startTime <= now || isOn(eid))
}

/**
 * What becomes of a seat: its match `begins`, `runs` since a while, is still to come at another time (`waits`), or is over
 * (`gone`), and what is on in its room now is none of the seat's.
 */
export type SeatNews =
  | { readonly type: 'begins' | 'runs' | 'gone' }
  | { readonly type: 'waits'; readonly startTime: number }

/** What the server's answer about its room says of a seat at `now`, epoch milliseconds of the server's clock. */
export function seatNews(
  startTime: number,
  { clock, start_time: begunAt }: Pick<MatchSummary, 'clock' | 'start_time'>,
  now: number,
): SeatNews {
  if (clock.phase === 'before' && now < startTime + POSTPONED_MS) return { type: 'waits', startTime: begunAt }
  if (!isInPlay(clock) || begunAt > startTime + POSTPONED_MS) return { type: 'gone' }
  return { type: now < begunAt + BEGINS_MS ? 'begins' : 'runs' }
}
