import { siteDayOf } from '#protocol/time.ts'
import type { FinishedMatch } from '../../database/schema/match.ts'
import type { MatchRoom } from '../world/match-room.ts'
import { scheduledMatch } from '../../matches/match-data.ts'
import type { Fixture } from './fixtures.ts'
import { isLeagueId, roundOfDay } from './season.ts'
import { type Tip, tipsOf } from './tips.ts'

export interface MatchTip {
  readonly tip: Tip
  readonly match: Fixture
}

/**
 * Rounds kick-off times: much shorter than a match, and long enough that a kick-off read again after a restart gives
 * the same key.
 */
const KEY_INTERVAL_MS = 10 * 60_000

/** Identifies a match of a room by its kick-off (epoch milliseconds), independent of midnight and of the next match. */
export function tipMatchKey(eid: string, kickOffAt: number): string {
  return `${eid}-${Math.floor(kickOffAt / KEY_INTERVAL_MS)}`
}

/** Tips on the current or next match of a room; none after its end (S1.24). */
export function presentTips(seed: number, room: MatchRoom): MatchTip[] {
  const match = scheduledMatch(room)
  if (match.stage === 'ended') return []
  return matchTip(seed, room, { ...match, kickOffAt: room.record.kickOffAt }, null)
}

/** Tips on a finished match of a room, with their result. */
export function finishedTips(seed: number, room: MatchRoom, finished: FinishedMatch): MatchTip[] {
  const { kickOffAt, homeScore, guestScore } = finished
  const score = `${homeScore}-${guestScore}`
  const match: Fixture = { ...scheduledMatch(room), kickOffAt, stage: 'ended', score, hasRoom: false }
  return matchTip(seed, room, match, [homeScore, guestScore])
}

function matchTip(
  seed: number,
  { fixture }: MatchRoom,
  match: Fixture,
  result: readonly [number, number] | null,
): MatchTip[] {
  const { kind, eid } = fixture
  if (!isLeagueId(kind)) return []
  const { kickOffAt } = match
  const moment = { key: tipMatchKey(eid, kickOffAt), round: roundOfDay(kind, siteDayOf(kickOffAt)), kickOffAt, result }
  return tipsOf(seed, { ...fixture, kind, ...moment }).map((tip) => ({ tip, match }))
}
