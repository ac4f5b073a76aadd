import { atom } from 'jotai/vanilla'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { AnchorStatus, MatchClock, MatchEvent, MatchOdds } from '#protocol/room/feed.ts'
import { roomSnapshotAtom } from '../feed/feed-atoms.ts'

/** What `live.detail` says of the match of the open room. */
export type MatchDetail = DataOf<'live.detail'>

export const matchDetailAtom = atom<MatchDetail | null>(null)

/** What changes while one watches: from the room's log as soon as it is open, before that from `live.detail`. */
export interface MatchNow {
  readonly homeScore: number
  readonly guestScore: number
  readonly clock: MatchClock
  readonly events: readonly MatchEvent[]
  readonly odds: MatchOdds | null
  readonly viewers: number
  readonly anchorStatus: AnchorStatus
}

export const matchNowAtom = atom<MatchNow | null>((get) => {
  const facts = get(roomSnapshotAtom)
  if (facts !== null) return facts
  const detail = get(matchDetailAtom)
  if (detail === null) return null
  const { homeScore, guestScore, clock, viewers, anchor_status: anchorStatus } = detail.match
  return { homeScore, guestScore, clock, viewers, anchorStatus, events: detail.events, odds: detail.odds }
})

/** Null while nothing is known of a match. */
export const matchPhaseAtom = atom((get) => get(matchNowAtom)?.clock.phase ?? null)

/**
 * When the match begins or has begun, epoch milliseconds on the server's clock. Before it the room's clock says so: what
 * `live.detail` said may be of the match before.
 */
export function kickoffOf({ match }: MatchDetail, { clock }: Pick<MatchNow, 'clock'>): number {
  return clock.phase === 'before' ? clock.phaseStartedAt : match.start_time
}
