import type { BetSport, MatchFacts, Score } from '#protocol/sports/market-keys.ts'
import type { MatchState } from '../matches/match.ts'

/** The parts of a match's state that decide its markets. */
export type FactState = Pick<MatchState, 'clock' | 'homeScore' | 'guestScore' | 'periods' | 'goals' | 'broken'>

/**
 * What decides the markets of a match. The score of the match counts: an operator may have corrected it without the
 * periods and goals of the source, which then follow it.
 */
export function factsOf(sport: BetSport, state: FactState): MatchFacts {
  const { clock, homeScore, guestScore, periods = [], goals = [], broken } = state
  const score: Score = [homeScore, guestScore]
  const phase = clock.phase === 'before' || clock.phase === 'ended' ? clock.phase : 'live'
  return { sport, state: broken ?? phase, periods: periodsWith(score, periods), goals: goalsWith(score, goals) }
}

/** The periods with this sum: points are added to the last period, and removed from the last ones that have some. */
function periodsWith(score: Score, periods: readonly Score[]): Score[] {
  const changed = (periods.length > 0 ? periods : [[0, 0] as const]).map(([home, away]): [number, number] => [
    home,
    away,
  ])
  for (const side of [0, 1] as const) {
    let missing = score[side] - changed.reduce((sum, period) => sum + period[side], 0)
    for (const period of changed.toReversed()) {
      const next = Math.max(0, period[side] + missing)
      missing -= next - period[side]
      period[side] = next
    }
  }
  return changed
}

/**
 * The goals with this score: a side with too many loses its last ones. Missing goals follow the known ones, up to the
 * first whose side is not certain.
 */
export function goalsWith(score: Score, goals: MatchFacts['goals']): MatchFacts['goals'] {
  const left = { home: score[0], away: score[1] }
  const known = goals.filter((side) => left[side]-- > 0)
  const [home, away] = [Math.max(0, left.home), Math.max(0, left.away)]
  if (known.length === 0 || (home > 0 && away > 0)) return known
  return [...known, ...Array<'home' | 'away'>(home + away).fill(home > 0 ? 'home' : 'away')]
}
