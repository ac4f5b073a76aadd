import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxReturnOf } from '#protocol/sports/bet-return.ts'
import { LEG_RESULTS, type LegResult } from '#protocol/sports/bet-terms.ts'
import { cashOutValue } from '#protocol/sports/cash-out.ts'
import { MARKET_KINDS, MAX_PRICE, MIN_PRICE, type MarketKind } from '#protocol/sports/market-keys.ts'

const STAKE = 100_00

type Prices = Readonly<Record<string, number>>
const EVEN: Prices = { over: 2_000, under: 2_000 }

/** A market with these prices; a total of 2.5 without others. */
function marketOf(prices: Prices = EVEN, kind: MarketKind = 'total', line = 10) {
  const selections = Object.entries(prices).map(([outcome, price]) => ({ outcome, price, move: 'same' as const }))
  return { kind, line, selections }
}
const open = (price: number, outcome = 'over', market: ReturnType<typeof marketOf> | null = marketOf()) =>
  ({ price, result: null, market, outcome }) as const
const decided = (result: LegResult, price = 1_500) => ({ price, result, market: null, outcome: '' })

describe('Annex E.7 the value of an open leg', () => {
  it.each([
    ['even chances, at the current price', 2_000, 'over', EVEN, 100_00],
    ['even chances, at a better price', 3_000, 'over', EVEN, 150_00],
    ['even chances, at a worse price', 1_500, 'over', EVEN, 75_00],
    ['prices with a margin: the chance is still a half', 2_000, 'under', { over: 1_900, under: 1_900 }, 100_00],
    ['a favourite: 4 of 5 chances', 1_500, 'home', { home: 1_250, away: 5_000 }, 120_00],
    ['an outsider: 1 of 5 chances', 4_000, 'away', { home: 1_250, away: 5_000 }, 80_00],
    ['three outcomes: 1 of 4 chances', 5_000, 'draw', { home: 2_000, draw: 4_000, away: 4_000 }, 125_00],
  ] as const)('%s', (_, price, outcome, prices, value) => {
    expect(cashOutValue(STAKE, [open(price, outcome, marketOf(prices))])).toBe(value)
  })

  it('is the same for each outcome that was bet on at its current price', () => {
    const prices = fc.array(fc.integer({ min: MIN_PRICE, max: MAX_PRICE }), { minLength: 2, maxLength: 4 })
    fc.assert(
      fc.property(prices, (each) => {
        const market = marketOf(Object.fromEntries(each.map((price, at) => [`o${at}`, price])), 'winner', 0)
        const values = each.map((price, at) => cashOutValue(1_000_000, [open(price, `o${at}`, market)]) ?? -1)
        expect(Math.max(...values) - Math.min(...values)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('is rounded down', () => {
    expect(cashOutValue(1, [open(1_999)])).toBe(0)
    expect(cashOutValue(333, [open(1_500)])).toBe(249)
  })

  it('is at most the largest safe integer', () => {
    const max = Number.MAX_SAFE_INTEGER
    expect(cashOutValue(max, [open(2_000)])).toBe(max)
    expect(cashOutValue(max, [open(3_000)])).toBe(max)
    expect(cashOutValue(max - 1, [open(2_000)])).toBe(max - 1)
  })

  it('is missing without a market, and without a price of the outcome', () => {
    expect(cashOutValue(STAKE, [open(2_000, 'over', null)])).toBeNull()
    expect(cashOutValue(STAKE, [open(2_000, 'home')])).toBeNull()
    expect(cashOutValue(STAKE, [open(2_000, 'over', marketOf({}))])).toBeNull()
    expect(cashOutValue(STAKE, [open(2_000), open(2_000, 'over', null)])).toBeNull()
  })
})

describe('a push returns the stake only, so that a gain counts less', () => {
  // Lines are quarter points. The fair value is 150.00; a push of a whole line is assumed for 35 %, of a quarter line for half of it.
  it.each([
    [8, 132_50],
    [0, 132_50],
    [-4, 132_50],
    [10, 150_00],
    [-2, 150_00],
    [9, 141_25],
    [11, 141_25],
    [-1, 141_25],
    [-3, 141_25],
  ])('on line %i of a handicap or total', (line, value) => {
    for (const kind of ['handicap', 'total'] as const) {
      expect(cashOutValue(STAKE, [open(3_000, 'over', marketOf(EVEN, kind, line))]), kind).toBe(value)
    }
  })

  it('on no other market, and a loss counts in full', () => {
    for (const kind of MARKET_KINDS.filter((one) => one !== 'handicap' && one !== 'total')) {
      expect(cashOutValue(STAKE, [open(3_000, 'over', marketOf(EVEN, kind, 0))]), kind).toBe(150_00)
    }
    expect(cashOutValue(STAKE, [open(1_500, 'over', marketOf(EVEN, 'total', 8))])).toBe(75_00)
  })
})

describe('Annex E.7 the value of a bet with several legs', () => {
  it.each([
    ['won', 150_00],
    ['half-won', 125_00],
    ['push', 100_00],
    ['void', 100_00],
    ['half-lost', 50_00],
    ['lost', null],
  ] as const)('counts a leg that is %s', (result, value) => {
    expect(cashOutValue(STAKE, [open(2_000), decided(result)])).toBe(value)
    expect(cashOutValue(STAKE, [decided(result), open(2_000)])).toBe(value)
  })

  it('multiplies open legs', () => {
    expect(cashOutValue(STAKE, [open(3_000), open(1_500)])).toBe(112_50)
  })

  it('is never more than the bet can return', () => {
    const price = fc.integer({ min: MIN_PRICE, max: MAX_PRICE })
    const leg = fc
      .record({ price, over: price, under: price, line: fc.integer({ min: -20, max: 30 }) })
      .map(({ price: accepted, over, under, line }) => open(accepted, 'over', marketOf({ over, under }, 'total', line)))
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000_000 }),
        fc.array(leg, { minLength: 1, maxLength: 4 }),
        (stake, legs) => {
          const value = cashOutValue(stake, legs) ?? -1
          expect(value).toBeGreaterThanOrEqual(0)
          expect(value).toBeLessThanOrEqual(
            maxReturnOf(
              stake,
              legs.map(({ price: accepted }) => accepted),
            ),
          )
        },
      ),
    )
  })

  it('is missing when all legs are decided', () => {
    for (const result of LEG_RESULTS) expect(cashOutValue(STAKE, [decided(result)]), result).toBeNull()
    expect(cashOutValue(STAKE, [decided('won'), decided('push')])).toBeNull()
    expect(cashOutValue(STAKE, [])).toBeNull()
  })
})
