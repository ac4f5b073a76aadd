import { FEED_MAX_TEXT_ROWS_PER_BATCH } from '#protocol/constants.ts'
import { isHighVip, isDroppable } from '#protocol/room/kinds.ts'
import type { FeedPatch } from '#protocol/worker/feed.ts'
import type { CheckedEntry } from './shape.ts'
import { isStateOnly } from './shape.ts'

/** One thing on its way to the page, in the order of the log. */
export type Item =
  | {
      readonly type: 'entry'
      readonly seq: number
      readonly checked: CheckedEntry
      /** An order whose revert is known. */
      isReverted: boolean
      /** History under a newer snapshot: a row, but no change of the room's state. */
      readonly isPast: boolean
    }
  | { readonly type: 'patch'; readonly seq: number; readonly patch: FeedPatch }
  /** What the server said about the speaker's own mute when the room was joined. */
  | { readonly type: 'own-mute'; readonly seq: number; readonly until: number | null; readonly reason: string }
  | Divider

/** Stands before what was missed; the number is known once that is in. */
export interface Divider {
  readonly type: 'divider'
  readonly seq: number
  readonly isLost: boolean
  missed: number
}

type EntryItem = Extract<Item, { type: 'entry' }>

export interface Taken {
  readonly items: readonly Item[]
  /** The batch covers the log up to here; null = everything that has arrived. */
  readonly upTo: number | null
  /** Text rows that were dropped before these. */
  readonly dropped: number
  /** How many of them were dropped just now, for the counters. */
  readonly droppedNow: number
  /** And how many of those in the lane of VIP above 4. */
  readonly droppedHighNow: number
}

/**
 * Two kinds of lane (design section 3): lossless ones keep everything in order; live text of others is lossy, and under
 * overload only the newest is kept, VIP above 4 last to go but for the newest of all. Memory is bounded by twice the text rows of one batch, the
 * lossless limit of the feed, and what the server gives again after an interruption.
 */
export class Lanes {
  private lossless: Item[] = []
  private high: EntryItem[] = []
  private low: EntryItem[] = []
  private dropped = 0
  private orders = new Map<string, EntryItem>()
  /** The strip shows one welcome at a time, so only one waits. */
  private welcome: EntryItem | null = null
  /** Lossless entries that came live: what the limit of settled 18 counts. */
  liveLossless = 0

  get size(): number {
    return this.lossless.length + this.high.length + this.low.length
  }

  /** Rows that wait here. */
  get rows(): number {
    return this.lossless.filter(isRow).length + this.high.length + this.low.length
  }

  /** Keeps an entry whatever happens; of welcomes the newest, of those above VIP 4 if there are any. */
  addLossless(item: Item, isLive: boolean): void {
    if (item.type === 'entry' && item.checked.kind === 'welcome') {
      if (!this.welcome || isHigh(item) || !isHigh(this.welcome)) this.welcome = item
      return
    }
    this.lossless.push(item)
    if (isLive) this.liveLossless += 1
    if (item.type === 'entry' && item.checked.kind === 'order') this.orders.set(item.checked.entry.id, item)
  }

  /** Keeps a text while there is room; returns how many were dropped away for it. */
  addLossy(item: EntryItem): number {
    const ring = isHighVip(item.checked.entry.vipLevel) ? this.high : this.low
    ring.push(item)
    if (ring.length <= FEED_MAX_TEXT_ROWS_PER_BATCH) return 0
    ring.shift()
    return this.fold()
  }

  /** Counts a text that is dropped away without having waited; returns 1. */
  fold(): number {
    this.dropped += 1
    return 1
  }

  /** Turns a waiting order into its revert; false when it does not wait here. */
  revert(orderId: string): boolean {
    const order = this.orders.get(orderId)
    if (!order) return false
    order.isReverted = true
    return true
  }

  /** Takes a divider back that turned out to stand before nothing. */
  drop(divider: Divider): void {
    this.lossless = this.lossless.filter((item) => item !== divider)
  }

  /** Takes waiting entries away; returns how many there were. */
  remove(isGone: (checked: CheckedEntry, seq: number) => boolean): number {
    const before = this.size
    const stays = (item: Item) => item.type !== 'entry' || !isGone(item.checked, item.seq)
    this.lossless = this.lossless.filter((item) => {
      if (stays(item)) return true
      if (item.type === 'entry') this.orders.delete(item.checked.entry.id)
      return false
    })
    this.high = this.high.filter(stays)
    this.low = this.low.filter(stays)
    return before - this.size
  }

  /** Forgets everything that waits. */
  clear(): void {
    this.lossless = []
    this.high = []
    this.low = []
    this.dropped = 0
    this.liveLossless = 0
    this.orders.clear()
    this.welcome = null
  }

  /**
   * Forgets what the server gives again: everything after `seq`. History, the mark of a loss and the own mute are given
   * only once, so they stay. Returns how many rows are gone.
   */
  letGo(seq: number): number {
    const before = this.rows
    const kept = this.lossless.filter((item) => item.seq <= seq || isGivenOnce(item))
    this.clear()
    this.lossless = kept
    this.indexOrders()
    return before - this.rows
  }

  /** The next batch: all lossless items that fit, and as much text as the page can show. */
  take(): Taken {
    const cut = this.cut()
    const upTo = cut === this.lossless.length ? null : (this.lossless[cut]?.seq ?? 0) - 1
    const items: Item[] = this.lossless.slice(0, cut)
    this.lossless = cut === this.lossless.length ? [] : this.lossless.slice(cut)
    this.liveLossless = Math.min(this.liveLossless, this.lossless.length)
    this.indexOrders()
    const room = FEED_MAX_TEXT_ROWS_PER_BATCH - items.filter(isTextItem).length
    const high = this.takeLossy(this.high, room - this.placeAtFoot(upTo), upTo)
    const low = this.takeLossy(this.low, room - high.taken.length, upTo)
    this.high = high.left
    this.low = low.left
    const droppedNow = high.dropped + low.dropped
    const dropped = droppedNow + (upTo === null ? this.dropped : 0)
    if (upTo === null) this.dropped = 0
    if (this.welcome && (upTo === null || this.welcome.seq <= upTo)) {
      items.push(this.welcome)
      this.welcome = null
    }
    const texts = high.taken.length + low.taken.length
    items.push(...high.taken, ...low.taken)
    if (texts > 0) items.sort((a, b) => a.seq - b.seq)
    return { items, upTo, dropped, droppedNow, droppedHighNow: high.dropped }
  }

  private indexOrders(): void {
    this.orders.clear()
    for (const item of this.lossless) {
      if (item.type === 'entry' && item.checked.kind === 'order') this.orders.set(item.checked.entry.id, item)
    }
  }

  /** Where the batch must end: a batch holds so many text rows and begins with its divider. */
  private cut(): number {
    let texts = 0
    for (let index = 0; index < this.lossless.length; index += 1) {
      const item = this.lossless[index]
      if (item?.type === 'divider' && index > 0) return index
      if (item?.type !== 'entry') continue
      if (isTextItem(item)) texts += 1
      if (texts > FEED_MAX_TEXT_ROWS_PER_BATCH) return index
    }
    return this.lossless.length
  }

  /** 1 when the newest text that is due is none of VIP above 4: however many of those there are, it stands at the foot. */
  private placeAtFoot(upTo: number | null): number {
    const newest = (ring: readonly EntryItem[]) => ring.findLast(({ seq }) => upTo === null || seq <= upTo)?.seq ?? -1
    return newest(this.low) > newest(this.high) ? 1 : 0
  }

  private takeLossy(
    ring: readonly EntryItem[],
    room: number,
    upTo: number | null,
  ): { taken: EntryItem[]; left: EntryItem[]; dropped: number } {
    const due = upTo === null ? ring : ring.filter((item) => item.seq <= upTo)
    const taken = due.slice(due.length - Math.max(0, Math.min(room, due.length)))
    return { taken, left: upTo === null ? [] : ring.slice(due.length), dropped: due.length - taken.length }
  }
}

function isGivenOnce(item: Item): boolean {
  return item.type === 'own-mute' || (item.type === 'divider' && item.isLost)
}

function isHigh({ checked }: EntryItem): boolean {
  return isHighVip(checked.entry.vipLevel)
}

function isTextItem(item: Item): boolean {
  return item.type === 'entry' && isDroppable(item.checked.kind)
}

function isRow(item: Item): boolean {
  return item.type === 'entry' && !isStateOnly(item.checked)
}
