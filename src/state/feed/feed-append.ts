import type { FeedBatch, FeedRow } from '#protocol/worker/feed.ts'
import { ROW_KINDS } from '#protocol/worker/feed.ts'
import { FeedDraft } from './feed-draft.ts'
import type { Gone } from './feed-gone.ts'
import { afterGone } from './feed-gone.ts'
import type { FeedFilter, FeedItem } from './feed-items.ts'
import { passesFilter, rowItem } from './feed-items.ts'

/** Folded texts are added to a folded line this near instead of starting one more. */
const FOLD_DISTANCE = 250
/** Rows that a filter hides are kept this far back, so that switching it off shows something at once. */
const HIDDEN_KEPT = 60

const LISTED: ReadonlySet<string> = new Set(ROW_KINDS)

/** Rows that may be shown: what is not a row of the list or is deleted is left out, a withdrawn order comes as its revert. */
function leftOf(rows: readonly FeedRow[], epoch: number, gone: Gone): FeedRow[] {
  return rows.flatMap((row) => {
    if (!LISTED.has(row.kind)) return []
    const item = afterGone(rowItem(row, epoch), gone)
    return item?.type === 'row' ? [item.row] : []
  })
}

/** Cids of this member's own rows in a batch: their pending or failed lines have become entries. */
export function ownCids(batch: FeedBatch): ReadonlySet<string> {
  return new Set(batch.rows.flatMap((row) => (row.isMine && row.cid !== undefined ? [row.cid] : [])))
}

/** The live list after a batch. */
export function appendBatch(items: readonly FeedItem[], batch: FeedBatch, gone: Gone): readonly FeedItem[] {
  const draft = new FeedDraft(items)
  const cids = ownCids(batch)
  if (cids.size > 0) draft.keep((item) => item.type !== 'own' || !cids.has(item.cid))
  if (needsDivider(batch)) draft.keep((item) => item.type !== 'divider')
  appendTo(draft, batch, gone)
  return draft.items
}

/** The rows behind a list that is being read, after a batch; what belongs into the list itself is worked in there. */
export function appendBehind(
  view: readonly FeedItem[],
  later: readonly FeedItem[],
  batch: FeedBatch,
  gone: Gone,
): { view: readonly FeedItem[]; later: readonly FeedItem[] } {
  const shown = new FeedDraft(view)
  const behind = new FeedDraft(later)
  const rows = batch.rows.filter((row) => !shown.absorb(row))
  appendTo(behind, { ...batch, rows }, gone)
  return { view: shown.items, later: behind.items }
}

function needsDivider({ divider }: FeedBatch): boolean {
  return divider !== null && (divider.missed > 0 || divider.isLost)
}

function appendTo(draft: FeedDraft, batch: FeedBatch, gone: Gone): void {
  const mark = `${batch.epoch}-${batch.lastSeq}`
  if (batch.divider !== null && needsDivider(batch)) {
    draft.mark({ type: 'divider', key: `divider-${mark}`, missed: batch.divider.missed, isLost: batch.divider.isLost })
  }
  if (batch.dropped > 0 && !draft.foldInto(batch.dropped, FOLD_DISTANCE)) {
    draft.mark({ type: 'folded', key: `folded-${mark}`, count: batch.dropped })
  }
  addRows(draft, batch.rows, batch.epoch, gone)
}

/** Works rows into a list: what is gone is left out, a further posting of a combo joins its row. */
function addRows(draft: FeedDraft, rows: readonly FeedRow[], epoch: number, gone: Gone): void {
  for (const row of leftOf(rows, epoch, gone)) if (!draft.absorb(row)) draft.add(row, epoch)
}

/** A page of history as items, the way a live list would hold its rows. */
export function pageItems(rows: readonly FeedRow[], epoch: number, gone: Gone): readonly FeedItem[] {
  const draft = new FeedDraft([])
  addRows(draft, rows, epoch, gone)
  return draft.items
}

/**
 * At most `cap` items, oldest out first; own lines stay, whatever comes after them: their words are nowhere else. With a
 * filter, rows that it hides go before rows that it shows, except the newest few: otherwise a flood of text would wash
 * the gifts out of 只看礼物.
 */
export function trimmed(items: readonly FeedItem[], cap: number, filter: FeedFilter): readonly FeedItem[] {
  let excess = items.length - cap
  if (excess <= 0) return items
  if (filter === 'all') return withoutOldest(items, excess)
  const hiddenEnd = items.length - HIDDEN_KEPT
  const left = items.filter((item, place) => {
    if (excess <= 0 || place >= hiddenEnd || passesFilter(item, filter)) return true
    excess -= 1
    return false
  })
  return withoutOldest(left, left.length - cap)
}

/** Without its `count` oldest items that are not own lines. Looks no further than to the last of those. */
function withoutOldest(items: readonly FeedItem[], count: number): readonly FeedItem[] {
  const own: FeedItem[] = []
  let place = 0
  for (let left = count; left > 0 && place < items.length; place += 1) {
    const item = items[place]
    if (item?.type === 'own') own.push(item)
    else left -= 1
  }
  return own.length === 0 ? items.slice(place) : [...own, ...items.slice(place)]
}
