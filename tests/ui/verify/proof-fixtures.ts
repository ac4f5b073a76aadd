import type { DataOf } from '#protocol/endpoints/table.ts'
import { commitmentOf, seededDraw } from '#protocol/games/draw.ts'
import type { EGame } from '#protocol/games/round.ts'
import { saltOf, shoeCards, shoeCommitment, shoeLeaves } from '#protocol/games/tables/shoe.ts'
import { roundLetter } from '#protocol/games/tables/table-rules.ts'
import { tableRules } from '#protocol/games/tables/tables.ts'
import { GAMES, play } from '../../support/game-players.ts'
import { ROUND_ID } from '../egame/egame-fixtures.ts'

const SEED = '5e'.repeat(32)
const AT = Date.UTC(2026, 10, 20, 12)

/** An ended round of a game, as the server publishes it. */
export function roundProof(name: EGame, more: Partial<DataOf<'gameRound.proof'>> = {}): DataOf<'gameRound.proof'> {
  const game = GAMES.find((one) => one.game === name)!
  const draw = seededDraw({ server: SEED, member: '看台', nonce: 4 })
  const options = game.options[0]
  const { step, moves } = play(game, { stake: 1_000, options, draw, pick: () => 0 })
  return {
    roundId: ROUND_ID,
    game: name,
    venueEnName: 'YBDZ',
    memberName: '看**1',
    currency: 'CNY',
    stake: 1_000,
    staked: step.staked,
    options,
    moves: [...moves],
    memberSeed: '看台',
    nonce: 4,
    commitment: commitmentOf(SEED),
    serverSeed: SEED,
    payout: step.payout ?? 0,
    pool: 0,
    startedAt: AT,
    endedAt: AT,
    ...more,
  }
}

/** A settled round of a table of 百家乐, the first one of its shoe. */
export function tableProof(more: Partial<DataOf<'table.proof'>> = {}): DataOf<'table.proof'> {
  const shoe = { seed: SEED, no: 3 }
  const order = shoeCards(shoe)
  const leaves = shoeLeaves(shoe, order)
  const dealt = tableRules('baccarat').deal((index) => order[index] ?? 0)
  const cards = dealt.cards.map(({ card }) => card)
  return {
    roundId: ROUND_ID,
    tableId: 'bac1',
    game: 'baccarat',
    number: 1,
    shoe: { no: 3, commitment: shoeCommitment(leaves), leaves, seed: null },
    position: 0,
    cards,
    salts: cards.map((_, index) => saltOf(SEED, index)),
    outcome: roundLetter(dealt.outcome),
    settledAt: AT,
    ...more,
  }
}

/** The same round after the end of its shoe. */
export const endedShoe = (): DataOf<'table.proof'> => {
  const proof = tableProof()
  return { ...proof, shoe: { ...proof.shoe, seed: SEED } }
}

/** The round with another card in its first place. */
export const swappedCard = (): DataOf<'table.proof'> => {
  const proof = tableProof()
  const other = proof.cards[0] === 0 ? 13 : 0
  return { ...proof, cards: [other, ...proof.cards.slice(1)] }
}
