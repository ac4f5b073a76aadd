import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { askOf, bidOf, lockProblem } from '#protocol/wallet/locked-price.ts'
import { DAY_MS } from '#protocol/time.ts'
import { conversionValue, convert, memberRate, QUOTE_MS, SPREAD_PPM } from '#protocol/wallet/conversion.ts'
import { DEMO_STEP_MS, demoRateOf } from '#server/wallet/funds/rates.ts'

const CENTS = 100_000_00
/** Steps of the demo source that a quote can be open for, also if it begins in the middle of one. */
const LIFE_STEPS = Math.ceil(QUOTE_MS / DEMO_STEP_MS)

/** The least spread that covers every move of a path of prices within this many steps, in parts per million. */
function coveringSpread(prices: readonly number[], steps: number): number {
  let least = 0
  for (const [index, price] of prices.entries()) {
    for (const later of prices.slice(index + 1, index + 1 + steps)) {
      least = Math.max(least, Math.ceil((Math.abs(later - price) / Math.min(price, later)) * 1_000_000))
    }
  }
  return least
}

/** Which conversions are accepted: as the product does it, and as it did before. */
interface Rule {
  readonly rateFor: (from: 'CNY' | 'USDT', rate: number) => number
  readonly accepts: (from: 'CNY' | 'USDT', amounts: { debit: number; receive: number }, rate: number) => boolean
}
const RULE: Rule = {
  rateFor: memberRate,
  accepts: (from, amounts, rate) => lockProblem(1, 0, conversionValue(from, amounts, rate)) === null,
}
const WITHOUT_SPREAD: Rule = { rateFor: (_from, rate) => rate, accepts: () => true }

/** A conversion of everything at a quote of an earlier step, if it is accepted now. */
function converted(rule: Rule, from: 'CNY' | 'USDT', held: number, [quoted, rate]: readonly [number, number]): number {
  const amounts = convert(from, held, rule.rateFor(from, quoted))
  return amounts.debit > 0 && rule.accepts(from, amounts, rate) ? amounts.receive : 0
}

/**
 * The most CNY that any strategy ends a path with, also one that knows the path in advance. It may accept any quote of the
 * last {@link LIFE_STEPS} steps.
 */
function bestOf(path: readonly number[], rule: Rule): number {
  let [cny, usdt] = [CENTS, 0]
  for (const [step, rate] of path.entries()) {
    const quotes = path.slice(Math.max(0, step - LIFE_STEPS), step + 1)
    const toUsdt = quotes.map((quoted) => converted(rule, 'CNY', cny, [quoted, rate]))
    const toCny = quotes.map((quoted) => converted(rule, 'USDT', usdt, [quoted, rate]))
    ;[cny, usdt] = [Math.max(cny, ...toCny), Math.max(usdt, ...toUsdt)]
  }
  return cny
}

/** The demo rates of a span of time. */
const demoPath = (start: number, ms: number): number[] =>
  Array.from({ length: ms / DEMO_STEP_MS }, (_, index) => demoRateOf(Math.floor(start / DEMO_STEP_MS) + index))

describe('locked prices', () => {
  const fair = fc.integer({ min: 1, max: 1_000_000_000_000 })

  it('can be taken until the millisecond before their end, also at no gain', () => {
    const even = { given: 100n, taken: 100n }
    expect(lockProblem(1_000, 999, even)).toBeNull()
    expect(lockProblem(1_000, 1_000, even)).toBe('expired')
    expect(lockProblem(1_000, 999, { given: 100n, taken: 101n })).toBe('moved')
  })

  const spread = fc.integer({ min: 0, max: 100_000 })

  it('the bid is at most the fair price and the ask at least, within one unit of the spread', () => {
    fc.assert(
      fc.property(fair, spread, (price, ppm) => {
        const [bid, ask] = [bidOf(price, ppm), askOf(price, ppm)]
        expect(bid).toBeLessThanOrEqual(price)
        expect(ask).toBeGreaterThanOrEqual(price)
        expect(price - bid).toBeLessThan((price * ppm) / 1e6 + 1)
        expect(ask - price).toBeLessThan((price * ppm) / 1e6 + 1)
      }),
    )
  })

  it('a lock is accepted before its end while it costs at least what it is worth', () => {
    fc.assert(
      fc.property(fc.nat(9), fc.nat(9), fc.bigInt(0n, 9n), fc.bigInt(0n, 9n), (expiresAt, now, given, taken) => {
        const problem = lockProblem(expiresAt, now, { given, taken })
        expect(problem).toBe(now >= expiresAt ? 'expired' : taken > given ? 'moved' : null)
      }),
    )
  })

  it('a cash-out for less than its value gains nothing, whatever the value has become', () => {
    fc.assert(
      fc.property(fair, fair, fc.integer({ min: 1, max: 100_000 }), (value, later, ppm) => {
        const offer = bidOf(value, ppm)
        const problem = lockProblem(1, 0, { given: BigInt(later), taken: BigInt(offer) })
        // The member gives a bet that is worth `later` and takes the offer.
        expect(problem === null ? offer - later : 0).toBeLessThanOrEqual(0)
        expect(lockProblem(1, 0, { given: BigInt(value), taken: BigInt(offer) })).toBeNull()
      }),
    )
  })

  it('finds the least spread that covers the moves of a path', () => {
    expect(coveringSpread([100, 101, 100, 110], 1)).toBe(100_000)
    expect(coveringSpread([100, 101, 103], 2)).toBe(30_000)
    expect(coveringSpread([100], 3)).toBe(0)
  })
})

describe('S7.69 quotes of conversions', () => {
  const rates = fc.integer({ min: 10_000, max: 200_000 })

  it('no accepted conversion has a gain at the rate of its acceptance, on any path', () => {
    const from = fc.constantFrom('CNY' as const, 'USDT' as const)
    fc.assert(
      fc.property(from, fc.integer({ min: 100, max: 100_000_000 }), rates, rates, (currency, held, quoted, rate) => {
        const amounts = convert(currency, held, memberRate(currency, quoted))
        const { given, taken } = conversionValue(currency, amounts, rate)
        if (RULE.accepts(currency, amounts, rate)) expect(taken <= given).toBe(true)
        // The market has not moved: the quote holds.
        expect(RULE.accepts(currency, amounts, quoted)).toBe(true)
      }),
    )
  })

  it('the spread covers what the demo rate moves within the life of a quote', () => {
    const path = demoPath(Date.UTC(2026, 10, 21), 7 * DAY_MS)
    expect(coveringSpread(path, LIFE_STEPS)).toBeLessThan(SPREAD_PPM)
  })

  it('no strategy gains on a week of the demo rates, even if it knows them in advance', () => {
    const start = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2036, 0) })
    fc.assert(
      fc.property(start, (time) => {
        expect(bestOf(demoPath(time, DAY_MS), RULE)).toBe(CENTS)
      }),
      { numRuns: 5 },
    )
    const week = demoPath(Date.UTC(2026, 10, 21), 7 * DAY_MS)
    expect(bestOf(week, RULE)).toBe(CENTS)
    // The same search finds the gain that quotes without a spread gave away.
    expect(bestOf(week.slice(0, 16), WITHOUT_SPREAD)).toBeGreaterThan(CENTS)
  })

  /**
   * The expected value, in CNY minor units, of the best strategy on a fair walk: at each step it knows the path so far,
   * and waits or accepts one of the last quotes. Up and down are equally likely.
   */
  function expectedBest(rule: Rule, move: number, path: readonly number[], held: readonly [number, number]): number {
    const rate = path.at(-1) ?? 0
    const [cny, usdt] = held
    if (path.length > 5) return cny + (usdt * rate) / 1e8
    const from = cny > 0 ? 'CNY' : 'USDT'
    const choices = [held]
    for (const quoted of path.slice(-LIFE_STEPS - 1)) {
      const amounts = convert(from, cny > 0 ? cny : usdt, rule.rateFor(from, quoted))
      if (amounts.debit === 0 || !rule.accepts(from, amounts, rate)) continue
      const { debit, receive } = amounts
      choices.push(from === 'CNY' ? [cny - debit, usdt + receive] : [cny + receive, usdt - debit])
    }
    return Math.max(
      ...choices.map((chosen) => {
        const after = (next: number) => expectedBest(rule, move, [...path, next], chosen)
        return (after(rate + move) + after(rate - move)) / 2
      }),
    )
  }

  it('no strategy has a positive expected gain on a fair walk, however far the rate moves in a step', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), (move) => {
        expect(expectedBest(RULE, move, [72_000], [CENTS, 0])).toBeLessThanOrEqual(CENTS)
      }),
      { numRuns: 12, examples: [[1], [360], [361], [5_000]] },
    )
    expect(expectedBest(WITHOUT_SPREAD, 50, [72_000], [CENTS, 0])).toBeGreaterThan(CENTS)
  })
})
