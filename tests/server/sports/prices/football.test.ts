import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MARKETS_OF, MAX_PRICE, MIN_PRICE, outcomesOf, type MatchFacts } from '#protocol/sports/market-keys.ts'
import { MARGIN } from '#server/sports/prices/chances.ts'
import { ratesWithCards } from '#server/sports/prices/football.ts'
import { marketsOf } from '#server/sports/prices/markets-of.ts'
import type { PriceInput } from '#server/sports/prices/price-input.ts'
import { added, anyFootball, offersOf, returnOf } from './prices-support.ts'

/** Chances of 0 to 11 goals; the last includes all more. */
function goalChances(mean: number): number[] {
  const chances = Array.from({ length: 11 }, (_, goals) => {
    let factorial = 1
    for (let each = 2; each <= goals; each += 1) factorial *= each
    return (Math.exp(-mean) * mean ** goals) / factorial
  })
  return [...chances, Math.max(0, 1 - chances.reduce((sum, chance) => sum + chance, 0))]
}

/** Every end of a match with its chance: goals of each half, and the side of the next goal. */
function endsOf({ rates, redCards, minutesLeft, periods }: PriceInput): { facts: MatchFacts; chance: number }[] {
  const [home, away] = ratesWithCards(rates, redCards)
  const halves = minutesLeft.map((minutes) => {
    const [ofHome, ofAway] = [goalChances(home * minutes), goalChances(away * minutes)]
    return ofHome
      .flatMap((chance, h) => ofAway.map((each, a) => ({ goals: [h, a] as const, chance: chance * each })))
      .filter(({ chance }) => chance > 1e-6)
  })
  const before = [periods[0] ?? [0, 0], periods[1] ?? [0, 0]] as const
  const known = before.flatMap(([h, a]) => [...Array<'home'>(h).fill('home'), ...Array<'away'>(a).fill('away')])
  const [firstHalf = [], secondHalf = []] = halves
  const ends: { facts: MatchFacts; chance: number }[] = []
  for (const first of firstHalf) {
    for (const second of secondHalf) {
      const chance = first.chance * second.chance
      if (chance < 1e-6) continue
      const facts = (goals: MatchFacts['goals']): MatchFacts => ({
        sport: 'football',
        state: 'ended',
        periods: [added(before[0], first.goals), added(before[1], second.goals)],
        goals,
      })
      const [h, a] = added(first.goals, second.goals)
      const [ofHome, ofAway] = [Array<'home'>(h).fill('home'), Array<'away'>(a).fill('away')]
      if (h > 0) ends.push({ facts: facts([...known, ...ofHome, ...ofAway]), chance: (chance * h) / (h + a) })
      if (a > 0) ends.push({ facts: facts([...known, ...ofAway, ...ofHome]), chance: (chance * a) / (h + a) })
      if (h + a === 0) ends.push({ facts: facts(known), chance })
    }
  }
  return ends
}

const before: PriceInput = {
  sport: 'football',
  rates: [0.02, 0.013],
  minutesLeft: [47, 49],
  periods: [],
  redCards: [0, 0],
  isSuspended: false,
}
const priceOf = (input: PriceInput, kind: string, outcome: string): number =>
  marketsOf(input).find((market) => market.kind === kind)!.prices[outcome]!

describe('prices of football', () => {
  it('S1.7 offer every market before the kick-off, with 3 to 5 lines', () => {
    const markets = marketsOf(before)
    expect([...new Set(markets.map(({ kind }) => kind))]).toEqual(MARKETS_OF.football)
    for (const kind of ['handicap', 'total'] as const) {
      const lines = markets.filter((market) => market.kind === kind).map(({ line }) => line)
      expect(lines.length).toBeGreaterThanOrEqual(3)
      expect(lines.length).toBeLessThanOrEqual(5)
      expect(lines).toEqual([...lines].sort((one, other) => one - other))
    }
    for (const { kind, prices } of markets) {
      expect(Object.keys(prices).every((outcome) => outcomesOf('football', kind).includes(outcome))).toBe(true)
    }
  })

  it('agree with one joint distribution within the margin, so that no set of selections has a sure win', () => {
    fc.assert(
      fc.property(anyFootball, (input) => {
        const ends = endsOf(input)
        for (const offer of offersOf(marketsOf(input))) {
          const mean = ends.reduce((sum, { facts, chance }) => sum + chance * returnOf(offer, facts), 0)
          // A chance below the highest price costs more.
          const isCapped = offer.price === MAX_PRICE
          // Half of the stake can be returned, which bears no margin; prices are rounded down to their step.
          expect(mean, JSON.stringify(offer)).toBeLessThan(1)
          if (!isCapped && offer.kind !== 'handicap' && offer.kind !== 'total') {
            expect(mean).toBeLessThan(1 / MARGIN + 0.001)
            expect(mean).toBeGreaterThan((1 / MARGIN) * 0.96)
          }
        }
      }),
      { numRuns: 3 },
    )
  })

  it('have no sure win in any pair or triple of selections', () => {
    const ends = endsOf({ ...before, rates: [0.01, 0.008] })
    const offers = offersOf(marketsOf({ ...before, rates: [0.01, 0.008] }))
    const returns = offers.map((offer) => ends.map(({ facts }) => returnOf(offer, facts)))
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(offers.length - 1), fc.double({ min: 0.01, max: 1, noNaN: true })), {
          minLength: 2,
          maxLength: 4,
        }),
        (stakes) => {
          const staked = stakes.reduce((sum, [, stake]) => sum + stake, 0)
          const worst = Math.min(
            ...ends.map((_, end) => stakes.reduce((sum, [offer, stake]) => sum + stake * returns[offer]![end]!, 0)),
          )
          expect(worst).toBeLessThan(staked)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('have a margin in each market, and prices in their bounds', () => {
    fc.assert(
      fc.property(anyFootball, (input) => {
        for (const { prices, isSuspended } of marketsOf(input)) {
          const values = Object.values(prices)
          for (const price of values) {
            expect(price).toBeGreaterThanOrEqual(MIN_PRICE)
            expect(price).toBeLessThanOrEqual(MAX_PRICE)
          }
          if (!isSuspended) expect(values.reduce((sum, price) => sum + 1_000 / price, 0)).toBeGreaterThan(1.05)
        }
      }),
    )
  })

  it('are monotone over the lines', () => {
    fc.assert(
      fc.property(anyFootball, (input) => {
        const markets = marketsOf(input)
        const side = (kind: string, outcome: string) =>
          markets.filter((market) => market.kind === kind).map(({ prices }) => prices[outcome]!)
        const isRising = (prices: number[]) =>
          prices.every((price, index) => index === 0 || price >= prices[index - 1]!)
        // A higher line helps the home team of a handicap, and costs `over`.
        expect(isRising(side('handicap', 'home').toReversed())).toBe(true)
        expect(isRising(side('handicap', 'away'))).toBe(true)
        expect(isRising(side('total', 'over'))).toBe(true)
        expect(isRising(side('total', 'under').toReversed())).toBe(true)
      }),
    )
  })

  it('follow score, strength, time and red cards', () => {
    const level = { ...before, rates: [0.018, 0.018] as const }
    expect(priceOf(level, 'winner', 'home')).toBe(priceOf(level, 'winner', 'away'))
    const late = {
      ...level,
      minutesLeft: [0, 20],
      periods: [
        [1, 0],
        [0, 0],
      ] as const,
    }
    expect(priceOf(late, 'winner', 'home')).toBeLessThan(1_500)
    expect(priceOf(late, 'winner', 'draw')).toBeGreaterThan(3_000)
    expect(priceOf(late, 'winner', 'away')).toBeGreaterThan(2 * priceOf(late, 'winner', 'draw'))
    expect(priceOf(before, 'winner', 'home')).toBeLessThan(priceOf(level, 'winner', 'home'))
    expect(priceOf({ ...level, redCards: [1, 0] }, 'winner', 'home')).toBeGreaterThan(
      priceOf(level, 'winner', 'home') * 1.2,
    )
  })

  it('close what is decided and suspend what is nearly decided', () => {
    const decided = marketsOf({
      ...before,
      minutesLeft: [0, 2],
      periods: [
        [3, 0],
        [1, 1],
      ],
      rates: [0.018, 0.018],
    })
    expect(decided.find(({ kind }) => kind === 'winner')?.isSuspended).toBe(true)
    expect(decided.some(({ kind }) => kind === 'period-winner' || kind === 'both-score')).toBe(false)
    expect(decided.find(({ kind }) => kind === 'next-goal')?.line).toBe(6)
    expect(marketsOf({ ...before, isSuspended: true }).every(({ isSuspended }) => isSuspended)).toBe(true)
  })
})
