import type { FeedRow, FeedRowOf } from '#protocol/worker/feed.ts'
import type { FeedItem, RowItem } from './feed-items.ts'
import { rowItem } from './feed-items.ts'
import { revertedItem } from './feed-gone.ts'

/**
 * A posting joins the row of its combo when no more entries lie between: further up nobody would see the count change,
 * and what a list shows must not depend on how far back its history reaches.
 */
const COMBO_DISTANCE = 40

/** Where the rows of a list are, by id, and where the rows of its gift combos are. */
interface Places {
  readonly rows: Map<string, number>
  readonly combos: Map<string, number>
}

/**
 * A list of the feed while a batch is worked into it. A row is taken once, stands where its sequence number belongs, and
 * a combo's postings share one row. Knows its rows by id and its gift combos from the first time that it is asked for
 * one: a batch of new words costs nothing for the rows that are there.
 */
export class FeedDraft {
  private known: Places | null = null
  private draft: FeedItem[]
  private hasChanged = false

  constructor(private readonly before: readonly FeedItem[]) {
    this.draft = [...before]
  }

  /** The list after all changes; the same array when there were none. */
  get items(): readonly FeedItem[] {
    return this.hasChanged ? this.draft : this.before
  }

  has(key: string): boolean {
    return this.places.rows.has(key)
  }

  /** Works a row into what is already here: a known id, a revert of a known order, a further posting of a combo. */
  absorb(row: FeedRow): boolean {
    if (this.isNew(row)) return false
    const known = this.places.rows.get(keyOf(row))
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
      if (this.known !== null) remember(this.known, item, place)
    } else {
      this.draft.splice(place, 0, item)
      this.known = null
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
    this.known = null
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
    const place = this.places.combos.get(comboKeyOf(row))
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

  private get places(): Places {
    this.known ??= placesOf(this.draft)
    return this.known
  }

  /** Whether a row can have nothing to do with those that are here: it comes behind them, and changes none by its kind. */
  private isNew({ kind, seq }: FeedRow): boolean {
    if (kind === 'revert' || kind === 'gift') return false
    const newest = this.draft.findLast((item) => item.type === 'row')
    return newest?.type !== 'row' || seq > newest.row.seq
  }
}

function placesOf(items: readonly FeedItem[]): Places {
  const places: Places = { rows: new Map(), combos: new Map() }
  items.forEach((item, place) => item.type === 'row' && remember(places, item, place))
  return places
}

function remember({ rows, combos }: Places, item: RowItem, place: number): void {
  rows.set(item.key, place)
  if (item.row.kind === 'gift') combos.set(comboKeyOf(item.row), place)
}

/** A revert stands in the row of its order (settled 13). */
function keyOf(row: FeedRow): string {
  return row.kind === 'revert' ? row.data.orderId : row.id
}

/** Ids of combos are made by givers and seen by all: only with its giver and its gift does one name a combo. */
function comboKeyOf({ author, data }: FeedRowOf<'gift'>): string {
  return `${author?.userId ?? ''} ${data.giftId} ${data.comboId}`
}
