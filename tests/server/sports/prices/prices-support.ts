import fc from 'fast-check'
import type { BetSport, MatchFacts, Score } from '#protocol/sports/market-keys.ts'
import { legResult } from '#tests/protocol/sports/facts-support.ts'
import type { SourceMarket } from '#server/matches/match.ts'
import type { PriceInput } from '#server/sports/prices/price-input.ts'

/** A selection with its price. */
export interface Offer {
  readonly kind: SourceMarket['kind']
  readonly line: number
  readonly outcome: string
  readonly price: number
}

/** All selections of open markets. */
export function offersOf(markets: readonly SourceMarket[]): Offer[] {
  return markets.flatMap(({ kind, line, isSuspended, prices }) =>
    isSuspended ? [] : Object.entries(prices).map(([outcome, price]) => ({ kind, line, outcome, price })),
  )
}

/** What a stake of 1 on an offer returns after a match. */
export function returnOf(offer: Offer, facts: MatchFacts): number {
  const price = offer.price / 1_000
  const factors = { won: price, 'half-won': (price + 1) / 2, push: 1, void: 1, 'half-lost': 0.5, lost: 0 }
  return factors[legResult(offer, facts)!]
}

const rate = fc.double({ min: 0.004, max: 0.045, noNaN: true })
const fewGoals = fc.integer({ min: 0, max: 3 })
const half = fc.tuple(fewGoals, fewGoals)

/** A football match before the kick-off, in either half, with goals and red cards. */
export const anyFootball: fc.Arbitrary<PriceInput> = fc
  .record({
    rates: fc.tuple(rate, rate),
    phase: fc.constantFrom('before', 'first', 'second'),
    left: fc.double({ min: 0.5, max: 47, noNaN: true }),
    first: half,
    second: half,
    redCards: fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 2 })),
  })
  .map(({ rates, phase, left, first, second, redCards }) => ({
    sport: 'football' as const,
    rates,
    minutesLeft: phase === 'before' ? [47, 49] : phase === 'first' ? [left, 49] : [0, left],
    periods: phase === 'before' ? [] : phase === 'first' ? [first] : [first, second],
    redCards: phase === 'before' ? ([0, 0] as const) : redCards,
    isSuspended: false,
  }))

/** A match of basketball or esports in any of its periods. */
export function anyOther(sport: Exclude<BetSport, 'football'>): fc.Arbitrary<PriceInput> {
  const [count, minutes, perMinute, points] = sport === 'basketball' ? [4, 12, 1.8, 30] : [2, 30, 0.9, 25]
  const score = fc.tuple(fc.integer({ min: points - 8, max: points }), fc.integer({ min: points - 8, max: points }))
  return fc
    .record({
      share: fc.double({ min: 0.4, max: 0.6, noNaN: true }),
      period: fc.integer({ min: -1, max: count - 1 }),
      left: fc.double({ min: 0.05, max: 1, noNaN: true }),
      scores: fc.array(score, { minLength: count, maxLength: count }),
    })
    .map(({ share, period, left, scores }) => ({
      sport,
      rates: [perMinute * share, perMinute * (1 - share)] as const,
      minutesLeft: Array.from({ length: count }, (_, index) =>
        index < period ? 0 : index === period ? minutes * left : minutes,
      ),
      periods: scores.slice(0, period + 1),
      redCards: [0, 0] as const,
      isSuspended: false,
    }))
}

export const added = (one: Score, other: Score): Score => [one[0] + other[0], one[1] + other[1]]
