import { seededRandom } from '#protocol/random.ts'

/** Seeded random numbers (mulberry32), so that a failed run can be repeated. */
export class Random {
  /** 0 <= x < 1. */
  readonly next: () => number

  constructor(seed: number) {
    this.next = seededRandom(seed)
  }

  /** An integer, both bounds included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.between(0, items.length - 1)]
    if (item === undefined) throw new RangeError('nothing to pick from')
    return item
  }
}

/** Returns all items in random order before one is repeated. */
export class Deck<Item> {
  private left: readonly Item[] = []

  constructor(
    private readonly items: readonly Item[],
    private readonly random: Random,
  ) {}

  next(): Item {
    if (this.left.length === 0) this.left = this.items
    const item = this.random.pick(this.left)
    this.left = this.left.filter((one) => one !== item)
    return item
  }
}
