import { BoundedMap } from '#protocol/bounded-map.ts'
import { HISTORY_MAX_ENTRIES } from '#protocol/constants.ts'
import { isDroppable, isHighVip } from '#protocol/room/kinds.ts'
import type { FeedPatch, FeedRow } from '#protocol/worker/feed.ts'
import type { FeedCounters } from '../counters.ts'
import { type CheckedEntry, checkEntry, isMention, isStateOnly, listRow } from './entries.ts'
import type { FeedQueues } from './queues.ts'

/**
 * `live`: text may be dropped under overload. `recovered`: entries after an interruption; none is dropped. `history`:
 * entries older than the snapshot; they become rows and do not change the state.
 */
export type FeedMode = 'live' | 'recovered' | 'history'

/** An unchecked entry with its sequence number. */
export interface NumberedEntry {
  readonly seq: number
  readonly entry: unknown
}

/** Checks entries, removes duplicates and superseded ones, and adds the rest to the queues. */
export class Intake {
  /** Public id of the signed-in member, or null. */
  owner: string | null = null
  readonly #queues: FeedQueues
  readonly #counters: FeedCounters
  readonly #dedup = new Dedup()
  readonly #supersession = new Supersession()

  constructor(queues: FeedQueues, counters: FeedCounters) {
    this.#queues = queues
    this.#counters = counters
  }

  /** Returns true if the entry became a row. */
  take(value: unknown, seq: number, mode: FeedMode): boolean {
    const counters = this.#counters
    counters.entriesReceived += 1
    const checked = checkEntry(value)
    if (!checked) {
      counters.malformed += 1
      return false
    }
    if (mode === 'history' && isStateOnly(checked) && checked.kind !== 'delete') {
      // The snapshot is newer. A welcome in it must not suppress a later welcome of the same member.
      counters.stateOnly += 1
      return false
    }
    if (this.#dedup.isDuplicate(checked, seq)) {
      counters.duplicates += 1
      return false
    }
    if (checked.kind === 'revert' || checked.kind === 'delete') {
      this.#undo(checked, seq)
      return false
    }
    if (this.#supersession.isDeleted(checked, seq)) {
      counters.superseded += 1
      return false
    }
    this.#enqueue(checked, seq, mode)
    return !isStateOnly(checked)
  }

  /** Counts a text that was skipped by the frame reader. */
  countSkipped(isHigh: boolean): void {
    this.#counters.entriesReceived += 1
    this.#countDropped(this.#queues.countDropped(), isHigh)
  }

  /** Rows of an older page. They are checked like live ones. Only their reverts and deletions are remembered. */
  older(numbered: readonly NumberedEntry[]): FeedRow[] {
    const checked = numbered.flatMap(({ seq, entry }) => {
      const shape = checkEntry(entry)
      if (shape) this.#supersession.note(shape, seq)
      return shape && !isStateOnly(shape) && shape.kind !== 'revert' ? [{ shape, seq }] : []
    })
    return checked
      .filter(({ shape, seq }) => !this.#supersession.isDeleted(shape, seq))
      .map(({ shape, seq }) => listRow(shape, seq, this.owner, this.#isRevertedOrder(shape)))
  }

  #countDropped(rows: number, isHigh: boolean): void {
    this.#counters.rowsDropped += rows
    if (isHigh) this.#counters.rowsDroppedHigh += rows
  }

  #undo(checked: CheckedEntry, seq: number): void {
    const counters = this.#counters
    const patch = this.#supersession.note(checked, seq)
    if (patch?.type === 'revert' && this.#queues.revert(patch.orderId)) {
      counters.superseded += 1
      return
    }
    counters.stateOnly += 1
    if (!patch) return
    if (patch.type !== 'revert') {
      counters.superseded += this.#queues.remove((waiting, at) => this.#supersession.isDeleted(waiting, at))
    }
    this.#queues.addLossless({ type: 'patch', seq, patch }, false)
  }

  #enqueue(checked: CheckedEntry, seq: number, mode: FeedMode): void {
    const { entry, kind } = checked
    if (isStateOnly(checked)) this.#counters.stateOnly += 1
    const isOldMute = checked.kind === 'mute' && !this.#supersession.isNewestMute(checked.entry.data.userId, seq)
    const isPast = mode === 'history' || isOldMute
    const item = { type: 'entry' as const, seq, checked, isReverted: this.#isRevertedOrder(checked), isPast }
    const isOwn = this.owner !== null && entry.userId === this.owner
    if (mode === 'live' && isDroppable(kind) && !isOwn && !isMention(entry, this.owner)) {
      this.#countDropped(this.#queues.addDroppable(item), isHighVip(entry.vipLevel))
    } else {
      this.#queues.addLossless(item, mode === 'live')
    }
  }

  #isRevertedOrder({ kind, entry }: CheckedEntry): boolean {
    return kind === 'order' && this.#supersession.isReverted(entry.id)
  }
}

/** Detects duplicates: entries by id (S4.30), welcomes by `userId` (S4.31). One instance per visit of a room. */
export class Dedup {
  readonly #ids = new BoundedMap<string, number>(HISTORY_MAX_ENTRIES)
  readonly #welcomed = new BoundedMap<string, number>(HISTORY_MAX_ENTRIES)

  /** Size of the larger memory. */
  get size(): number {
    return Math.max(this.#ids.size, this.#welcomed.size)
  }

  /**
   * True if the entry was seen with another sequence number. The same number means that the server sent the entry again,
   * for example after rows were released. The position of the feed decides whether it is needed.
   */
  isDuplicate({ kind, entry }: CheckedEntry, seq: number): boolean {
    if (isSeen(this.#ids, entry.id, seq)) return true
    return kind === 'welcome' && entry.userId !== undefined && isSeen(this.#welcomed, entry.userId, seq)
  }
}

function isSeen(memory: BoundedMap<string, number>, key: string, seq: number): boolean {
  const before = memory.get(key)
  if (before !== undefined) return before !== seq
  memory.set(key, seq)
  return false
}

/**
 * Remembers which entries are superseded: reverted orders, deleted entries and authors, and the newest mute of each
 * member. A revert or deletion also applies if it arrives before its entry (S4.32). Memory is bounded.
 */
export class Supersession {
  readonly #reverted = new BoundedMap<string, number>(HISTORY_MAX_ENTRIES)
  readonly #deleted = new BoundedMap<string, number>(HISTORY_MAX_ENTRIES)
  readonly #deletedAuthors = new BoundedMap<string, number>(HISTORY_MAX_ENTRIES)
  readonly #mutes = new BoundedMap<string, number>(HISTORY_MAX_ENTRIES)

  /** Size of the largest memory. */
  get size(): number {
    return Math.max(this.#reverted.size, this.#deleted.size, this.#deletedAuthors.size, this.#mutes.size)
  }

  /** Remembers a revert or a deletion. Returns the patch for rows that the page may already show. */
  note(checked: CheckedEntry, seq: number): FeedPatch | null {
    if (checked.kind === 'revert') {
      const { orderId } = checked.entry.data
      this.#reverted.set(orderId, seq)
      return { type: 'revert', orderId, seq }
    }
    if (checked.kind !== 'delete') return null
    const { ids, userId } = checked.entry.data
    if (userId !== undefined) {
      this.#deletedAuthors.set(userId, Math.max(seq, this.#deletedAuthors.get(userId) ?? 0))
      return { type: 'delete-author', userId, seq, ...(ids && { ids }) }
    }
    for (const id of ids ?? []) this.#deleted.set(id, seq)
    return ids === undefined ? null : { type: 'delete', ids, seq }
  }

  isReverted(orderId: string): boolean {
    return this.#reverted.get(orderId) !== undefined
  }

  /** True if the entry was deleted. Deleting an author deletes texts and images, but not gifts and orders. */
  isDeleted(checked: CheckedEntry, seq: number): boolean {
    if (isStateOnly(checked)) return false
    const { kind, entry } = checked
    if (this.#deleted.get(entry.id) !== undefined) return true
    if ((kind !== 'text' && kind !== 'image') || entry.userId === undefined) return false
    return seq <= (this.#deletedAuthors.get(entry.userId) ?? -1)
  }

  /** True if this is the newest mute entry of the member, in any order of arrival. */
  isNewestMute(userId: string, seq: number): boolean {
    if (seq < (this.#mutes.get(userId) ?? -1)) return false
    this.#mutes.set(userId, seq)
    return true
  }
}
