import { siteDayOf } from '#protocol/time.ts'
import type { FinishedMatch } from '../world/match-record.ts'
import type { MatchRoom } from '../world/match-room.ts'
import { type Fixture, fixtureOfRoom } from './fixtures.ts'
import { isLeagueId, roundOfDay } from './season.ts'
import { type Tip, tipsOf } from './tips.ts'

/** A view with the match that it is about. */
export interface Told {
  readonly tip: Tip
  readonly match: Fixture
}

/** Far shorter than a match, and long enough that a kick-off read again after a restart is mostly the same. */
const MARK_MS = 10 * 60_000

/** Names a match among all of its room, by its kick-off (epoch milliseconds): neither midnight nor the next match changes it. */
export function markOf(eid: string, kickOffAt: number): string {
  return `${eid}-${Math.floor(kickOffAt / MARK_MS)}`
}

/** Views on the match that a room plays or will play next; none once it is over (S1.24). */
export function presentTips(seed: number, room: MatchRoom): Told[] {
  const match = fixtureOfRoom(room)
  if (match.stage === 'ended') return []
  return told(seed, room, { ...match, kickOffAt: room.record.kickOffAt }, null)
}

/** What was said of a match that a room has played, judged by its result: the room is that of another match now. */
export function finishedTips(seed: number, room: MatchRoom, finished: FinishedMatch): Told[] {
  const { kickOffAt, homeScore, guestScore } = finished
  const score = `${homeScore}-${guestScore}`
  const match: Fixture = { ...fixtureOfRoom(room), kickOffAt, stage: 'ended', score, hasRoom: false }
  return told(seed, room, match, [homeScore, guestScore])
}

function told(seed: number, { plan }: MatchRoom, match: Fixture, result: readonly [number, number] | null): Told[] {
  const { kind, eid } = plan
  if (!isLeagueId(kind)) return []
  const { kickOffAt } = match
  const moment = { key: markOf(eid, kickOffAt), round: roundOfDay(kind, siteDayOf(kickOffAt)), kickOffAt, result }
  return tipsOf(seed, { ...plan, kind, ...moment }).map((tip) => ({ tip, match }))
}
