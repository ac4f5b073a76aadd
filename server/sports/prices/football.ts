import { CORRECT_SCORE_MAX } from '#protocol/sports/market-keys.ts'
import type { SourceMarket } from '../../matches/match.ts'
import {
  chanceOf,
  type Distribution,
  lineMarkets,
  marketOf,
  negative,
  poisson,
  shifted,
  signsOf,
  sumOf,
} from './chances.ts'
import { type Pair, pointsOf, type PriceInput } from './price-input.ts'

/** What each red card multiplies the rate of its team by, and that of the other team. */
const RED_CARD = { own: 0.7, other: 1.15 } as const

/** Goals per minute after red cards. */
export function ratesWithCards([home, away]: Pair, [homeCards, awayCards]: Pair): Pair {
  const { own, other } = RED_CARD
  return [home * own ** homeCards * other ** awayCards, away * own ** awayCards * other ** homeCards]
}

const QUARTER_LINES = { step: 1, offset: 0, around: 2 } as const

/**
 * The markets of a football match. The goals to come are a Poisson process of each team, whose rates depend on its strength
 * and the red cards. All prices follow from the joint distribution of the score at half-time and at the end.
 */
export function footballMarkets(input: PriceInput): SourceMarket[] {
  const [homeRate, awayRate] = ratesWithCards(input.rates, input.redCards)
  const [firstHalf = 0, secondHalf = 0] = input.minutesLeft
  const minutes = firstHalf + secondHalf
  const score = pointsOf(input.periods)
  const home = shifted(poisson(homeRate * minutes), score[0])
  const away = shifted(poisson(awayRate * minutes), score[1])
  const difference = sumOf(home, negative(away))
  const total = sumOf(home, away)
  return [
    marketOf('winner', 0, signsOf(difference)),
    ...lineMarkets('handicap', difference, QUARTER_LINES),
    ...lineMarkets('total', total, QUARTER_LINES),
    ...halfMarket(input, [homeRate * firstHalf, awayRate * firstHalf]),
    nextGoalMarket(score[0] + score[1] + 1, [homeRate * minutes, awayRate * minutes]),
    ...bothScoreMarket(home, away),
    marketOf('parity', 0, {
      odd: chanceOf(total, (goals) => goals % 2 === 1),
      even: chanceOf(total, (goals) => goals % 2 === 0),
    }),
    ...correctScoreMarket(home, away),
  ]
}

/** The result of the first half, until it is over. */
function halfMarket({ periods }: PriceInput, [home, away]: Pair): SourceMarket[] {
  if (periods.length > 1) return []
  const score = pointsOf(periods)
  const difference = sumOf(poisson(home), negative(poisson(away)))
  return [marketOf('period-winner', 1, signsOf(shifted(difference, score[0] - score[1])))]
}

function nextGoalMarket(number: number, [home, away]: Pair): SourceMarket {
  const none = Math.exp(-home - away)
  const ofHome = home + away > 0 ? home / (home + away) : 0
  return marketOf('next-goal', number, { home: (1 - none) * ofHome, none, away: (1 - none) * (1 - ofHome) })
}

function bothScoreMarket(home: Distribution, away: Distribution): SourceMarket[] {
  if (home.min > 0 && away.min > 0) return []
  const yes = chanceOf(home, (goals) => goals > 0) * chanceOf(away, (goals) => goals > 0)
  return [marketOf('both-score', 0, { yes, no: 1 - yes })]
}

function correctScoreMarket(home: Distribution, away: Distribution): SourceMarket[] {
  if (Math.max(home.min, away.min) > CORRECT_SCORE_MAX) return []
  const chances: Record<string, number> = {}
  let other = 1
  for (let homeGoals = 0; homeGoals <= CORRECT_SCORE_MAX; homeGoals += 1) {
    for (let awayGoals = 0; awayGoals <= CORRECT_SCORE_MAX; awayGoals += 1) {
      const chance = (home.chances[homeGoals - home.min] ?? 0) * (away.chances[awayGoals - away.min] ?? 0)
      chances[`${homeGoals}-${awayGoals}`] = chance
      other -= chance
    }
  }
  return [marketOf('correct-score', 0, { ...chances, other: Math.max(0, other) })]
}
