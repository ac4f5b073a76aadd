import { describe, expect, it } from 'vitest'
import { SOCCER_PRIZES } from '#protocol/club/soccer-lottery.ts'
import { seededDraw } from '#protocol/games/draw.ts'
import { fastDraw } from '../support/game-players.ts'
import { lotteryBench, prizeDistances, ticketDistances, wheelDistances } from './lottery.ts'
import { WITHIN_99 } from './rtp.ts'

describe('the bench of the soccer lottery', () => {
  it('S7.87 finds the published odds of each prize', () => {
    for (const distance of Object.values(prizeDistances(fastDraw(7), 500_000))) {
      expect(distance).toBeLessThan(2 * WITHIN_99)
    }
  })

  it('S7.87 finds them with the seeds of real draws', () => {
    let nonce = 0
    const draw = {
      below: (limit: number) => seededDraw({ server: 'ab'.repeat(32), member: 'm', nonce: nonce++ }).below(limit),
    }
    for (const distance of Object.values(prizeDistances(draw, 20_000))) expect(distance).toBeLessThan(2 * WITHIN_99)
  })

  it('finds that odds are wrong by a tenth', () => {
    const fair = fastDraw(7)
    // Every tenth blank becomes a goal post.
    const wrong = { below: (limit: number) => (fair.below(10) === 0 ? 300_000 : fair.below(limit)) }
    expect(prizeDistances(wrong, 500_000)['wide']).toBeGreaterThan(WITHIN_99)
  })

  it('S7.96 S7.97 finds the published odds of the wheel and of a ticket', () => {
    const distances = [wheelDistances(fastDraw(7), 200_000), ticketDistances(fastDraw(7), 20_000)]
    for (const distance of distances.flatMap((one) => Object.values(one))) expect(distance).toBeLessThan(2 * WITHIN_99)
  })

  it('bounds the distance of each prize and the time', () => {
    const names = Object.keys(lotteryBench.figures)
    expect(names).toEqual(expect.arrayContaining([...SOCCER_PRIZES.map(({ id }) => id), 'time']))
    expect(names.filter((name) => name.startsWith('wheel ') || name.startsWith('ticket '))).toHaveLength(11)
  })
})
