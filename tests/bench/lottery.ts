import { drawPrize } from '#protocol/activities/chance.ts'
import { LOTTERY, type LotteryRule, winningTickets } from '#protocol/activities/lottery.ts'
import { SPIN_WHEEL, type SpinWheelRule } from '#protocol/activities/spin-wheel.ts'
import { prizeOfNumber, SOCCER_NUMBERS, SOCCER_PRIZES, soccerNumber } from '#protocol/club/soccer-lottery.ts'
import type { Draw } from '#protocol/games/draw.ts'
import { fastDraw } from '../support/game-players.ts'
import type { Bench } from './harness/figures.ts'
import { WITHIN_99 } from './rtp.ts'

const LOTTERY_DRAWS = 10_000_000
/** Lotteries with all their prizes: 56 million tickets are drawn. */
const LOTTERIES = 1_000_000
const SEED = 20_261_129

/** Distance of the number of each prize of the soccer lottery from its published odds, in standard errors. */
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

/** Distances of the counts of prizes from their chances, in standard errors. */
function distancesOf(counts: readonly number[], chances: readonly number[], draws: number): number[] {
  return chances.map((chance, index) => {
    const error = Math.sqrt(draws * chance * (1 - chance))
    return Math.abs((counts[index] ?? 0) - draws * chance) / error
  })
}

const WHEEL = (SPIN_WHEEL.example as SpinWheelRule).prizes
const TICKET_PRIZES = (LOTTERY.example as LotteryRule).prizes
/** Tickets of a simulated lottery: more than it has prizes. */
const TICKETS = 100

/** Distance of each slice of the wheel (S7.97). */
export function wheelDistances(draw: Draw, draws: number): Record<string, number> {
  const counts = WHEEL.map(() => 0)
  for (let count = 0; count < draws; count += 1) {
    const index = drawPrize(WHEEL, draw)
    counts[index] = (counts[index] ?? 0) + 1
  }
  const total = WHEEL.reduce((sum, { weight }) => sum + weight, 0)
  const distances = distancesOf(
    counts,
    WHEEL.map(({ weight }) => weight / total),
    draws,
  )
  return Object.fromEntries(WHEEL.map(({ name }, index) => [`wheel ${name}`, distances[index] ?? 0]))
}

/** Distance of the prizes of one ticket of a lottery of activities (S7.96), over many lotteries. */
export function ticketDistances(draw: Draw, draws: number): Record<string, number> {
  const counts = TICKET_PRIZES.map(() => 0)
  for (let count = 0; count < draws; count += 1) {
    // Any ticket has the same odds; its number changes so that all positions are tested.
    const ticket = (count % TICKETS) + 1
    const index = winningTickets(TICKET_PRIZES, TICKETS, draw).findIndex((numbers) => numbers.includes(ticket))
    if (index !== -1) counts[index] = (counts[index] ?? 0) + 1
  }
  const distances = distancesOf(
    counts,
    TICKET_PRIZES.map(({ count }) => count / TICKETS),
    draws,
  )
  return Object.fromEntries(TICKET_PRIZES.map(({ name }, index) => [`ticket ${name}`, distances[index] ?? 0]))
}

const FIGURES = [
  ...SOCCER_PRIZES.map(({ id }) => id),
  ...WHEEL.map(({ name }) => `wheel ${name}`),
  ...TICKET_PRIZES.map(({ name }) => `ticket ${name}`),
]

/** Ten million draws of each lottery against its published odds. */
export const lotteryBench: Bench = {
  name: 'lottery',
  about:
    'ten million simulated draws of soccer lottery, wheel and lottery: distance of each prize from its odds in standard errors',
  figures: {
    ...Object.fromEntries(FIGURES.map((name) => [name, { unit: 'score', atMost: WITHIN_99 }])),
    time: { unit: 's', atMost: 180 },
  },
  defaultRuns: 1,
  run: () => {
    const start = performance.now()
    const distances = {
      ...prizeDistances(fastDraw(SEED), LOTTERY_DRAWS),
      ...wheelDistances(fastDraw(SEED), LOTTERY_DRAWS),
      ...ticketDistances(fastDraw(SEED), LOTTERIES),
    }
    return Promise.resolve({ ...distances, time: (performance.now() - start) / 1_000 })
  },
}
