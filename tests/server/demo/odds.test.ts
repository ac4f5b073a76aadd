import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { moveOdds, type OddsInput, quoteOdds } from '#server/demo/world/odds.ts'

const football = (input: Partial<OddsInput>): OddsInput => ({
  edge: 0,
  lead: 0,
  progress: 0,
  scores: 3.6,
  points: 1,
  hasDraw: true,
  ...input,
})
const basketball = (input: Partial<OddsInput>): OddsInput => ({
  ...football(input),
  scores: 86,
  points: 2,
  hasDraw: false,
})

describe('odds of demo matches', () => {
  it('at 1:0 in minute 71 make the home win likely, the draw possible and the away win unlikely', () => {
    const { home, draw, away, isSuspended } = quoteOdds(football({ lead: 1, progress: 71 / 90 }))
    expect(home).toBeLessThan(1_500)
    expect(draw).toBeGreaterThan(3_000)
    expect(draw).toBeLessThan(6_000)
    expect(away).toBeGreaterThan(2 * (draw ?? 0))
    expect(isSuspended).toBe(false)
  })

  it('are equal for equal teams and equal scores', () => {
    const { home, away } = quoteOdds(football({}))
    expect(home).toBe(away)
    expect(quoteOdds(basketball({})).home).toBe(quoteOdds(basketball({})).away)
  })

  it('fall for a side that leads more, is stronger, or leads with less time left, with a margin', () => {
    const inputs = fc.record({
      edge: fc.double({ min: -0.9, max: 0.9, noNaN: true }),
      lead: fc.integer({ min: 0, max: 3 }),
      progress: fc.double({ min: 0, max: 0.9, noNaN: true }),
    })
    fc.assert(
      fc.property(inputs, fc.constantFrom(football, basketball), (input, sport) => {
        const quote = quoteOdds(sport(input))
        expect(quoteOdds(sport({ ...input, lead: input.lead + 1 })).home).toBeLessThanOrEqual(quote.home)
        expect(quoteOdds(sport({ ...input, edge: input.edge + 0.1 })).home).toBeLessThanOrEqual(quote.home)
        if (input.lead > 0 && input.edge <= 0 && sport === football) {
          const later = quoteOdds(sport({ ...input, progress: input.progress + 0.05 }))
          expect(later.home).toBeLessThanOrEqual(quote.home)
        }
        const book = 1_000 / quote.home + (quote.draw === null ? 0 : 1_000 / quote.draw) + 1_000 / quote.away
        expect(book).toBeGreaterThan(1)
      }),
    )
  })

  it('are suspended without arrows when a result has no price', () => {
    const before = moveOdds(null, quoteOdds(football({ lead: 1, progress: 0.5 })), 6)
    const decided = quoteOdds(football({ lead: 4, progress: 0.95 }))
    expect(decided.isSuspended).toBe(true)
    const odds = moveOdds(before, decided, 6)
    expect(odds.suspended).toBe(true)
    expect([odds.home, odds.draw, odds.away].map((line) => line?.move)).toEqual(['same', 'same', 'same'])
    const open = moveOdds(odds, quoteOdds(football({ lead: 1, progress: 0.5 })), 6)
    expect(open.suspended).toBe(false)
    expect(open.home.move).toBe('up')
  })
})
