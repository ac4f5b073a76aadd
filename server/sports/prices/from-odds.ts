import { MINUTE_MS } from '#protocol/time.ts'
import { HALF_MINUTES, PERIODS_OF_HALF } from '#protocol/rules/match.ts'
import { type BetSport, MAX_PRICE, MIN_PRICE, type Score } from '#protocol/sports/market-keys.ts'
import type { MatchState, SourceMarket } from '../../matches/match.ts'
import { BASKETBALL_POINTS } from './basketball.ts'
import { compoundPoisson, type Distribution, negative, poisson, shifted, signsOf, sumOf } from './chances.ts'
import { marketsOf } from './markets-of.ts'
import { type Pair, type PriceInput, splitHalves } from './price-input.ts'

/** Scores per minute of both teams of an average match. */
const SCORES_PER_MINUTE: Readonly<Record<BetSport, number>> = { football: 0.029, basketball: 1.8, esports: 0.9 }
/** Added time of a half of football. */
const ADDED_MINUTES = 3
const MAX_STEPS = 30

type Chances = ReturnType<typeof signsOf>

/**
 * The markets of a match whose source delivers the odds of the winner only: `winner` has exactly these prices, and the
 * others follow from the rates that explain them. Kinds whose facts the source does not deliver are left out, and so are all
 * others if no rates explain the odds well enough to exclude a sure win.
 */
export function marketsFromOdds(sport: BetSport, state: MatchState, now: number): SourceMarket[] {
  const winner = winnerOf(state)
  if (!winner) return []
  const input = inputFromOdds(sport, state, now)
  const others = input
    ? marketsOf(input).filter(({ kind }) => kind !== 'winner' && isDecidable(sport, kind, state))
    : []
  return [winner, ...others]
}

/** The input of the price model whose winner prices are the odds of a match; null if there is none. */
export function inputFromOdds(sport: BetSport, state: MatchState, now: number): PriceInput | null {
  const { odds, homeScore, guestScore, clock } = state
  if (!odds || clock.phase === 'ended' || (odds.draw === null) === (sport === 'football')) return null
  const prices = { home: odds.home.value, draw: odds.draw?.value ?? Infinity, away: odds.away.value }
  const book = 1 / prices.home + 1 / prices.draw + 1 / prices.away
  const target = { home: 1 / prices.home / book, draw: 1 / prices.draw / book, away: 1 / prices.away / book }
  const minutesLeft = minutesLeftOf(sport, state, now)
  const minutes = minutesLeft.reduce((sum, each) => sum + each, 0)
  const expected = fittedScores(sport, target, homeScore - guestScore, SCORES_PER_MINUTE[sport] * minutes)
  const chances = chancesOf(sport, expected, homeScore - guestScore)
  // Each outcome loses on average also at the prices of the source, so that no set of selections wins surely.
  const isExplained = (['home', 'draw', 'away'] as const).every(
    (side) => prices[side] === Infinity || prices[side] * chances[side] < 1_000,
  )
  if (minutes === 0 || !isExplained) return null
  return {
    sport,
    rates: [expected[0] / minutes, expected[1] / minutes],
    minutesLeft,
    periods: periodsOf(state, minutesLeft),
    redCards: [0, 0],
    isSuspended: odds.suspended,
  }
}

/** The odds of a match as a market; null without odds. */
function winnerOf({ odds }: MatchState): SourceMarket | null {
  if (!odds) return null
  const { home, draw, away, suspended } = odds
  const given = { home: home.value, ...(draw && { draw: draw.value }), away: away.value }
  const isPrice = (price: number): boolean => price >= MIN_PRICE && price <= MAX_PRICE
  const prices = Object.fromEntries(
    Object.entries(given).map(([outcome, price]) => [outcome, Math.min(MAX_PRICE, price)]),
  )
  return { kind: 'winner', line: 0, isSuspended: suspended || !Object.values(given).every(isPrice), prices }
}

/** Periods need their scores, and goals their order, to be settled. */
function isDecidable(sport: BetSport, kind: SourceMarket['kind'], { periods, goals }: MatchState): boolean {
  if (kind === 'next-goal') return goals !== undefined
  const isOfPeriods = kind === 'period-winner' || (sport === 'esports' && kind === 'handicap')
  return !isOfPeriods || periods !== undefined
}

/** Minutes left of each period, by the clock and the usual length of its phases. */
function minutesLeftOf(sport: BetSport, { clock: { phase, phaseStartedAt } }: MatchState, now: number): number[] {
  const half = HALF_MINUTES[sport] + (sport === 'football' ? ADDED_MINUTES : 0)
  const played = Math.min(half, Math.max(0, (now - phaseStartedAt) / MINUTE_MS))
  const left = {
    before: [half, half],
    'first-half': [half - played, half],
    'half-time': [0, half],
    'second-half': [0, half - played],
    ended: [0, 0],
  }[phase]
  return splitHalves(left, HALF_MINUTES[sport], PERIODS_OF_HALF[sport])
}

/** The periods that have begun. Without their scores all points are in the first. */
function periodsOf(state: MatchState, minutesLeft: readonly number[]): readonly Score[] {
  if (state.periods) return state.periods
  if (state.clock.phase === 'before') return []
  const current = Math.min(minutesLeft.length - 1, minutesLeft.filter((minutes) => minutes === 0).length)
  return Array.from({ length: current + 1 }, (_, index) =>
    index === 0 ? ([state.homeScore, state.guestScore] as const) : ([0, 0] as const),
  )
}

/** Points of a number of scores. */
const pointsIn = (sport: BetSport, scores: number): Distribution =>
  sport === 'basketball' ? compoundPoisson(scores, BASKETBALL_POINTS) : poisson(scores)

/** Chances of the winner when these scores are expected; without draws, of a decided match. */
function chancesOf(sport: BetSport, [home, away]: Pair, lead: number): Chances {
  const chances = signsOf(shifted(sumOf(pointsIn(sport, home), negative(pointsIn(sport, away))), lead))
  if (sport === 'football') return chances
  const toHome = sport === 'basketball' ? home / (home + away) : chances.home / (chances.home + chances.away)
  const won = chances.home + chances.draw * toHome
  return { home: won, draw: 0, away: 1 - won }
}

/** Logarithm of the ratio of two chances; finite also for impossible ones. */
const ratio = (one: number, other: number): number => Math.log(Math.max(one, 1e-9) / Math.max(other, 1e-9))

/**
 * The expected scores whose chances are closest to the target, by Newton's method. The balance of the teams explains the
 * ratio of home and away; in football the number of goals explains the draw.
 */
function fittedScores(sport: BetSport, target: Chances, lead: number, usual: number): Pair {
  const scores = ([total, balance]: Pair): Pair => {
    const share = 1 / (1 + Math.exp(-balance))
    return [Math.exp(total) * share, Math.exp(total) * (1 - share)]
  }
  const errors = (at: Pair): Pair => {
    const { home, draw, away } = chancesOf(sport, scores(at), lead)
    const ofDraw = sport === 'football' ? ratio(draw, 1 - draw) - ratio(target.draw, 1 - target.draw) : 0
    return [ofDraw, ratio(home, away) - ratio(target.home, target.away)]
  }
  let at: Pair = [Math.log(Math.max(0.05, usual)), 0]
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const error = errors(at)
    if (Math.abs(error[0]) + Math.abs(error[1]) < 1e-6) break
    at = improved(at, error, errors, sport === 'football')
  }
  return scores(at)
}

/** The next point of Newton's method. Its steps are limited, because far from the solution they are too long. */
function improved(at: Pair, error: Pair, errors: (at: Pair) => Pair, hasTotal: boolean): Pair {
  const small = 1e-4
  const limited = (step: number, limit: number): number =>
    Number.isFinite(step) ? Math.min(limit, Math.max(-limit, step)) : 0
  const byBalance = errors([at[0], at[1] + small])
  const [a, b] = [(byBalance[0] - error[0]) / small, (byBalance[1] - error[1]) / small]
  if (!hasTotal) return [at[0], at[1] - limited(error[1] / b, 1)]
  const byTotal = errors([at[0] + small, at[1]])
  const [c, d] = [(byTotal[0] - error[0]) / small, (byTotal[1] - error[1]) / small]
  const determinant = c * b - a * d
  const total = limited((error[0] * b - error[1] * a) / determinant, 0.5)
  const balance = limited((c * error[1] - d * error[0]) / determinant, 1)
  return [Math.min(3.5, Math.max(-5, at[0] - total)), at[1] - balance]
}
