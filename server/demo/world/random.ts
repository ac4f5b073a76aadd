import { hashText, seededRandom } from '#protocol/random.ts'

/** A seeded random source: the same seed gives the same demo world. Not for secrets. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number
  /** Integer in [low, high], both included. */
  between(low: number, high: number): number
  chance(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
  /** Number of events of a Poisson process with this mean. */
  poisson(mean: number): number
  /** An independent source derived from this seed and a name. */
  fork(name: string): Random
}

/** Creates the source of a seed (mulberry32). */
export function createRandom(seed: number): Random {
  const next = seededRandom(seed)
  const random: Random = {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new RangeError('nothing to pick from')
      return item
    },
    poisson: (mean) => {
      const limit = Math.exp(-mean)
      let count = 0
      for (let product = next(); product > limit; product *= next()) count += 1
      return count
    },
    fork: (name) => createRandom((seed ^ hashText(name)) >>> 0),
  }
  return random
}
