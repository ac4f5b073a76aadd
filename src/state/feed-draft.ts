import type { FeedRow, FeedRowOf } from '#protocol/worker-api.ts'
import type { FeedItem, RowItem } from './feed-items.ts'
import { rowItem } from './feed-items.ts'
import { revertedItem } from './feed-gone.ts'

/**
 * A posting joins the row of its combo when no more entries lie between: further up nobody would see the count change,
 * and what a list shows must not depend on how far back its history reaches.
 */
const COMBO_DISTANCE = 40

/**
 * A list of the feed while a batch is worked into it. Knows its rows by id and its gift combos, so that a batch costs
 * one pass. A row is taken once, stands where its sequence number belongs, and a combo's postings share one row.
 */
export class FeedDraft {
  private rows = new Map<string, number>()
  private combos = new Map<string, number>()
  private draft: FeedItem[]
  private hasChanged = false

  constructor(private readonly before: readonly FeedItem[]) {
    this.draft = [...before]
    this.index()
  }

  /** The list after all changes; the same array when there were none. */
  get items(): readonly FeedItem[] {
    return this.hasChanged ? this.draft : this.before
  }

  has(key: string): boolean {
    return this.rows.has(key)
  }

  /** Works a row into what is already here: a known id, a revert of a known order, a further posting of a combo. */
  absorb(row: FeedRow): boolean {
    const known = this.rows.get(keyOf(row))
    if (known !== undefined) {
      const item = this.draft[known]
      if (row.kind === 'revert' && item?.type === 'row') this.replace(known, revertedItem(item))
      return true
    }
    return row.kind === 'gift' && this.absorbCombo(row)
  }

  /** Adds a row that `absorb` did not take, where its sequence number belongs: nearly always at the end. */
  add(row: FeedRow, epoch: number): void {
    const item = { ...rowItem(row, epoch), key: keyOf(row) }
    const place = this.placeFor(row.seq, epoch)
    this.hasChanged = true
    if (place === this.draft.length) {
      this.draft.push(item)
      this.remember(item, place)
    } else {
      this.draft.splice(place, 0, item)
      this.index()
    }
  }

  /** Adds a mark that is not an entry at the end. */
  mark(item: FeedItem): void {
    this.hasChanged = true
    this.draft.push(item)
  }

  /** Keeps only the items that pass. */
  keep(passes: (item: FeedItem) => boolean): void {
    const kept = this.draft.filter(passes)
    if (kept.length === this.draft.length) return
    this.draft = kept
    this.hasChanged = true
    this.index()
  }

  /** Adds to the count of a folded line among the last `distance` items; false when there is none. */
  foldInto(count: number, distance: number): boolean {
    for (let place = this.draft.length - 1; place >= Math.max(0, this.draft.length - distance); place -= 1) {
      const item = this.draft[place]
      if (item?.type !== 'folded') continue
      this.replace(place, { ...item, count: item.count + count })
      return true
    }
    return false
  }

  private absorbCombo(row: FeedRowOf<'gift'>): boolean {
    const place = this.combos.get(comboKeyOf(row))
    const item = place === undefined ? undefined : this.draft[place]
    if (place === undefined || item?.type !== 'row' || item.row.kind !== 'gift') return false
    const newest = item.comboSeq ?? item.row.seq
    if (row.seq - newest > COMBO_DISTANCE) return false
    // The row keeps the id and the position of the combo's first posting.
    if (row.data.comboCount > item.row.data.comboCount) {
      this.replace(place, { ...item, row: { ...item.row, data: row.data }, comboSeq: Math.max(newest, row.seq) })
    }
    return true
  }

  private placeFor(seq: number, epoch: number): number {
    const last = this.draft.findLastIndex((item) => item.type === 'row')
    for (let place = last; place >= 0; place -= 1) {
      const item = this.draft[place]
      if (item?.type !== 'row') continue
      if (item.epoch !== epoch || item.row.seq < seq) return place === last ? this.draft.length : place + 1
    }
    return last === -1 ? this.draft.length : 0
  }

  private replace(place: number, item: FeedItem): void {
    this.draft[place] = item
    this.hasChanged = true
  }

  private remember(item: RowItem, place: number): void {
    this.rows.set(item.key, place)
    if (item.row.kind === 'gift') this.combos.set(comboKeyOf(item.row), place)
  }

  private index(): void {
    this.rows = new Map()
    this.combos = new Map()
    this.draft.forEach((item, place) => item.type === 'row' && this.remember(item, place))
  }
}

/** A revert stands in the row of its order (settled 13). */
function keyOf(row: FeedRow): string {
  return row.kind === 'revert' ? row.data.orderId : row.id
}

/** Ids of combos are made by givers and seen by all: only with its giver and its gift does one name a combo. */
function comboKeyOf({ author, data }: FeedRowOf<'gift'>): string {
  return `${author?.userId ?? ''} ${data.giftId} ${data.comboId}`
}
