import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawPrize, oddsOf, prizesProblem } from '#protocol/activities/chance.ts'
import { SPIN_WHEEL, type SpinWheelRule } from '#protocol/activities/spin-wheel.ts'
import { seededDraw } from '#protocol/games/draw.ts'

const { prizes } = SPIN_WHEEL.example as SpinWheelRule
const weights = fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 12 })

describe('S1.20 S7.97 draws of prizes', () => {
  it('S1.20 each number below the sum of the weights gives one prize, as often as its weight', () => {
    fc.assert(
      fc.property(weights, (list) => {
        const all = list.map((weight) => ({ weight }))
        const total = list.reduce((sum, weight) => sum + weight, 0)
        const counts = list.map(() => 0)
        for (let n = 0; n < total; n += 1) {
          const index = drawPrize(all, { below: () => n })
          counts[index] = (counts[index] ?? 0) + 1
        }
        expect(counts).toEqual(list)
      }),
      { numRuns: 30 },
    )
  })

  it('S1.20 the same seeds give the same prize', () => {
    const seeds = { server: 'ab'.repeat(32), member: 'seed', nonce: 3 }
    expect(drawPrize(prizes, seededDraw(seeds))).toBe(drawPrize(prizes, seededDraw(seeds)))
  })

  it('Annex I published odds add up to 100 %', () => {
    expect(oddsOf(prizes).reduce((sum, odds) => sum + odds, 0)).toBe(1_000_000)
  })

  it('refuses prizes without an unlimited blank, or without anything to win', () => {
    const blank = { name: '谢谢参与', amount: 0, weight: 1, stock: 0 }
    expect(
      prizesProblem([
        { ...blank, stock: 1 },
        { ...blank, amount: 5 },
      ]),
    ).toMatchObject({ reason: 'noBlank' })
    expect(prizesProblem([blank, blank])).toMatchObject({ reason: 'noReward' })
    expect(prizesProblem(prizes)).toBeNull()
  })
})
