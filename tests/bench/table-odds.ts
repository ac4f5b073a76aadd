import type { Draw } from '#protocol/games/draw.ts'
import { LAST_CARDS, SHOE_CARDS, shuffledShoe } from '#protocol/games/tables/shoe.ts'
import { returnOf, TABLE_GAMES, type TableGame } from '#protocol/games/tables/table-rules.ts'
import { tableRules } from '#protocol/games/tables/tables.ts'
import type { Bench } from './harness/figures.ts'

const ROUNDS = 10_000_000
const STAKE = 100_000
/** Standard errors of a 99 % interval. */
const Z99 = 2.576

/** Draws of a xorshift generator. Rounds of the product use HMAC, whose cost is not that of the rules. */
function fastDraw(seed: number): Draw {
  let state = seed | 1
  return {
    below(limit) {
      state ^= state << 13
      state ^= state >>> 17
      state ^= state << 5
      return Math.floor(((state >>> 0) / 2 ** 32) * limit)
    },
  }
}

interface SideReturn {
  readonly id: string
  readonly rtp: number
  /** Mean return per unit of stake, and its standard error. */
  readonly mean: number
  readonly error: number
}

/** Plays rounds of a table's game with one stake on each side. */
export function playRounds(game: TableGame, rounds: number, seed: number): SideReturn[] {
  const rules = tableRules(game)
  const { sides } = rules
  const sums = sides.map(() => ({ sum: 0, squares: 0 }))
  const draw = fastDraw(seed)
  let cards: readonly number[] = []
  let position = SHOE_CARDS
  const cardAt = (index: number): number => cards[position + index] ?? 0
  for (let round = 0; round < rounds; round += 1) {
    if (SHOE_CARDS - position < LAST_CARDS) {
      cards = shuffledShoe(draw)
      position = 0
    }
    const dealt = rules.deal(cardAt)
    position += dealt.cards.length
    for (const [index, side] of sides.entries()) {
      const returned = returnOf(side, STAKE, dealt.outcome) / STAKE
      const total = sums[index]
      if (!total) continue
      total.sum += returned
      total.squares += returned * returned
    }
  }
  return sides.map(({ id, rtp }, index) => {
    const { sum, squares } = sums[index] ?? { sum: 0, squares: 0 }
    const mean = sum / rounds
    return { id, rtp: rtp / 1e6, mean, error: Math.sqrt((squares / rounds - mean * mean) / rounds) }
  })
}

/** Sides whose measured return is outside of the 99 % interval of the stated one. */
export function sidesOutside(returns: readonly SideReturn[]): string[] {
  return returns.filter(({ rtp, mean, error }) => Math.abs(mean - rtp) > Z99 * error).map(({ id }) => id)
}

/** Return to the member of every side, over 10 million rounds per game on one core. */
export const tableOddsBench: Bench<`${TableGame}: ${'time' | 'sides outside'}`> = {
  name: 'table-odds',
  about: '10 million rounds of each live table: sides whose return is outside of the 99 % interval of the stated one',
  figures: {
    'baccarat: time': { unit: 's', atMost: 60 },
    'baccarat: sides outside': { unit: 'count', atMost: 0 },
    'dragon-tiger: time': { unit: 's', atMost: 60 },
    'dragon-tiger: sides outside': { unit: 'count', atMost: 0 },
  },
  defaultRuns: 1,
  run() {
    const results = TABLE_GAMES.map((game) => {
      const startedAt = performance.now()
      const outside = sidesOutside(playRounds(game, ROUNDS, 20_261_129))
      return [
        [`${game}: time`, (performance.now() - startedAt) / 1_000],
        [`${game}: sides outside`, outside.length],
      ] as const
    })
    return Promise.resolve(Object.fromEntries(results.flat()) as Awaited<ReturnType<typeof tableOddsBench.run>>)
  },
}
