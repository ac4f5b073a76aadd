import { MATCH_EVENTS_MAX } from '#protocol/constants.ts'
import type { MatchEvent } from '#protocol/room/feed.ts'
import { goalOf } from './play.ts'
import type { Score } from '#protocol/sports/market-keys.ts'
import type { MatchState } from '../../matches/match.ts'
import { pointsOf } from '../../sports/prices/price-input.ts'
import type { MatchPlan } from './plan.ts'
import type { Random } from './random.ts'
import { minutesPlayed, TEMPO } from './tempo.ts'

/** First and last full minute of each period of football or esports that has begun, as far as it was played. */
function minutesOf({ kind }: MatchPlan, { clock }: MatchState, now: number): [first: number, last: number][] {
  const half = TEMPO[kind].halfMinutes
  return minutesPlayed(kind, clock, now).map((minutes, index) => {
    const before = index * half
    // Minute 30 of esports is in the second map, minute 45 of football in the first half.
    const last = Math.min(kind === 'esports' ? half - 1 : half, Math.floor(minutes))
    return [before + Math.min(1, last), before + last]
  })
}

/**
 * Generates the goals of a match that is under way at start, oldest first, so that they agree with the score (S3.31), its
 * periods and the order of the goals. Deterministic. Basketball points are no events.
 */
export function openingEvents(fixture: MatchPlan, state: MatchState, now: number, random: Random): MatchEvent[] {
  if (fixture.kind === 'basketball' || fixture.kind === 'anchor') return []
  const { periods = [] } = state
  const goals = minutesOf(fixture, state, now).flatMap(([first, last], index) => {
    const [home, away] = periods[index] ?? [0, 0]
    const minutes = Array.from({ length: home + away }, () => random.between(first, last))
    return minutes.sort((one, other) => one - other).map((minute) => ({ minute, index }))
  })
  let [homeScore, awayScore] = [0, 0]
  const marks = goals.map(({ minute, index }, ordinal): MatchEvent => {
    const isHome = isHomeGoal(state, index, [homeScore, awayScore], random)
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

/** Side of the next goal of a period: as listed, or each order of its remaining goals is equally likely. */
function isHomeGoal({ goals, periods = [] }: MatchState, index: number, score: Score, random: Random): boolean {
  const listed = goals?.[score[0] + score[1]]
  if (listed) return listed === 'home'
  const [home, away] = pointsOf(periods.slice(0, index + 1))
  return random.chance((home - score[0]) / (home + away - score[0] - score[1]))
}
