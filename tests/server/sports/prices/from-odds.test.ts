import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BetSport } from '#protocol/sports/market-keys.ts'
import type { MatchState } from '#server/matches/match.ts'
import { inputFromOdds, marketsFromOdds } from '#server/sports/prices/from-odds.ts'
import { marketsOf } from '#server/sports/prices/markets-of.ts'
import { anyFootball, anyOther } from './prices-support.ts'

const NOW = Date.UTC(2026, 10, 29)

const line = (value: number) => ({ value, move: 'same' as const })
function stateOf(prices: readonly [number, number | null, number], values: Partial<MatchState> = {}): MatchState {
  const [home, draw, away] = prices
  return {
    clock: { phase: 'before', phaseStartedAt: NOW + 60_000 },
    homeScore: 0,
    guestScore: 0,
    anchorStatus: 0,
    odds: {
      home: line(home),
      draw: draw === null ? null : line(draw),
      away: line(away),
      suspended: false,
      delaySeconds: 6,
    },
    periods: [],
    goals: [],
    ...values,
  }
}
const winnerOf = (markets: ReturnType<typeof marketsOf>) => markets.find(({ kind }) => kind === 'winner')!

describe('markets of a match that has odds only', () => {
  it.each<[BetSport, readonly [number, number | null, number]]>([
    ['football', [1_620, 3_400, 5_000]],
    ['football', [2_600, 3_100, 2_700]],
    ['football', [9_000, 5_500, 1_300]],
    ['basketball', [1_450, null, 2_700]],
    ['esports', [3_100, null, 1_350]],
  ])('%s at %j: the winner has exactly these prices, and the model explains them', (sport, prices) => {
    const state = stateOf(prices)
    const [home, draw, away] = prices
    const winner = winnerOf(marketsFromOdds(sport, state, NOW))
    expect(winner.prices).toEqual({ home, ...(draw !== null && { draw }), away })
    const model = winnerOf(marketsOf(inputFromOdds(sport, state, NOW)!)).prices
    const book = prices.reduce<number>((sum, price) => sum + (price === null ? 0 : 1_000 / price), 0)
    for (const [outcome, price] of Object.entries(winner.prices)) {
      // Both margins apart the prices are the same, within the rounding of the model's.
      expect(Math.abs((model[outcome]! * 1.06) / (price * book) - 1)).toBeLessThan(0.02)
    }
  })

  it('finds the rates of the model again', () => {
    fc.assert(
      fc.property(fc.oneof(anyFootball, anyOther('basketball'), anyOther('esports')), (given) => {
        const input = { ...given, periods: [], minutesLeft: given.minutesLeft.map(() => 20) }
        const { prices } = winnerOf(marketsOf(input))
        const state = stateOf([prices['home']!, prices['draw'] ?? null, prices['away']!])
        const winner = winnerOf(marketsFromOdds(input.sport, state, NOW))
        expect(winner.prices).toEqual(prices)
        if (!winner.isSuspended && Math.max(...Object.values(prices)) < 15_000) {
          expect(inputFromOdds(input.sport, state, NOW)).not.toBeNull()
        }
      }),
    )
  })

  it('leaves out what the source cannot settle', () => {
    const { periods: _, goals: __, ...state } = stateOf([1_620, 3_400, 5_000])
    const kinds = (sport: BetSport, known: MatchState) => [
      ...new Set(marketsFromOdds(sport, known, NOW).map(({ kind }) => kind)),
    ]
    expect(kinds('football', state)).toEqual(['winner', 'handicap', 'total', 'both-score', 'parity', 'correct-score'])
    expect(kinds('football', stateOf([1_620, 3_400, 5_000]))).toContain('period-winner')
    const { periods: ___, ...esports } = stateOf([1_620, null, 2_300])
    expect(kinds('esports', esports)).toEqual(['winner'])
  })

  it('offers the winner only if no rates explain the odds, or their sum leaves no margin', () => {
    const kinds = (sport: BetSport, state: MatchState) => marketsFromOdds(sport, state, NOW).map(({ kind }) => kind)
    expect(kinds('football', stateOf([3_100, 3_100, 3_100]))).toEqual(['winner'])
    expect(kinds('basketball', stateOf([2_500, 4_000, 2_500]))).toEqual(['winner'])
    // 5:0 in minute 80 and the guests are favourites.
    const wrong = stateOf([5_000, 4_000, 1_500], {
      clock: { phase: 'second-half', phaseStartedAt: NOW - 35 * 60_000 },
      homeScore: 5,
      periods: [
        [3, 0],
        [2, 0],
      ],
    })
    expect(kinds('football', wrong)).toEqual(['winner'])
  })

  it('follows suspensions, and offers nothing without odds', () => {
    const odds = { ...stateOf([1_620, 3_400, 5_000]).odds!, suspended: true }
    const markets = marketsFromOdds('football', stateOf([1_620, 3_400, 5_000], { odds }), NOW)
    expect(markets.length).toBeGreaterThan(8)
    expect(markets.every(({ isSuspended }) => isSuspended)).toBe(true)
    expect(marketsFromOdds('football', stateOf([1_620, 3_400, 5_000], { odds: null }), NOW)).toEqual([])
    expect(winnerOf(marketsFromOdds('football', stateOf([1_001, 90_000, 200_000]), NOW))).toMatchObject({
      isSuspended: true,
      prices: { home: 1_001, draw: 90_000, away: 101_000 },
    })
  })
})
