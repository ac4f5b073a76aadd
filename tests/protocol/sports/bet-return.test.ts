import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { betReturn, combinedPrice, maxReturnOf, maxStakeOf } from '#protocol/sports/bet-return.ts'
import { LEG_RESULTS, MAX_LEGS, MAX_RETURN } from '#protocol/sports/bet-terms.ts'
import { MAX_PRICE, MIN_PRICE, outcomesOf } from '#protocol/sports/market-keys.ts'
import type { LegKey } from '#protocol/sports/settlement.ts'
import { anyLeg, anyMarket, anySport, endedMatch, legResult } from './facts-support.ts'

const anyPrice = fc.integer({ min: MIN_PRICE, max: MAX_PRICE })
const anyStake = fc.integer({ min: 100, max: 100_000_000 })
const anyResult = fc.constantFrom(...LEG_RESULTS)
const anyLegs = fc.array(fc.record({ price: anyPrice, result: anyResult }), { minLength: 1, maxLength: MAX_LEGS })

describe('Annex E.7 return of a bet', () => {
  it.each([
    ['won', [[1_850, 'won']], 'won', 1_850],
    ['half-won', [[1_850, 'half-won']], 'half-won', 1_425],
    ['push', [[1_850, 'push']], 'refunded', 1_000],
    ['void', [[1_850, 'void']], 'refunded', 1_000],
    ['half-lost', [[1_850, 'half-lost']], 'half-lost', 500],
    ['lost', [[1_850, 'lost']], 'lost', 0],
    [
      'two won legs',
      [
        [1_850, 'won'],
        [2_000, 'won'],
      ],
      'won',
      3_700,
    ],
    [
      'a leg that is returned',
      [
        [1_850, 'won'],
        [2_000, 'void'],
      ],
      'won',
      1_850,
    ],
    [
      'only returned legs',
      [
        [1_850, 'push'],
        [2_000, 'void'],
      ],
      'refunded',
      1_000,
    ],
    [
      'a half-lost leg that costs more than the other wins',
      [
        [1_850, 'won'],
        [2_000, 'half-lost'],
      ],
      'lost',
      925,
    ],
    [
      'a half-lost leg that costs less',
      [
        [2_850, 'won'],
        [2_000, 'half-lost'],
      ],
      'won',
      1_425,
    ],
    [
      'a factor of exactly one',
      [
        [2_000, 'won'],
        [1_500, 'half-lost'],
      ],
      'refunded',
      1_000,
    ],
    [
      'a lost leg before the others are decided',
      [
        [1_850, 'lost'],
        [2_000, null],
      ],
      'lost',
      0,
    ],
  ] as const)('%s', (_, legs, state, returned) => {
    expect(
      betReturn(
        1_000,
        legs.map(([price, result]) => ({ price, result })),
      ),
    ).toEqual({ state, returned })
  })

  it('is open until each leg is decided', () => {
    expect(betReturn(1_000, [{ price: 1_850, result: null }])).toBeNull()
    expect(
      betReturn(1_000, [
        { price: 1_850, result: 'won' },
        { price: 1_850, result: null },
      ]),
    ).toBeNull()
  })

  it('is exact and rounded down once', () => {
    expect(maxReturnOf(333, [1_333, 1_333, 1_333])).toBe(788)
    expect(combinedPrice([1_333, 1_333, 1_333])).toBe(2_368)
    expect(combinedPrice([])).toBe(1_000)
    expect(maxReturnOf(123_456_789, [1_010])).toBe(124_691_356)
    expect(combinedPrice(Array.from({ length: MAX_LEGS }, () => MAX_PRICE))).toBe(Number.MAX_SAFE_INTEGER)
  })

  it('grows with each price and never exceeds the return of all won legs', () => {
    fc.assert(
      fc.property(anyStake, anyLegs, fc.nat(7), fc.integer({ min: 1, max: 5_000 }), (stake, legs, at, more) => {
        const prices = legs.map(({ price }) => price)
        const better = legs.map((leg, index) => (index === at ? { ...leg, price: leg.price + more } : leg))
        const returned = betReturn(stake, legs)!.returned
        expect(betReturn(stake, better)!.returned).toBeGreaterThanOrEqual(returned)
        expect(returned).toBeLessThanOrEqual(maxReturnOf(stake, prices))
      }),
    )
  })

  it('agrees with its state', () => {
    fc.assert(
      fc.property(anyStake, anyLegs, (stake, legs) => {
        const { state, returned } = betReturn(stake, legs)!
        if (state === 'won' || state === 'half-won') expect(returned).toBeGreaterThanOrEqual(stake)
        else if (state === 'refunded') expect(returned).toBe(stake)
        else expect(returned).toBeLessThan(stake)
        if (legs.length > 1) expect(state).not.toMatch(/^half/)
      }),
    )
  })

  it('has the highest stake whose return is within a bound', () => {
    expect([999, 1_000, 1_001].map((bound) => maxStakeOf(bound, [2_000]))).toEqual([499, 500, 500])
    fc.assert(
      fc.property(fc.array(anyPrice, { minLength: 1, maxLength: MAX_LEGS }), (prices) => {
        const stake = maxStakeOf(MAX_RETURN, prices)
        expect(maxReturnOf(stake, prices)).toBeLessThanOrEqual(MAX_RETURN)
        expect(maxReturnOf(stake + 1, prices)).toBeGreaterThan(MAX_RETURN)
      }),
    )
  })
})

describe('settlement of bets', () => {
  const marketAndMatch = anySport.chain((sport) => fc.tuple(anyMarket(sport), endedMatch(sport)))

  it('returns all stakes on a whole market at prices without margin: stakes, returns and house sum to zero', () => {
    fc.assert(
      fc.property(
        marketAndMatch,
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 26, maxLength: 26 }),
        ([market, match], weights) => {
          const outcomes = outcomesOf(match.sport, market.kind)
          const shares = weights.slice(0, outcomes.length)
          const whole = shares.reduce((sum, share) => sum + share, 0)
          // Stakes in proportion to the chances; the price of a share is `whole / share`, so all outcomes return the same.
          const unit = 1_000_000_000
          const total = shares.reduce((sum, share, index) => {
            const price = Math.round((1_000 * whole) / share)
            const result = legResult({ ...market, outcome: outcomes[index]! }, match)
            return sum + betReturn(share * unit, [{ price, result }])!.returned
          }, 0)
          const house = whole * unit - total
          // Prices are rounded to a thousandth.
          expect(Math.abs(house)).toBeLessThan(whole * unit * 0.001)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('posts nothing but differences, so that a resettlement equals the settlement by the last facts', () => {
    const bets = anySport.chain((sport) =>
      fc.record({
        legs: fc.array(fc.record({ leg: anyLeg(sport), price: anyPrice }), { minLength: 1, maxLength: 3 }),
        facts: fc.array(endedMatch(sport), { minLength: 1, maxLength: 5 }),
      }),
    )
    fc.assert(
      fc.property(anyStake, bets, (stake, { legs, facts }) => {
        const settle = (match: (typeof facts)[number]) =>
          betReturn(
            stake,
            legs.map(({ leg, price }: { leg: LegKey; price: number }) => ({ price, result: legResult(leg, match) })),
          )!
        const member = { balance: -stake, returned: 0 }
        const house = { balance: stake }
        for (const match of facts) {
          const change = settle(match).returned - member.returned
          member.balance += change
          member.returned += change
          house.balance -= change
          expect(member.balance + house.balance).toBe(0)
        }
        expect(member.balance).toBe(settle(facts.at(-1)!).returned - stake)
      }),
    )
  })
})
