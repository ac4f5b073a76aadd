import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkTableProof, type TableProof } from '#protocol/games/tables/proof.ts'
import {
  leafAt,
  leafOf,
  saltOf,
  SHOE_CARDS,
  shoeCards,
  shoeCommitment,
  shoeLeaves,
} from '#protocol/games/tables/shoe.ts'
import { roundLetter } from '#protocol/games/tables/table-rules.ts'
import { tableRules } from '#protocol/games/tables/tables.ts'

const SEED = '5a'.repeat(32)
const cards = shoeCards({ seed: SEED, no: 7 })
const leaves = shoeLeaves({ seed: SEED, no: 7 }, cards)

function proofAt(position: number, seed: string | null = null): TableProof {
  const dealt = tableRules('baccarat').deal((index) => cards[position + index] ?? 0)
  return {
    game: 'baccarat',
    shoe: { no: 7, commitment: shoeCommitment(leaves), leaves, seed },
    position,
    cards: dealt.cards.map(({ card }) => card),
    salts: dealt.cards.map((_, index) => saltOf(SEED, position + index)),
    outcome: roundLetter(dealt.outcome),
  }
}

describe('shoe of 8 decks', () => {
  it('has each card eight times, in an order that depends on seed and number', () => {
    expect(cards.length).toBe(SHOE_CARDS)
    for (let card = 0; card < 52; card += 1) expect(cards.filter((one) => one === card).length).toBe(8)
    expect(shoeCards({ seed: SEED, no: 7 })).toEqual(cards)
    expect(shoeCards({ seed: SEED, no: 8 })).not.toEqual(cards)
    expect(shoeCards({ seed: '5b'.repeat(32), no: 7 })).not.toEqual(cards)
  })

  it('has a leaf of its own for every card, also for equal cards', () => {
    const all = Array.from({ length: SHOE_CARDS }, (_, index) => leafAt(leaves, index))
    expect(new Set(all).size).toBe(SHOE_CARDS)
    expect(all[3]).toBe(leafOf(saltOf(SEED, 3), cards[3] ?? 0))
  })
})

describe('proof of a round', () => {
  it('accepts every round of the shoe, before and after the seed is published', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: SHOE_CARDS - 6 }), (position) => {
        expect(checkTableProof(proofAt(position))).toEqual({ commitment: true, cards: true, outcome: true, shoe: null })
      }),
      { numRuns: 20 },
    )
    expect(checkTableProof(proofAt(12, SEED)).shoe).toBe(true)
  })

  it('refuses another commitment, other cards, another outcome and another seed', () => {
    const proof = proofAt(40, SEED)
    const shoe = { ...proof.shoe, commitment: shoeCommitment(leaves.replaceAll('0', '1')) }
    expect(checkTableProof({ ...proof, shoe }).commitment).toBe(false)
    const other = proof.cards.map((card) => (card + 13) % 52)
    expect(checkTableProof({ ...proof, cards: other }).cards).toBe(false)
    expect(checkTableProof({ ...proof, position: 41 }).cards).toBe(false)
    expect(checkTableProof({ ...proof, outcome: proof.outcome === 'a' ? 'e' : 'a' }).outcome).toBe(false)
    const seed = '5b'.repeat(32)
    expect(checkTableProof({ ...proof, shoe: { ...proof.shoe, seed } }).shoe).toBe(false)
  })

  it('refuses fewer or more cards than the rules take', () => {
    const proof = proofAt(40)
    expect(checkTableProof({ ...proof, cards: proof.cards.slice(0, 3), salts: proof.salts.slice(0, 3) }).outcome).toBe(
      false,
    )
    expect(checkTableProof({ ...proof, cards: [...proof.cards, 0], salts: [...proof.salts, ''] }).outcome).toBe(false)
  })

  it('counts unreadable values as wrong without throwing', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string(), { maxLength: 6 }), fc.string(), (text, salts, seed) => {
        const proof = proofAt(0)
        const checked = checkTableProof({ ...proof, salts, shoe: { ...proof.shoe, leaves: text, seed } })
        expect(checked).toMatchObject({ commitment: false, cards: false, shoe: false })
      }),
    )
  })
})
