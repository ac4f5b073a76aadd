import { HISTORY_MAX_ENTRIES } from '#protocol/constants.ts'
import type { EntryData } from '#protocol/room/feed.ts'
import type { FeedPatch } from '#protocol/worker/feed.ts'
import { BoundedMap } from '#protocol/bounded-map.ts'
import type { CheckedEntry } from './shape.ts'
import { isStateOnly } from './shape.ts'

/**
 * What later entries take away from earlier ones, remembered so that it also wins when it arrives first (S4.32): reverts
 * of orders, deletions of entries and of whole authors, and the newest mute of each member. Bounded.
 */
export class Supersession {
  private readonly reverted = new BoundedMap<string, number>(HISTORY_MAX_ENTRIES)
  private readonly deleted = new BoundedMap<string, number>(HISTORY_MAX_ENTRIES)
  private readonly deletedAuthors = new BoundedMap<string, number>(HISTORY_MAX_ENTRIES)
  private readonly mutes = new BoundedMap<string, number>(HISTORY_MAX_ENTRIES)

  /** Remembers a revert or delete; returns the change for rows that the page may hold already. */
  note({ kind, entry }: CheckedEntry, seq: number): FeedPatch | null {
    if (kind === 'revert') {
      // `kind` was read from the entry's own msgType, so `data` is of that kind.
      const { orderId } = entry.data as EntryData['revert']
      this.reverted.set(orderId, seq)
      return { type: 'revert', orderId, seq }
    }
    if (kind !== 'delete') return null
    const { ids, userId } = entry.data as EntryData['delete']
    if (userId !== undefined) {
      this.deletedAuthors.set(userId, Math.max(seq, this.deletedAuthors.get(userId) ?? 0))
      return { type: 'delete-author', userId, seq, ...(ids && { ids }) }
    }
    for (const id of ids ?? []) this.deleted.set(id, seq)
    return ids === undefined ? null : { type: 'delete', ids, seq }
  }

  isReverted(orderId: string): boolean {
    return this.reverted.get(orderId) !== undefined
  }

  /** Speech goes with its author; gifts and orders are facts and stay. */
  isDeleted(checked: CheckedEntry, seq: number): boolean {
    if (isStateOnly(checked)) return false
    const { kind, entry } = checked
    if (this.deleted.get(entry.id) !== undefined) return true
    if ((kind !== 'text' && kind !== 'image') || entry.userId === undefined) return false
    return seq <= (this.deletedAuthors.get(entry.userId) ?? -1)
  }

  /** True when this is the newest word about this member's mute, whatever order the words arrive in. */
  isNewestMute(userId: string, seq: number): boolean {
    if (seq < (this.mutes.get(userId) ?? -1)) return false
    this.mutes.set(userId, seq)
    return true
  }
}
