import { atom } from 'jotai/vanilla'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { AnchorStatus, MatchClock, MatchEvent, MatchOdds } from '#protocol/room/feed.ts'
import { roomSnapshotAtom } from '../feed/feed-atoms.ts'

/** The match of the open room, as returned by `live.detail`. */
export type MatchDetail = DataOf<'live.detail'>

export const matchDetailAtom = atom<MatchDetail | null>(null)

/** The live state of the match: from the room's log once it is open, before that from `live.detail`. */
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
  const snapshot = get(roomSnapshotAtom)
  if (snapshot !== null) return snapshot
  const detail = get(matchDetailAtom)
  if (detail === null) return null
  const { homeScore, guestScore, clock, viewers, anchor_status: anchorStatus } = detail.match
  return { homeScore, guestScore, clock, viewers, anchorStatus, events: detail.events, odds: detail.odds }
})

/** Null while no match is known. */
export const matchPhaseAtom = atom((get) => get(matchNowAtom)?.clock.phase ?? null)

/**
 * Returns the kickoff time, epoch milliseconds on the server's clock. Before kickoff it is taken from the room's clock,
 * because `live.detail` may still describe the previous match.
 */
export function kickoffOf({ match }: MatchDetail, { clock }: Pick<MatchNow, 'clock'>): number {
  return clock.phase === 'before' ? clock.phaseStartedAt : match.start_time
}
