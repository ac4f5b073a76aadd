import { FEED_MAX_TEXT_ROWS_PER_BATCH } from '#protocol/constants.ts'
import { isDroppable, isHighVip } from '#protocol/room/kinds.ts'
import { type CheckedEntry, type Divider, isStateOnly, type Item } from './entries.ts'
import { marketId } from '#protocol/sports/market-keys.ts'

type EntryItem = Extract<Item, { type: 'entry' }>

/** Content of one batch. */
interface QueuedBatch {
  readonly items: readonly Item[]
  /** Last sequence number that the batch covers. Null means everything that has arrived. */
  readonly upTo: number | null
  /** Number of texts dropped before these items. */
  readonly dropped: number
  /** Number of texts dropped by this call, for the counters. */
  readonly droppedNow: number
  /** Those of them by members above VIP 4. */
  readonly droppedHighNow: number
}

/**
 * Queues of entries that wait for the page. The lossless queue keeps all items in order. Live texts of others go into two
 * droppable queues, by VIP level. Under overload, the newest texts are kept, and texts above VIP 4 are dropped last, except
 * for the newest text of all. Memory is bounded by twice the texts of one batch, the lossless limit of the feed, and the
 * entries that the server sends again after an interruption.
 */
export class FeedQueues {
  #lossless: Item[] = []
  #high: EntryItem[] = []
  #low: EntryItem[] = []
  #dropped = 0
  readonly #orders = new Map<string, EntryItem>()
  /** The waiting entry of each market and table. */
  readonly #states = new Map<string, EntryItem>()
  /** The page shows one welcome at a time, so only one waits. */
  #welcome: EntryItem | null = null
  #liveLossless = 0

  /** Number of live lossless entries, which is limited (settled 18). */
  get liveLossless(): number {
    return this.#liveLossless
  }

  /** Number of waiting items. */
  get size(): number {
    return this.#lossless.length + this.#high.length + this.#low.length
  }

  /** Number of waiting rows. */
  get rows(): number {
    return this.#lossless.filter(isRow).length + this.#high.length + this.#low.length
  }

  /** Adds an item that is not dropped. Of welcomes, only the newest is kept; one above VIP 4 takes precedence. */
  addLossless(item: Item, isLive: boolean): void {
    if (item.type === 'entry' && item.checked.kind === 'welcome') {
      if (!this.#welcome || isHigh(item) || !isHigh(this.#welcome)) this.#welcome = item
      return
    }
    if (this.#supersedes(item)) return
    this.#lossless.push(item)
    if (isLive) this.#liveLossless += 1
    this.#addToIndex(item)
  }

  /** A later entry of a market or table takes the position of the waiting one, so a busy page gets each once. */
  #supersedes(item: Item): boolean {
    const state = item.type === 'entry' ? supersededState(item.checked) : null
    if (item.type !== 'entry' || state === null) return false
    const waiting = this.#states.get(state.id)
    const earlier = waiting && supersededState(waiting.checked)
    if (!waiting || !earlier || earlier.version > state.version) return false
    waiting.checked = item.checked
    return true
  }

  /** Adds a text. If its queue is full, the oldest text is dropped. Returns the number of dropped texts. */
  addDroppable(item: EntryItem): number {
    const queue = isHighVip(item.checked.entry.vipLevel) ? this.#high : this.#low
    queue.push(item)
    if (queue.length <= FEED_MAX_TEXT_ROWS_PER_BATCH) return 0
    queue.shift()
    return this.countDropped()
  }

  /** Counts one dropped text. Returns 1. */
  countDropped(): number {
    this.#dropped += 1
    return 1
  }

  /** Marks a waiting order as reverted. Returns false if the order is not waiting. */
  revert(orderId: string): boolean {
    const order = this.#orders.get(orderId)
    if (!order) return false
    order.isReverted = true
    return true
  }

  removeDivider(divider: Divider): void {
    this.#lossless = this.#lossless.filter((item) => item !== divider)
  }

  /** Removes waiting entries. Returns how many were removed. */
  remove(isDeleted: (checked: CheckedEntry, seq: number) => boolean): number {
    const before = this.size
    const stays = (item: Item) => item.type !== 'entry' || !isDeleted(item.checked, item.seq)
    this.#lossless = this.#lossless.filter((item) => {
      if (stays(item)) return true
      if (item.type === 'entry') this.#orders.delete(item.checked.entry.id)
      return false
    })
    this.#high = this.#high.filter(stays)
    this.#low = this.#low.filter(stays)
    return before - this.size
  }

  clear(): void {
    this.#lossless = []
    this.#high = []
    this.#low = []
    this.#dropped = 0
    this.#liveLossless = 0
    this.#orders.clear()
    this.#states.clear()
    this.#welcome = null
  }

  /**
   * Drops everything after `seq` that the server sends again. History, loss dividers and the own mute are sent only once
   * and stay. Returns the number of dropped rows.
   */
  releaseAfter(seq: number): number {
    const before = this.rows
    const retained = this.#lossless.filter((item) => item.seq <= seq || isSentOnce(item))
    this.clear()
    this.#lossless = retained
    this.#rebuildIndex()
    return before - this.rows
  }

  /** Takes the next batch: as many lossless items as fit, and as many texts as the page can show. */
  take(): QueuedBatch {
    const end = this.#batchEnd()
    const upTo = end === this.#lossless.length ? null : (this.#lossless[end]?.seq ?? 0) - 1
    const items: Item[] = this.#lossless.slice(0, end)
    this.#lossless = end === this.#lossless.length ? [] : this.#lossless.slice(end)
    this.#liveLossless = Math.min(this.#liveLossless, this.#lossless.length)
    this.#rebuildIndex()
    const remaining = FEED_MAX_TEXT_ROWS_PER_BATCH - items.filter(isTextItem).length
    const high = takeNewest(this.#high, remaining - this.#reservedForNewest(upTo), upTo)
    const low = takeNewest(this.#low, remaining - high.taken.length, upTo)
    this.#high = high.left
    this.#low = low.left
    const droppedNow = high.dropped + low.dropped
    const dropped = droppedNow + (upTo === null ? this.#dropped : 0)
    if (upTo === null) this.#dropped = 0
    if (this.#welcome && (upTo === null || this.#welcome.seq <= upTo)) {
      items.push(this.#welcome)
      this.#welcome = null
    }
    const texts = high.taken.length + low.taken.length
    items.push(...high.taken, ...low.taken)
    if (texts > 0) items.sort((a, b) => a.seq - b.seq)
    return { items, upTo, dropped, droppedNow, droppedHighNow: high.dropped }
  }

  #rebuildIndex(): void {
    this.#orders.clear()
    this.#states.clear()
    for (const item of this.#lossless) this.#addToIndex(item)
  }

  #addToIndex(item: Item): void {
    if (item.type !== 'entry') return
    const { kind, entry } = item.checked
    if (kind === 'order') this.#orders.set(entry.id, item)
    const state = supersededState(item.checked)
    if (state) this.#states.set(state.id, item)
  }

  /** Index in the lossless queue at which the batch ends: at a divider, or when the texts exceed the limit. */
  #batchEnd(): number {
    let texts = 0
    for (let index = 0; index < this.#lossless.length; index += 1) {
      const item = this.#lossless[index]
      if (item?.type === 'divider' && index > 0) return index
      if (item?.type !== 'entry') continue
      if (isTextItem(item)) texts += 1
      if (texts > FEED_MAX_TEXT_ROWS_PER_BATCH) return index
    }
    return this.#lossless.length
  }

  /** Returns 1 if the newest due text is of low VIP level, so that it gets a row in any case. */
  #reservedForNewest(upTo: number | null): number {
    const newest = (queue: readonly EntryItem[]) => queue.findLast(({ seq }) => upTo === null || seq <= upTo)?.seq ?? -1
    return newest(this.#low) > newest(this.#high) ? 1 : 0
  }
}

/** Key and version of an entry that a later one replaces; null for other entries. */
function supersededState({ kind, entry }: CheckedEntry): { readonly id: string; readonly version: number } | null {
  if (kind === 'market') return { id: `market ${marketId(entry.data.market)}`, version: entry.data.market.version }
  if (kind === 'table') return { id: `table ${entry.data.table.tableId}`, version: entry.data.table.version }
  return null
}

/** Takes the newest items up to `upTo`. Older ones are dropped, later ones are left. */
function takeNewest(
  queue: readonly EntryItem[],
  limit: number,
  upTo: number | null,
): { taken: EntryItem[]; left: EntryItem[]; dropped: number } {
  const due = upTo === null ? queue : queue.filter((item) => item.seq <= upTo)
  const taken = due.slice(due.length - Math.max(0, Math.min(limit, due.length)))
  return { taken, left: upTo === null ? [] : queue.slice(due.length), dropped: due.length - taken.length }
}

function isSentOnce(item: Item): boolean {
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
