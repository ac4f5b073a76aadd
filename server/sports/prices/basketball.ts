import type { Score } from '#protocol/sports/market-keys.ts'
import type { SourceMarket } from '../../matches/match.ts'
import {
  compoundPoisson,
  type Distribution,
  lineMarkets,
  marketOf,
  negative,
  shifted,
  signsOf,
  sumOf,
  twoWay,
} from './chances.ts'
import { openPeriods, type Pair, pointsOf, type PriceInput } from './price-input.ts'

/** Points of a score, each equally likely. */
export const BASKETBALL_POINTS = [2, 2, 2, 3, 1] as const

/** Lines of half points, so that nothing is returned. */
const HALF_LINES = { step: 4, offset: 2, around: 2 } as const

/**
 * The markets of a basketball match. The scores to come are a Poisson process of each team. A match that is level at the end
 * goes on until the next score, which counts in the last quarter.
 */
export function basketballMarkets(input: PriceInput): SourceMarket[] {
  const { rates, minutesLeft, periods } = input
  const minutes = minutesLeft.reduce((sum, each) => sum + each, 0)
  const score = pointsOf(periods)
  const homeShare = rates[0] / (rates[0] + rates[1])
  const home = pointsToCome(rates[0] * minutes)
  const away = pointsToCome(rates[1] * minutes)
  const difference = shifted(sumOf(home, negative(away)), score[0] - score[1])
  const total = shifted(pointsToCome((rates[0] + rates[1]) * minutes), score[0] + score[1])
  const decided = withoutTie(difference, homeShare)
  const { home: wins, away: losses } = signsOf(decided)
  return [
    marketOf('winner', 0, { home: wins, away: losses }),
    ...lineMarkets('handicap', decided, HALF_LINES),
    ...lineMarkets(
      'total',
      withExtraScore(total, tiesOf(shifted(home, score[0]), shifted(away, score[1]))),
      HALF_LINES,
    ),
    ...quarterMarkets(input, homeShare),
  ]
}

const pointsToCome = (scores: number): Distribution => compoundPoisson(scores, BASKETBALL_POINTS)

/** The difference to come in some minutes, after this score. */
function differenceIn([home, away]: Pair, minutes: number, [homePoints, awayPoints]: Score): Distribution {
  return shifted(sumOf(pointsToCome(home * minutes), negative(pointsToCome(away * minutes))), homePoints - awayPoints)
}

/** Moves a part of the chance of each value by the points of one score. */
function moved(value: Distribution, partOf: (at: number) => number, homeShare: number): Distribution {
  const reach = Math.max(...BASKETBALL_POINTS)
  const chances = Array<number>(value.chances.length + 2 * reach).fill(0)
  const add = (index: number, chance: number) => (chances[index] = (chances[index] ?? 0) + chance)
  for (const [index, chance] of value.chances.entries()) {
    const part = chance * partOf(value.min + index)
    add(index + reach, chance - part)
    if (part === 0) continue
    for (const points of BASKETBALL_POINTS) {
      add(index + reach + points, (part * homeShare) / BASKETBALL_POINTS.length)
      add(index + reach - points, (part * (1 - homeShare)) / BASKETBALL_POINTS.length)
    }
  }
  return { min: value.min - reach, chances }
}

/** The difference of a match that goes on while it is level. */
function withoutTie(difference: Distribution, homeShare: number): Distribution {
  return moved(difference, (value) => (value === 0 ? 1 : 0), homeShare)
}

/** Chances that both teams have the same points, by the points of both together. */
function tiesOf(home: Distribution, away: Distribution): ReadonlyMap<number, number> {
  return new Map(
    home.chances.map((chance, index) => {
      const points = home.min + index
      return [2 * points, chance * (away.chances[points - away.min] ?? 0)]
    }),
  )
}

/** The points of both teams, with one more score after ties. */
function withExtraScore(total: Distribution, ties: ReadonlyMap<number, number>): Distribution {
  const partOf = (points: number): number =>
    Math.min(1, (ties.get(points) ?? 0) / (total.chances[points - total.min] ?? 1))
  return moved(total, partOf, 1)
}

/** The winners of the quarters that are not over. */
function quarterMarkets(input: PriceInput, homeShare: number): SourceMarket[] {
  const { rates, minutesLeft, periods } = input
  // Quarters that have not begun have the same distribution.
  const whole = differenceIn(rates, minutesLeft.at(-1) ?? 0, [0, 0])
  return openPeriods(input).map((index) => {
    const hasBegun = index < periods.length
    const quarter = hasBegun ? differenceIn(rates, minutesLeft[index] ?? 0, periods[index] ?? [0, 0]) : whole
    const isLast = index === minutesLeft.length - 1
    return twoWay('period-winner', index + 1, isLast ? lastQuarter(input, quarter, homeShare) : quarter)
  })
}

/** The difference of the last quarter, in which the score after a level end counts. */
function lastQuarter(
  { rates, minutesLeft, periods }: PriceInput,
  quarter: Distribution,
  homeShare: number,
): Distribution {
  const minutesBefore = minutesLeft.slice(0, -1).reduce((sum, each) => sum + each, 0)
  const before = differenceIn(rates, minutesBefore, pointsOf(periods.slice(0, minutesLeft.length - 1)))
  return moved(quarter, (value) => before.chances[-value - before.min] ?? 0, homeShare)
}
