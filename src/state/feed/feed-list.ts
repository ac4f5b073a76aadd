import type { FeedBatch, FeedRow, FeedRowOf } from '#protocol/worker/feed.ts'
import { type FeedFilter, type FeedItem, type OutgoingMessage, passesFilter, type RowItem } from './feed-state.ts'

/**
 * A posting joins the row of its combo if at most this many entries lie between them. Further up, a changing count would
 * be out of sight, and the list must not depend on how far back its history reaches.
 */
const COMBO_DISTANCE = 40
/** Dropped texts are added to an existing marker within this many items of the end of the list. */
const DROPPED_DISTANCE = 250
/** The newest hidden rows that survive trimming, so that switching the filter off shows something at once. */
const MAX_HIDDEN_ROWS = 60

/** Indexes of rows by key, and of gift rows by combo. */
interface RowIndex {
  readonly rows: Map<string, number>
  readonly combos: Map<string, number>
}

/**
 * Builds the list after a batch. Each row is added once, at the position of its sequence number, and the postings of a
 * combo share one row. The index of existing rows is built on first use, so a batch of new texts does not scan the list.
 */
export class FeedListBuilder {
  readonly #before: readonly FeedItem[]
  #items: FeedItem[]
  #index: RowIndex | null = null
  #hasChanged = false

  constructor(before: readonly FeedItem[]) {
    this.#before = before
    this.#items = [...before]
  }

  /** The list after all changes; the original array if nothing changed. */
  get items(): readonly FeedItem[] {
    return this.#hasChanged ? this.#items : this.#before
  }

  /**
   * Merges a row into an existing item: a known id, the revert of a known order, a further posting of a combo. Returns
   * false if the row is new.
   */
  merge(row: FeedRow): boolean {
    if (this.#isUnrelated(row)) return false
    const known = this.#getIndex().rows.get(keyOf(row))
    if (known !== undefined) {
      const item = this.#items[known]
      if (row.kind === 'revert' && item?.type === 'row') this.#replace(known, revertedItem(item))
      return true
    }
    return row.kind === 'gift' && this.#mergeCombo(row)
  }

  /** Adds a row that `merge` did not take, at the position of its sequence number: nearly always at the end. */
  insert(row: FeedRow, epoch: number): void {
    const item = { ...rowItem(row, epoch), key: keyOf(row) }
    const position = this.#positionOf(row.seq, epoch)
    this.#hasChanged = true
    if (position === this.#items.length) {
      this.#items.push(item)
      if (this.#index !== null) addToIndex(this.#index, item, position)
    } else {
      this.#items.splice(position, 0, item)
      this.#index = null
    }
  }

  /** Merges or inserts rows, in order. */
  addRows(rows: readonly FeedRow[], epoch: number): void {
    for (const row of rows) if (!this.merge(row)) this.insert(row, epoch)
  }

  /** Appends an item that is not a log entry. */
  append(item: FeedItem): void {
    this.#hasChanged = true
    this.#items.push(item)
  }

  filter(passes: (item: FeedItem) => boolean): void {
    const filtered = this.#items.filter(passes)
    if (filtered.length === this.#items.length) return
    this.#items = filtered
    this.#hasChanged = true
    this.#index = null
  }

  /** Adds to the count of a marker among the last `distance` items. Returns false if there is none. */
  addDropped(count: number, distance: number): boolean {
    for (let index = this.#items.length - 1; index >= Math.max(0, this.#items.length - distance); index -= 1) {
      const item = this.#items[index]
      if (item?.type !== 'dropped') continue
      this.#replace(index, { ...item, count: item.count + count })
      return true
    }
    return false
  }

  #mergeCombo(row: FeedRowOf<'gift'>): boolean {
    const index = this.#getIndex().combos.get(comboKeyOf(row))
    const item = index === undefined ? undefined : this.#items[index]
    if (index === undefined || item?.type !== 'row' || item.row.kind !== 'gift') return false
    const newest = item.comboSeq ?? item.row.seq
    if (row.seq - newest > COMBO_DISTANCE) return false
    // The row keeps the id and the position of the combo's first posting.
    if (row.data.comboCount > item.row.data.comboCount) {
      this.#replace(index, { ...item, row: { ...item.row, data: row.data }, comboSeq: Math.max(newest, row.seq) })
    }
    return true
  }

  #positionOf(seq: number, epoch: number): number {
    const last = this.#items.findLastIndex((item) => item.type === 'row')
    for (let index = last; index >= 0; index -= 1) {
      const item = this.#items[index]
      if (item?.type !== 'row') continue
      if (item.epoch !== epoch || item.row.seq < seq) return index === last ? this.#items.length : index + 1
    }
    return last === -1 ? this.#items.length : 0
  }

  #replace(index: number, item: FeedItem): void {
    this.#items[index] = item
    this.#hasChanged = true
  }

  #getIndex(): RowIndex {
    if (this.#index !== null) return this.#index
    const index: RowIndex = { rows: new Map(), combos: new Map() }
    this.#items.forEach((item, position) => item.type === 'row' && addToIndex(index, item, position))
    this.#index = index
    return index
  }

  /** Returns whether a row cannot concern any existing item: it follows all of them and its kind changes none. */
  #isUnrelated({ kind, seq }: FeedRow): boolean {
    if (kind === 'revert' || kind === 'gift') return false
    const newest = this.#items.findLast((item) => item.type === 'row')
    return newest?.type !== 'row' || seq > newest.row.seq
  }
}

function addToIndex({ rows, combos }: RowIndex, item: RowItem, position: number): void {
  rows.set(item.key, position)
  if (item.row.kind === 'gift') combos.set(comboKeyOf(item.row), position)
}

/** Returns the oldest row. */
export function firstRow(items: readonly FeedItem[]): RowItem | undefined {
  return items.find((item) => item.type === 'row')
}

export function rowItem(row: FeedRow, epoch: number): RowItem {
  return { type: 'row', key: row.id, epoch, row }
}

/** A revert replaces the row of its order (settled 13). */
function keyOf(row: FeedRow): string {
  return row.kind === 'revert' ? row.data.orderId : row.id
}

/** Combo ids are chosen by givers and public, so they are unique only together with the giver and the gift. */
function comboKeyOf({ author, data }: FeedRowOf<'gift'>): string {
  return `${author?.userId ?? ''} ${data.giftId} ${data.comboId}`
}

/**
 * A withdrawn order: same row and id, without its content (settled 13). The author stays, although it is not shown:
 * otherwise an order of a blocked member would reappear when it is withdrawn.
 */
export function revertedItem(item: RowItem): RowItem {
  const { id, seq, at, author, isMine } = item.row
  const row = { id, seq, at, kind: 'revert', author, isMine, isMention: false, data: { orderId: id } } as const
  return { ...item, row }
}

/** Returns the cids of this member's rows in a batch. Their outgoing messages have become log entries. */
export function outgoingCids(batch: FeedBatch): ReadonlySet<string> {
  return new Set(batch.rows.flatMap((row) => (row.isMine && row.cid !== undefined ? [row.cid] : [])))
}

/** Returns the live list after a batch, of whose rows `rows` may be shown. */
export function appendBatch(
  items: readonly FeedItem[],
  batch: FeedBatch,
  rows: readonly FeedRow[],
): readonly FeedItem[] {
  const list = new FeedListBuilder(items)
  const cids = outgoingCids(batch)
  if (cids.size > 0) list.filter((item) => item.type !== 'outgoing' || !cids.has(item.cid))
  if (needsDivider(batch)) list.filter((item) => item.type !== 'divider')
  appendTo(list, batch, rows)
  return list.items
}

/**
 * Returns the frozen list and the rows queued behind it after a batch. Rows that change an item of the frozen list are
 * merged there; the others are queued.
 */
export function appendQueued(
  view: readonly FeedItem[],
  queued: readonly FeedItem[],
  batch: FeedBatch,
  rows: readonly FeedRow[],
): { view: readonly FeedItem[]; queued: readonly FeedItem[] } {
  const frozen = new FeedListBuilder(view)
  const list = new FeedListBuilder(queued)
  appendTo(
    list,
    batch,
    rows.filter((row) => !frozen.merge(row)),
  )
  return { view: frozen.items, queued: list.items }
}

function needsDivider({ divider }: FeedBatch): boolean {
  return divider !== null && (divider.missed > 0 || divider.isLost)
}

function appendTo(list: FeedListBuilder, batch: FeedBatch, rows: readonly FeedRow[]): void {
  const position = `${batch.epoch}-${batch.lastSeq}`
  if (batch.divider !== null && needsDivider(batch)) {
    const { missed, isLost } = batch.divider
    list.append({ type: 'divider', key: `divider-${position}`, missed, isLost })
  }
  if (batch.dropped > 0 && !list.addDropped(batch.dropped, DROPPED_DISTANCE)) {
    list.append({ type: 'dropped', key: `dropped-${position}`, count: batch.dropped })
  }
  list.addRows(rows, batch.epoch)
}

/**
 * Returns at most `max` items, without the oldest. Outgoing messages always stay: their text is stored nowhere else. With
 * a filter, hidden rows go before visible rows, except for the newest MAX_HIDDEN_ROWS items: otherwise a flood of texts
 * would push the gifts out of 只看礼物.
 */
export function trimmed(items: readonly FeedItem[], max: number, filter: FeedFilter): readonly FeedItem[] {
  let excess = items.length - max
  if (excess <= 0) return items
  if (filter === 'all') return withoutOldest(items, excess)
  const hiddenEnd = items.length - MAX_HIDDEN_ROWS
  const remaining = items.filter((item, index) => {
    if (excess <= 0 || index >= hiddenEnd || passesFilter(item, filter)) return true
    excess -= 1
    return false
  })
  return withoutOldest(remaining, remaining.length - max)
}

/** Removes the `count` oldest items that are not outgoing messages. Scans no further than the last of those. */
function withoutOldest(items: readonly FeedItem[], count: number): readonly FeedItem[] {
  const outgoing: OutgoingMessage[] = []
  let end = 0
  for (let left = count; left > 0 && end < items.length; end += 1) {
    const item = items[end]
    if (item?.type === 'outgoing') outgoing.push(item)
    else left -= 1
  }
  return outgoing.length === 0 ? items.slice(end) : [...outgoing, ...items.slice(end)]
}
