import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commitmentOf, seededDraw, type Seeds } from '#protocol/games/draw.ts'
import { GAMES, play } from '../../support/game-players.ts'

const hex = fc.stringMatching(/^[0-9a-f]{64}$/)
const anySeeds: fc.Arbitrary<Seeds> = fc.record({
  server: hex,
  member: fc.string({ minLength: 1, maxLength: 64 }),
  nonce: fc.nat(),
})
/** Numbers that decide a player's choices; they repeat when used up. */
const anyChoices = fc.array(fc.nat(), { minLength: 1, maxLength: 40 })
const picker = (choices: readonly number[]) => {
  let used = 0
  // The growing term ends a search for a free cell.
  return (limit: number) => ((choices[used % choices.length] ?? 0) + used++) % limit
}

describe.each(GAMES)('S1.9 rules of the game $game', (game) => {
  const { rules, options } = game
  const anyRound = fc.record({
    seeds: anySeeds,
    stake: fc.integer(rules.stake),
    options: fc.constantFrom(...options),
    choices: anyChoices,
  })
  const played = ({
    seeds,
    stake,
    options,
    choices,
  }: {
    seeds: Seeds
    stake: number
    options: unknown
    choices: number[]
  }) => play(game, { stake, options, draw: seededDraw(seeds), pick: picker(choices) })

  it('pay whole minor units, at most 500,000.00', () => {
    fc.assert(
      fc.property(anyRound, (round) => {
        const { step } = played(round)
        expect(Number.isSafeInteger(step.payout)).toBe(true)
        expect(step.payout).toBeGreaterThanOrEqual(0)
        expect(step.payout).toBeLessThanOrEqual(50_000_000)
        expect(step.staked).toBeGreaterThanOrEqual(round.stake)
        expect(step.staked % round.stake).toBe(0)
      }),
    )
  })

  it('give the same result when the round is played again', () => {
    fc.assert(
      fc.property(anyRound, (round) => {
        const { step, moves, views } = played(round)
        let again = rules.start(round.stake, JSON.parse(JSON.stringify(round.options)), seededDraw(round.seeds))
        const seen = [rules.view(again)]
        for (const move of moves) {
          again = rules.move(again, JSON.parse(JSON.stringify(move)))
          seen.push(rules.view(again))
        }
        expect(again).toEqual(step)
        expect(seen).toEqual(views)
      }),
    )
  })

  it('refuse every move after the end', () => {
    fc.assert(
      fc.property(anyRound, (round) => {
        const { step, moves } = played(round)
        for (const move of [...moves, { kind: 'collect' }]) expect(() => rules.move(step, move)).toThrow(RangeError)
      }),
    )
  })

  it('show views that are JSON', () => {
    fc.assert(
      fc.property(anyRound, (round) => {
        for (const view of played(round).views) expect(JSON.parse(JSON.stringify(view))).toEqual(view)
      }),
    )
  })

  it('accept their own options and moves only, and throw for no value', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(typeof rules.isOptions(value)).toBe('boolean')
        expect(typeof rules.isMove(value)).toBe('boolean')
        expect(rules.isOptions([value])).toBe(false)
        expect(rules.isOptions({ unknown: value })).toBe(false)
        expect(rules.isMove({ kind: 'unknown', value })).toBe(false)
      }),
    )
    for (const its of options) {
      expect(rules.isOptions(its)).toBe(true)
      expect(rules.isOptions({ ...(its as object), more: 1 })).toBe(false)
    }
  })
})

// What 21点 hides has its own test, because its visible cards differ by the seed.
describe.each(GAMES.filter(({ game }) => game === 'mines' || game === 'ladder'))(
  'S1.9 view of the game $game',
  ({ rules, options }) => {
    it('shows nothing of what is hidden while the round is open', () => {
      fc.assert(
        fc.property(anySeeds, hex, fc.integer(rules.stake), fc.constantFrom(...options), (seeds, other, stake, its) => {
          const open = rules.start(stake, its, seededDraw(seeds))
          const twin = rules.start(stake, its, seededDraw({ ...seeds, server: other }))
          expect(rules.view(open)).toEqual(rules.view(twin))
        }),
      )
    })
  },
)

describe('S1.9 commitment of a round', () => {
  it('is the hash of the seed alone', () => {
    fc.assert(fc.property(hex, (seed) => /^[0-9a-f]{64}$/.test(commitmentOf(seed))))
    expect(commitmentOf('00'.repeat(32))).toBe('66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925')
  })
})
