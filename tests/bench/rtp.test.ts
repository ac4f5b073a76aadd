import { describe, expect, it } from 'vitest'
import { E_GAMES } from '#protocol/games/round.ts'
import { rtpBench, simulate, simulatedGame, WITHIN_99 } from './rtp.ts'

describe('the bench of returns', () => {
  it.each(E_GAMES)('S1.9 finds the stated return of %s', (game) => {
    expect(simulate(simulatedGame(game, 7), 60_000).errors).toBeLessThan(2 * WITHIN_99)
  })

  it.each(E_GAMES)('finds that a return of %s is wrong by a tenth', (game) => {
    const wrong = simulatedGame(game, 7)
    expect(simulate({ ...wrong, rtp: wrong.rtp * 1.1 }, 60_000).errors).toBeGreaterThan(WITHIN_99)
  })

  it('bounds the distance and the time of each game', () => {
    expect(Object.values(rtpBench.figures).map(({ atMost }) => atMost)).toEqual(E_GAMES.flatMap(() => [WITHIN_99, 60]))
  })
})
