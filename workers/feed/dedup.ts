import { HISTORY_MAX_ENTRIES } from '#protocol/constants.ts'
import type { CheckedEntry } from './shape.ts'

/**
 * A memory of the newest keys in two generations: when the young one is full it becomes the old one, and the old one is
 * forgotten. Remembers at least `limit` and at most twice as many keys, at one or two look-ups each.
 */
export class TwoGenerations<Value> {
  private young = new Map<string, Value>()
  private old = new Map<string, Value>()

  constructor(private readonly limit: number) {}

  get(key: string): Value | undefined {
    return this.young.get(key) ?? this.old.get(key)
  }

  set(key: string, value: Value): void {
    if (this.young.size >= this.limit && !this.young.has(key)) {
      this.old = this.young
      this.young = new Map()
    }
    this.young.set(key, value)
  }

  get size(): number {
    return this.young.size + this.old.size
  }
}

/** S4.30 by id, S4.31 welcomes by userId; one instance for each visit of a room. */
export class Dedup {
  private readonly ids = new TwoGenerations<number>(HISTORY_MAX_ENTRIES)
  private readonly welcomed = new TwoGenerations<number>(HISTORY_MAX_ENTRIES)

  /**
   * True for what has been seen under another sequence number. The same number again is the same entry, given again
   * after rows were let go or a frame was repeated: whether it is needed is the position's question.
   */
  isDuplicate({ kind, entry }: CheckedEntry, seq: number): boolean {
    if (isSeen(this.ids, entry.id, seq)) return true
    return kind === 'welcome' && entry.userId !== undefined && isSeen(this.welcomed, entry.userId, seq)
  }
}

function isSeen(memory: TwoGenerations<number>, key: string, seq: number): boolean {
  const before = memory.get(key)
  if (before !== undefined) return before !== seq
  memory.set(key, seq)
  return false
}
