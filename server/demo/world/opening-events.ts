import { MATCH_EVENTS_MAX } from '#protocol/constants.ts'
import type { MatchEvent } from '#protocol/room/feed.ts'
import { goalOf } from './play.ts'
import type { MatchState } from '../../matches/match.ts'
import type { MatchPlan } from './plan.ts'
import type { Random } from './random.ts'
import { matchMinute, TEMPO } from './tempo.ts'

/** Full minutes played at `now` (epoch milliseconds), without breaks. */
function minutesPlayed({ kind }: MatchPlan, { clock }: MatchState, now: number): number {
  const { halfMinutes } = TEMPO[kind]
  if (clock.phase === 'before') return 0
  if (clock.phase === 'ended') return halfMinutes * 2
  return matchMinute(kind, clock, now) ?? halfMinutes
}

/**
 * Generates the goals of a match that is under way at start, oldest first, so that they agree with the score (S3.31).
 * Deterministic. Basketball points are no events.
 */
export function openingEvents(fixture: MatchPlan, state: MatchState, now: number, random: Random): MatchEvent[] {
  if (fixture.kind === 'basketball' || fixture.kind === 'anchor') return []
  const goals = state.homeScore + state.guestScore
  const played = minutesPlayed(fixture, state, now)
  const minutes = Array.from({ length: goals }, () => random.between(Math.min(1, played), played))
  minutes.sort((one, other) => one - other)
  let [homeScore, awayScore] = [0, 0]
  const marks = minutes.map((minute, ordinal): MatchEvent => {
    // Each order of the remaining goals is equally likely.
    const isHome = random.chance((state.homeScore - homeScore) / (goals - ordinal))
    if (isHome) homeScore += 1
    else awayScore += 1
    return {
      id: `${fixture.matchId}-${now.toString(36)}-opening-${ordinal}`,
      type: 'goal',
      side: isHome ? 'home' : 'away',
      minute,
      ...goalOf(fixture, isHome, [], random),
      homeScore,
      awayScore,
    }
  })
  return marks.slice(-MATCH_EVENTS_MAX)
}
