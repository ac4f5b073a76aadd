import { randomBytes } from 'node:crypto'

/** A fast random source for drawing, seeded by the system. Secrets use node:crypto. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number
  /** Uniform in [low, high). */
  between(low: number, high: number): number
  /** Integer in [low, high], both included. */
  whole(low: number, high: number): number
  /** @throws RangeError for an empty list. */
  pick<Item>(items: readonly Item[]): Item
  /** The items in random order. */
  shuffled<Item>(items: readonly Item[]): Item[]
}

/** sfc32 with a seed of 16 bytes. */
export function createRandom(seed: Uint8Array = randomBytes(16)): Random {
  const view = new DataView(seed.buffer, seed.byteOffset, 16)
  let a = view.getUint32(0)
  let b = view.getUint32(4)
  let c = view.getUint32(8)
  let counter = view.getUint32(12)
  const next = (): number => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return (sum >>> 0) / 2 ** 32
  }
  for (let round = 0; round < 12; round += 1) next()
  const whole = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    whole,
    pick(items) {
      const item = items[whole(0, items.length - 1)]
      if (item === undefined) throw new RangeError('nothing to pick from')
      return item
    },
    shuffled(items) {
      const order = [...items]
      for (let last = order.length - 1; last > 0; last -= 1) {
        const other = whole(0, last)
        const [held, moved] = [order[last], order[other]]
        if (held !== undefined && moved !== undefined) {
          order[last] = moved
          order[other] = held
        }
      }
      return order
    },
  }
}
