import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '#protocol/random.ts'
import {
  MARKETS_OF,
  MAX_PRICE,
  MIN_PRICE,
  type MatchFacts,
  outcomesOf,
  type Score,
} from '#protocol/sports/market-keys.ts'
import { BASKETBALL_POINTS } from '#server/sports/prices/basketball.ts'
import { marketsOf } from '#server/sports/prices/markets-of.ts'
import type { PriceInput } from '#server/sports/prices/price-input.ts'
import { added, anyOther, offersOf, returnOf } from './prices-support.ts'

/** A random end of a match: each period is played score by score. */
function endOf({ sport, rates, minutesLeft, periods }: PriceInput, next: () => number): MatchFacts {
  const points = (): number =>
    sport === 'basketball' ? BASKETBALL_POINTS[Math.floor(next() * BASKETBALL_POINTS.length)]! : 1
  const score = (): Score => (next() < rates[0] / (rates[0] + rates[1]) ? [points(), 0] : [0, points()])
  const ends = minutesLeft.map((minutes, index): Score => {
    let period: Score = periods[index] ?? [0, 0]
    for (let at = -Math.log(1 - next()); at < minutes * (rates[0] + rates[1]); at -= Math.log(1 - next())) {
      period = added(period, score())
    }
    return period
  })
  const [home, away] = ends.reduce(added)
  if (sport === 'basketball' && home === away) ends[ends.length - 1] = added(ends.at(-1)!, score())
  return { sport, state: 'ended', periods: ends, goals: [] }
}

describe.each(['basketball', 'esports'] as const)('prices of %s', (sport) => {
  const match = anyOther(sport)

  it('S1.7 offer every market before the match', () => {
    fc.assert(
      fc.property(match, (input) => {
        const markets = marketsOf({ ...input, minutesLeft: input.minutesLeft.map(() => 12), periods: [] })
        expect([...new Set(markets.map(({ kind }) => kind))]).toEqual(MARKETS_OF[sport])
        for (const { kind, prices } of markets) expect(Object.keys(prices)).toEqual(outcomesOf(sport, kind))
      }),
      { numRuns: 20 },
    )
  })

  it('are whole numbers when no minute is left, and suspended where a tie is certain', () => {
    fc.assert(
      fc.property(match, fc.boolean(), ({ minutesLeft, periods, ...input }, isLevel) => {
        const level = minutesLeft.map((): Score => [20, 20])
        const ended = { ...input, minutesLeft: minutesLeft.map(() => 0), periods: isLevel ? level : periods }
        for (const { prices, isSuspended, kind } of marketsOf(ended)) {
          for (const price of Object.values(prices)) expect(Number.isSafeInteger(price), kind).toBe(true)
          if (sport === 'esports' && isLevel) expect(isSuspended, kind).toBe(true)
        }
      }),
      { numRuns: 30 },
    )
  })

  it('agree with one process of scores within the margin, so that no set of selections has a sure win', () => {
    const next = seededRandom(11)
    fc.assert(
      fc.property(match, (input) => {
        const ends = Array.from({ length: 800 }, () => endOf(input, next))
        for (const offer of offersOf(marketsOf(input))) {
          const returns = ends.map((facts) => returnOf(offer, facts))
          const mean = returns.reduce((sum, each) => sum + each, 0) / returns.length
          const spread = Math.sqrt(returns.reduce((sum, each) => sum + (each - mean) ** 2, 0)) / returns.length
          expect(Math.abs(mean - 1 / 1.06), JSON.stringify(offer)).toBeLessThan(
            0.012 + 4.5 * spread + ((30 / 800) * offer.price) / 10_000,
          )
        }
      }),
      { numRuns: 8, seed: 5 },
    )
  })

  it('have a margin in each market, prices in their bounds, and monotone lines', () => {
    fc.assert(
      fc.property(match, (input) => {
        const markets = marketsOf(input)
        for (const { prices, isSuspended } of markets) {
          const values = Object.values(prices)
          for (const price of values) {
            expect(price).toBeGreaterThanOrEqual(MIN_PRICE)
            expect(price).toBeLessThanOrEqual(MAX_PRICE)
          }
          if (!isSuspended) expect(values.reduce((sum, price) => sum + 1_000 / price, 0)).toBeGreaterThan(1.05)
        }
        const home = markets.filter(({ kind }) => kind === 'handicap').map(({ prices }) => prices['home']!)
        expect(home.every((price, index) => index === 0 || price <= home[index - 1]!)).toBe(true)
        const over = markets.filter(({ kind }) => kind === 'total').map(({ prices }) => prices['over']!)
        expect(over.every((price, index) => index === 0 || price >= over[index - 1]!)).toBe(true)
      }),
    )
  })

  it('offer the periods that are not over', () => {
    fc.assert(
      fc.property(match, (input) => {
        const numbers = marketsOf(input)
          .filter(({ kind }) => kind === 'period-winner')
          .map(({ line }) => line)
        const first = Math.max(1, input.periods.length)
        expect(numbers).toEqual(input.minutesLeft.map((_, index) => index + 1).filter((number) => number >= first))
      }),
    )
  })
})
