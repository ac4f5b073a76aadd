import type { SourceMarket } from '../../matches/match.ts'
import { type Distribution, lineMarkets, negative, poisson, shifted, signsOf, sumOf, twoWay } from './chances.ts'
import { openPeriods, pointsOf, type PriceInput } from './price-input.ts'

/** Lines of half maps, so that nothing is returned. */
const MAP_LINES = { step: 4, offset: 2, around: 1 } as const

/**
 * The markets of an esports match: more kills in all, more kills of a map, and maps with a handicap. The kills to come are a
 * Poisson process of each team. A tie returns the stakes.
 */
export function esportsMarkets(input: PriceInput): SourceMarket[] {
  const [home, away] = input.rates
  const minutes = input.minutesLeft.reduce((sum, each) => sum + each, 0)
  const score = pointsOf(input.periods)
  const difference = shifted(sumOf(poisson(home * minutes), negative(poisson(away * minutes))), score[0] - score[1])
  const maps = input.minutesLeft.map((_, index) => mapOf(input, index))
  return [
    twoWay('winner', 0, difference),
    ...lineMarkets('handicap', maps.map(leaderOf).reduce(sumOf), MAP_LINES),
    ...openPeriods(input).map((index) => twoWay('period-winner', index + 1, maps[index] ?? difference)),
  ]
}

/** The difference of kills of a map. */
function mapOf({ rates: [home, away], minutesLeft, periods }: PriceInput, index: number): Distribution {
  const minutes = minutesLeft[index] ?? 0
  const [homeKills, awayKills] = periods[index] ?? [0, 0]
  return shifted(sumOf(poisson(home * minutes), negative(poisson(away * minutes))), homeKills - awayKills)
}

/** 1 for a map of the home team, -1 for one of the away team, 0 for a tie. */
function leaderOf(kills: Distribution): Distribution {
  const { home, draw, away } = signsOf(kills)
  return { min: -1, chances: [away, draw, home] }
}
