import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commitmentOf, seededDraw } from '#protocol/games/draw.ts'
import { checkRoundProof, type RoundProof, type RoundProofCheck } from '#protocol/games/round-proof.ts'
import { GAMES, play } from '../../support/game-players.ts'

const SERVER = 'ab'.repeat(32)
type Game = (typeof GAMES)[number]

/** A round as the server publishes it. */
function published(game: Game, seeds: { serverSeed: string; memberSeed: string; nonce: number }): RoundProof {
  const draw = seededDraw({ server: seeds.serverSeed, member: seeds.memberSeed, nonce: seeds.nonce })
  const options = game.options[0]
  const { step, moves } = play(game, { stake: 1_000, options, draw, pick: () => 0 })
  return {
    game: game.game,
    currency: 'CNY',
    stake: 1_000,
    staked: step.staked,
    options,
    moves,
    ...seeds,
    commitment: commitmentOf(seeds.serverSeed),
    payout: step.payout ?? 0,
    pool: 0,
  }
}

const hex = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(''))
const seeds = fc.record({
  serverSeed: hex,
  memberSeed: fc.constantFrom('看台', 'a', '7f3a-fan', 'x'.repeat(64)),
  nonce: fc.nat(10_000),
})
const round = (game: Game) => published(game, { serverSeed: SERVER, memberSeed: '看台', nonce: 7 })

const isProven = ({ commitment, moves, staked, payout, pool }: RoundProofCheck) =>
  commitment && moves && staked && payout && pool

describe.each(GAMES)('S1.9 the proof of a round of $game', (game) => {
  it('agrees for any seeds, and shows what was drawn and how the round went', () => {
    fc.assert(
      fc.property(seeds, (its) => {
        const proof = published(game, its)
        const check = checkRoundProof(proof)
        expect(isProven(check)).toBe(true)
        expect(check.hash).toBe(proof.commitment)
        expect(check.played?.draws.length).toBeGreaterThan(0)
        expect(check.played?.views).toHaveLength(proof.moves.length + 1)
      }),
      { numRuns: 40 },
    )
  })

  it('names what was changed: seed, stakes, payout, pool', () => {
    const proof = round(game)
    const found = (changed: Partial<RoundProof>) => checkRoundProof({ ...proof, ...changed })
    expect(found({ commitment: '00'.repeat(32) })).toMatchObject({ commitment: false, payout: true })
    expect(found({ serverSeed: 'cd'.repeat(32) }).commitment).toBe(false)
    expect(found({ staked: proof.staked + 1 })).toMatchObject({ commitment: true, staked: false, payout: true })
    expect(found({ payout: proof.payout + 1 })).toMatchObject({ commitment: true, staked: true, payout: false })
    expect(found({ pool: 500 })).toMatchObject({ payout: true, pool: false })
  })

  it('does not agree with values that cannot be read, and does not throw', () => {
    const proof = round(game)
    for (const changed of [
      { serverSeed: 'nonsense' },
      { options: null },
      { moves: [{ kind: 'steal' }] },
      { moves: [...proof.moves, ...proof.moves, { kind: 'collect' }] },
      { stake: Number.NaN },
    ]) {
      expect(isProven(checkRoundProof({ ...proof, ...changed })), JSON.stringify(changed)).toBe(false)
    }
  })
})

it('a round whose moves do not end it is not proven', () => {
  const check = checkRoundProof({ ...round(GAMES.find(({ game }) => game === 'mines')!), moves: [], payout: 0 })
  expect(check).toMatchObject({ commitment: true, moves: false, payout: false })
})
