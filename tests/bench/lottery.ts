import { prizeOfNumber, SOCCER_NUMBERS, SOCCER_PRIZES, soccerNumber } from '#protocol/club/soccer-lottery.ts'
import type { Draw } from '#protocol/games/draw.ts'
import { fastDraw } from '../support/game-players.ts'
import type { Bench } from './harness/figures.ts'
import { WITHIN_99 } from './rtp.ts'

const LOTTERY_DRAWS = 10_000_000
const SEED = 20_261_129

/** Distance of the number of each prize from its published odds, in standard errors. */
export function prizeDistances(draw: Draw, draws: number): Record<string, number> {
  const counts = new Map<string, number>()
  for (let count = 0; count < draws; count += 1) {
    const { id } = prizeOfNumber(soccerNumber(draw))
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return Object.fromEntries(
    SOCCER_PRIZES.map(({ id, weight }) => {
      const chance = weight / SOCCER_NUMBERS
      const error = Math.sqrt(draws * chance * (1 - chance))
      return [id, Math.abs((counts.get(id) ?? 0) - draws * chance) / error]
    }),
  )
}

/** Ten million draws of the soccer lottery against its published odds. */
export const lotteryBench: Bench = {
  name: 'lottery',
  about: 'ten million simulated draws of the soccer lottery: distance of each prize from its odds in standard errors',
  figures: {
    ...Object.fromEntries(SOCCER_PRIZES.map(({ id }) => [id, { unit: 'score', atMost: WITHIN_99 }])),
    time: { unit: 's', atMost: 60 },
  },
  defaultRuns: 1,
  run: () => {
    const start = performance.now()
    const distances = prizeDistances(fastDraw(SEED), LOTTERY_DRAWS)
    return Promise.resolve({ ...distances, time: (performance.now() - start) / 1_000 })
  },
}
