import { isHighVip, isDroppable } from '#protocol/room/kinds.ts'
import type { FeedRow, FeedPatch } from '#protocol/worker/feed.ts'
import { isMention, toRow } from './batch.ts'
import type { FeedCounters } from './counters.ts'
import type { Lanes } from './queues.ts'
import type { CheckedEntry } from './shape.ts'
import { checkEntry, isStateOnly } from './shape.ts'
import { BoundedMap } from '#protocol/bounded-map.ts'
import { HISTORY_MAX_ENTRIES } from '#protocol/constants.ts'
import type { EntryData } from '#protocol/room/feed.ts'

/**
 * How entries come: `live` text may be dropped; `recovered` entries are given again after an interruption and none is
 * dropped; `history` lies under a newer snapshot, so that it gives rows and changes no state.
 */
export type FeedMode = 'live' | 'recovered' | 'history'

/** An entry as it comes out of a frame, unchecked, with its place in the log. */
export interface Numbered {
  readonly seq: number
  readonly entry: unknown
}

/** The way in of a room's feed: shape → duplicates → supersession → lanes. */
export class Intake {
  /** Public id of the member of this page. */
  owner: string | null = null
  private readonly dedup = new Dedup()
  private readonly supersession = new Supersession()

  constructor(
    private readonly lanes: Lanes,
    private readonly counters: FeedCounters,
  ) {}

  /** Returns true when the entry became a row that waits for the page. */
  take(value: unknown, seq: number, mode: FeedMode): boolean {
    const { counters } = this
    counters.entriesReceived += 1
    const checked = checkEntry(value)
    if (!checked) {
      counters.malformed += 1
      return false
    }
    if (mode === 'history' && isStateOnly(checked) && checked.kind !== 'delete') {
      // The snapshot is newer; and a welcome that this visitor has not seen must not silence a later one.
      counters.stateOnly += 1
      return false
    }
    if (this.dedup.isDuplicate(checked, seq)) {
      counters.duplicates += 1
      return false
    }
    if (checked.kind === 'revert' || checked.kind === 'delete') {
      this.undo(checked, seq)
      return false
    }
    if (this.supersession.isDeleted(checked, seq)) {
      counters.superseded += 1
      return false
    }
    this.keep(checked, seq, mode)
    return !isStateOnly(checked)
  }

  /** Counts a text that is dropped away unread. */
  fold(isHigh: boolean): void {
    this.counters.entriesReceived += 1
    this.countDropped(this.lanes.fold(), isHigh)
  }

  private countDropped(rows: number, isHigh: boolean): void {
    this.counters.rowsDropped += rows
    if (isHigh) this.counters.rowsDroppedHigh += rows
  }

  /** Rows of an older page, checked and superseded like live ones; nothing is remembered of them but what they undo. */
  older(numbered: readonly Numbered[]): FeedRow[] {
    const checked = numbered.flatMap(({ seq, entry }) => {
      const shape = checkEntry(entry)
      if (shape) this.supersession.note(shape, seq)
      return shape && !isStateOnly(shape) && shape.kind !== 'revert' ? [{ shape, seq }] : []
    })
    return checked
      .filter(({ shape, seq }) => !this.supersession.isDeleted(shape, seq))
      .map(({ shape, seq }) => toRow(shape, seq, this.owner, this.isRevertedOrder(shape)))
  }

  private undo(checked: CheckedEntry, seq: number): void {
    const { counters } = this
    const patch = this.supersession.note(checked, seq)
    if (patch?.type === 'revert' && this.lanes.revert(patch.orderId)) {
      counters.superseded += 1
      return
    }
    counters.stateOnly += 1
    if (!patch) return
    if (patch.type !== 'revert') {
      counters.superseded += this.lanes.remove((waiting, at) => this.supersession.isDeleted(waiting, at))
    }
    this.lanes.addLossless({ type: 'patch', seq, patch }, false)
  }

  private keep(checked: CheckedEntry, seq: number, mode: FeedMode): void {
    const { entry, kind } = checked
    if (isStateOnly(checked)) this.counters.stateOnly += 1
    const isOldMute =
      kind === 'mute' && 'until' in entry.data && !this.supersession.isNewestMute(entry.data.userId, seq)
    const isPast = mode === 'history' || isOldMute
    const item = { type: 'entry' as const, seq, checked, isReverted: this.isRevertedOrder(checked), isPast }
    const isOwn = this.owner !== null && entry.userId === this.owner
    if (mode === 'live' && isDroppable(kind) && !isOwn && !isMention(entry, this.owner)) {
      this.countDropped(this.lanes.addLossy(item), isHighVip(entry.vipLevel))
    } else {
      this.lanes.addLossless(item, mode === 'live')
    }
  }

  private isRevertedOrder({ kind, entry }: CheckedEntry): boolean {
    return kind === 'order' && this.supersession.isReverted(entry.id)
  }
}

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
