import { BoundedMap } from '#protocol/bounded-map.ts'
import { HISTORY_MAX_ENTRIES } from '#protocol/constants.ts'
import type { CheckedEntry } from './shape.ts'

/** S4.30 by id, S4.31 welcomes by userId; one instance for each visit of a room. */
export class Dedup {
  private readonly ids = new BoundedMap<string, number>(HISTORY_MAX_ENTRIES)
  private readonly welcomed = new BoundedMap<string, number>(HISTORY_MAX_ENTRIES)

  /**
   * True for what has been seen under another sequence number. The same number again is the same entry, given again
   * after rows were let go or a frame was repeated: whether it is needed is the position's question.
   */
  isDuplicate({ kind, entry }: CheckedEntry, seq: number): boolean {
    if (isSeen(this.ids, entry.id, seq)) return true
    return kind === 'welcome' && entry.userId !== undefined && isSeen(this.welcomed, entry.userId, seq)
  }
}

function isSeen(memory: BoundedMap<string, number>, key: string, seq: number): boolean {
  const before = memory.get(key)
  if (before !== undefined) return before !== seq
  memory.set(key, seq)
  return false
}
