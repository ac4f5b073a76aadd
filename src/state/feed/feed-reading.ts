import type { FeedBatch, FeedRow } from '#protocol/worker/feed.ts'
import { appendBehind, ownCids, pageItems, trimmed } from './feed-append.ts'
import type { Gone } from './feed-gone.ts'
import { withoutGone } from './feed-gone.ts'
import type { FeedItem, OwnItem, RowItem, Sight } from './feed-items.ts'
import { isBlocked, isVisible, rowItem } from './feed-items.ts'
import type { FeedState, Reading } from './feed-state.ts'

/** Rows kept behind the list that is being read; what passes beyond is counted. */
export const BEHIND_CAP = 2_000
/** Rows that are added when the reader reaches the end of the list. */
export const READ_ON_ROWS = 200

/** Rows in the list that is being read; beyond it the oldest leave as the reader goes on, and come back on the way up. */
export const READING_CAP = 10_000

/** Freezes the list as it stands. */
export function startReading(state: FeedState): FeedState {
  const { reading } = state
  if (reading !== null) return reading.isSeeking ? { ...state, reading: { ...reading, isSeeking: false } } : state
  const view = [...state.items, ...state.own]
  const hasOlder = state.beginsWith === null || firstRow(view)?.key !== state.beginsWith
  const counts = { skipped: 0, unread: 0, mentions: 0 }
  return {
    ...state,
    reading: { view, later: [], ...counts, hasOlder, isAsking: false, failure: null, isSeeking: false },
  }
}

/** Back to the newest line: the live list has gone on meanwhile. */
export function stopReading(state: FeedState): FeedState {
  return state.reading === null ? state : { ...state, reading: null }
}

/** Own lines on their way whose entry a batch brings become that entry, where they stand. */
function withOwnEntries(view: readonly FeedItem[], batch: FeedBatch): readonly FeedItem[] {
  if (ownCids(batch).size === 0) return view
  return view.map((item) => {
    const row = item.type === 'own' ? batch.rows.find(({ cid, isMine }) => isMine && cid === item.cid) : undefined
    return row === undefined ? item : rowItem(row, batch.epoch)
  })
}

/**
 * Own lines that wait no more and did not become an entry leave a mark in their place: they were deleted while their entry
 * waited in the worker, which then brings the deletion alone.
 */
function withoutOwnGone(view: readonly FeedItem[], own: readonly OwnItem[]): readonly FeedItem[] {
  const waiting = new Set(own.map(({ cid }) => cid))
  const isGone = (item: FeedItem) => item.type === 'own' && item.state === 'pending' && !waiting.has(item.cid)
  if (!view.some(isGone)) return view
  return view.map((item) => (isGone(item) ? { type: 'deleted', key: item.key } : item))
}

/** How many of some items are rows that the viewer wants to see. */
export function countRows(items: readonly FeedItem[], sight: Sight): number {
  return items.filter((item) => item.type === 'row' && isVisible(item, sight)).length
}

/** How many texts the marks among some items stand for. */
function countFolded(items: readonly FeedItem[]): number {
  return items.reduce((sum, item) => sum + (item.type === 'folded' ? item.count : 0), 0)
}

/** How many messages some items stand for: what was folded away counts where nothing is filtered. */
function countPassed(items: readonly FeedItem[], sight: Sight): number {
  return countRows(items, sight) + (sight.filter === 'all' ? countFolded(items) : 0)
}

/** How many of some items name this member, whatever the filter shows. */
export function countMentions(items: readonly FeedItem[], { blocked }: Pick<Sight, 'blocked'>): number {
  return items.filter((item) => item.type === 'row' && item.row.isMention && !isBlocked(item.row, blocked)).length
}

/**
 * The reading list after a batch: patched in place, never longer; everything new waits behind it. `own` = the own
 * lines that still wait after it.
 */
export function readingAfter(
  reading: Reading,
  batch: FeedBatch,
  gone: Gone,
  { own, ...sight }: Sight & Pick<FeedState, 'own'>,
): Reading {
  const entries = withOwnEntries(reading.view, batch)
  const view = withoutGone(withoutOwnGone(entries, own), gone, sight)
  const left = withoutGone(reading.later, gone)
  const lists = appendBehind(view, left, batch, gone)
  const known = new Set(reading.later.map((item) => item.key))
  const added = lists.later.filter((item) => !known.has(item.key))
  const later = trimmed(lists.later, BEHIND_CAP, sight.filter)
  const skipped = later === lists.later ? 0 : countPassed(lists.later, sight) - countPassed(later, sight)
  // What came, less what was deleted before anyone read it.
  const change = (count: (items: readonly FeedItem[]) => number) => count(added) + count(left) - count(reading.later)
  return {
    ...reading,
    view: lists.view,
    later,
    skipped: reading.skipped + skipped,
    unread: reading.unread + change((items) => countRows(items, sight)) + (sight.filter === 'all' ? batch.dropped : 0),
    mentions: reading.mentions + change((items) => countMentions(items, sight)),
  }
}

/** The reader reached the end of the list: the next rows come, after a mark where some could not be kept. */
export function readOn(state: FeedState): FeedState {
  const { reading } = state
  if (reading === null || hasReadAll(reading)) return state
  const mark: FeedItem = { type: 'skipped', key: `skipped-${state.epoch}-${state.lastSeq}`, count: reading.skipped }
  const next = reading.later.slice(0, READ_ON_ROWS)
  const later = reading.later.slice(READ_ON_ROWS)
  const whole = [...reading.view, ...(reading.skipped > 0 ? [mark] : []), ...next]
  const left = whole.slice(0, Math.max(0, whole.length - READING_CAP))
  const view = left.length === 0 ? whole : whole.slice(left.length)
  const hasOlder = reading.hasOlder || left.length > 0
  const unread = countPassed(later, state)
  const mentions = countMentions(later, state)
  return { ...state, reading: { ...reading, view, later, skipped: 0, unread, mentions, hasOlder } }
}

/** Whether the reader has everything there is before the eyes: going on down means following again. */
export function hasReadAll(reading: Reading): boolean {
  return reading.later.length === 0 && reading.skipped === 0
}

/** Older rows, oldest first, before the list that is being read, as long as it has room. */
export function prependOlder(state: FeedState, rows: readonly FeedRow[], hasOlder: boolean): FeedState {
  const { reading } = state
  if (reading === null) return state
  if (reading.view.length + rows.length > READING_CAP) return { ...state, reading: { ...reading, hasOlder: false } }
  const known = new Set(reading.view.map((item) => item.key))
  const unknown = rows.filter((row) => !known.has(row.id))
  const left = pageItems(unknown, state.epoch, state.gone)
  return { ...state, reading: { ...reading, view: [...left, ...reading.view], hasOlder } }
}

/** The oldest entry of the list that is being read, before which the history continues; null across epochs. */
export function oldestSeq(state: FeedState): number | null {
  const oldest = state.reading === null ? undefined : firstRow(state.reading.view)
  return oldest?.epoch === state.epoch ? oldest.row.seq : null
}

/** The oldest entry among some items. */
export function firstRow(items: readonly FeedItem[]): RowItem | undefined {
  return items.find((item) => item.type === 'row')
}
