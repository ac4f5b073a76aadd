import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkSoccerProof,
  prizeOfNumber,
  SOCCER_COST,
  SOCCER_NUMBERS,
  SOCCER_PRIZE_IDS,
  SOCCER_PRIZES,
  soccerNumber,
  type SoccerProof,
  soccerReward,
} from '#protocol/club/soccer-lottery.ts'
import { commitmentOf, seededDraw } from '#protocol/games/draw.ts'

const hex = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''))
const proofs = fc
  .record({
    serverSeed: hex,
    memberSeed: fc.stringMatching(/^[a-z0-9]{1,16}$/),
    nonce: fc.nat({ max: 1_000 }),
    currency: fc.constantFrom('CNY' as const, 'USDT' as const),
    isOut: fc.boolean(),
  })
  .map(({ isOut, ...seeds }): SoccerProof => {
    const { serverSeed, memberSeed, nonce, currency } = seeds
    const prize = prizeOfNumber(soccerNumber(seededDraw({ server: serverSeed, member: memberSeed, nonce })))
    const isReplaced = isOut && prize.stock !== null
    const reward = soccerReward(prize, isReplaced, currency)
    return { ...seeds, prize: prize.id, isReplaced, reward, commitment: commitmentOf(serverSeed) }
  })

const holds = (proof: SoccerProof): boolean => {
  const { commitment, prize, reward } = checkSoccerProof(proof)
  return commitment && prize && reward
}

describe('the soccer lottery', () => {
  it('S7.87 gives each prize as many numbers as its published weight', () => {
    const numbers = new Map<string, number>()
    for (let number = 0; number < SOCCER_NUMBERS; number += 1) {
      const { id } = prizeOfNumber(number)
      numbers.set(id, (numbers.get(id) ?? 0) + 1)
    }
    expect([...numbers]).toEqual(SOCCER_PRIZES.map(({ id, weight }) => [id, weight]))
    expect([...numbers.keys()]).toEqual([...SOCCER_PRIZE_IDS])
    expect(() => prizeOfNumber(SOCCER_NUMBERS)).toThrow(RangeError)
  })

  it('S7.87 never pays back exactly its price in points, which would be an entry of nothing', () => {
    for (const { gives, points } of SOCCER_PRIZES) {
      expect(gives?.currency === 'POINT' ? gives.amount : 0).not.toBe(SOCCER_COST)
      expect(points).not.toBe(SOCCER_COST)
    }
  })

  it('S7.87 a draw is verified from its published values', () => {
    fc.assert(fc.property(proofs, holds))
  })

  it('S7.87 a draw with any other value is not', () => {
    fc.assert(
      fc.property(proofs, hex, fc.constantFrom(...SOCCER_PRIZE_IDS), (proof, otherSeed, otherPrize) => {
        expect(holds({ ...proof, commitment: otherSeed })).toBe(false)
        expect(checkSoccerProof({ ...proof, serverSeed: otherSeed }).commitment).toBe(otherSeed === proof.serverSeed)
        expect(holds({ ...proof, prize: otherPrize })).toBe(otherPrize === proof.prize)
        expect(holds({ ...proof, reward: { currency: 'COIN', amount: 7 } })).toBe(false)
        expect(holds({ ...proof, serverSeed: 'no seed' })).toBe(false)
        // A blank and a return of points have no stock that could be out.
        if (proof.prize === 'wide' || proof.prize === 'post') expect(holds({ ...proof, isReplaced: true })).toBe(false)
      }),
    )
  })
})
