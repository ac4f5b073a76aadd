import { expect, it } from 'vitest'
import { drawPrize } from '#protocol/activities/chance.ts'
import { SPIN_WHEEL, type SpinWheelRule } from '#protocol/activities/spin-wheel.ts'
import { WITHIN_99 } from '../../bench/rtp.ts'
import { fastDraw } from '../../support/game-players.ts'

const DRAWS = 10_000_000

it('S1.20 S7.97 Annex I 10 million draws of the wheel are inside the 99 % interval of the published odds', () => {
  const { prizes } = SPIN_WHEEL.example as SpinWheelRule
  const draw = fastDraw(43)
  const counts = prizes.map(() => 0)
  for (let n = 0; n < DRAWS; n += 1) {
    const index = drawPrize(prizes, draw)
    counts[index] = (counts[index] ?? 0) + 1
  }
  const total = prizes.reduce((sum, { weight }) => sum + weight, 0)
  for (const [index, { name, weight }] of prizes.entries()) {
    const odds = weight / total
    const errors = Math.abs((counts[index] ?? 0) - DRAWS * odds) / Math.sqrt(DRAWS * odds * (1 - odds))
    expect(errors, `${name}: standard errors`).toBeLessThan(WITHIN_99)
  }
})
