import { DELETED_QUOTE, FEED_LIST_CAP } from '#protocol/constants.ts'
import type { RoomSnapshot } from '#protocol/endpoints/chatroom.ts'
import type { FeedBatch, FeedMessage, FeedPatch, FeedRow } from '#protocol/worker/feed.ts'
import type { RoomEntered } from '#protocol/worker/api.ts'
import { ROW_KINDS } from '#protocol/room/kinds.ts'
import { stateAfter } from '#protocol/rules/room-state.ts'
import {
  appendBatch,
  appendQueued,
  FeedListBuilder,
  firstRow,
  outgoingCids,
  revertedItem,
  rowItem,
  trimmed,
} from './feed-list.ts'
import type {
  FeedItem,
  FeedState,
  OutgoingMessage,
  PassedRow,
  Reading,
  Removals,
  RowItem,
  Visibility,
} from './feed-state.ts'
import { countMentions, countRows, EMPTY_FEED, isBlocked, isVisible } from './feed-state.ts'
import { withoutLogged } from './outgoing.ts'

/** Removals that are kept per kind, newest first: enough for rows that arrive late. */
const MAX_REMOVALS = 1_000
/** Rows queued behind the list that is being read. Rows beyond it are counted as skipped. */
export const MAX_QUEUED_ROWS = 2_000
/** Skipped rows that are remembered, newest first, so that their deletion leaves the count of unread messages. */
const MAX_PASSED_ROWS = 10_000

/** Returns the state for a room that is being opened. Only the filter and the blocked members are kept. */
export function roomOpened(state: FeedState, chatRoomNo: string): FeedState {
  return { ...EMPTY_FEED, chatRoomNo, filter: state.filter, blocked: state.blocked }
}

/** Sets the snapshot of the room that was entered. */
export function roomEntered(state: FeedState, entered: RoomEntered): FeedState {
  return { ...state, snapshot: entered.snapshot }
}

/** Applies messages of the worker, in order. */
export function applyMessages(state: FeedState, messages: readonly FeedMessage[]): FeedState {
  return messages.reduce(
    (next, message) => (message.type === 'reset' ? { ...next, snapshot: message.snapshot } : applyBatch(next, message)),
    state,
  )
}

/**
 * Returns the messages with all rows of this member marked as own. A worker that replaced another one joins as a visitor until
 * it has restored the session, and then marks none.
 */
export function withOwnRows(messages: readonly FeedMessage[], userId: string | undefined): readonly FeedMessage[] {
  if (userId === undefined) return messages
  const isUnmarked = ({ author, isMine }: FeedRow) => !isMine && author?.userId === userId
  return messages.map((message) => {
    if (message.type !== 'batch' || !message.rows.some(isUnmarked)) return message
    return { ...message, rows: message.rows.map((row) => (isUnmarked(row) ? { ...row, isMine: true } : row)) }
  })
}

/** The snapshot after a batch; the same object if nothing changed. */
function snapshotAfter(before: RoomSnapshot, { changes, ownMute }: FeedBatch): RoomSnapshot {
  const snapshot = changes.reduce(stateAfter, before)
  return ownMute === null ? snapshot : { ...snapshot, mutedUntil: ownMute.until, muteReason: ownMute.reason }
}

function applyBatch(before: FeedState, batch: FeedBatch): FeedState {
  const state = withoutLogged(withoutLost(before, batch), batch, outgoingCids(batch))
  const removals = addPatches(state.removals, patchesOf(batch))
  const rows = shownRows(batch.rows, batch.epoch, removals)
  const remaining = removals === state.removals ? state.items : applyRemovals(state.items, removals)
  const appended = appendBatch(remaining, batch, rows)
  const items = trimmed(appended, FEED_LIST_CAP, state.filter)
  return {
    ...state,
    epoch: batch.epoch,
    lastSeq: batch.lastSeq,
    removals,
    items,
    unchecked: state.unchecked + countUnchecked(appended, items, state),
    droppedTexts: state.droppedTexts + batch.dropped,
    reading: state.reading && readingAfter(state.reading, batch, rows, { ...state, removals }),
    welcome: batch.welcome !== null && !isBlocked(batch.welcome, state.blocked) ? batch.welcome : state.welcome,
    snapshot: state.snapshot && snapshotAfter(state.snapshot, batch),
  }
}

/**
 * Counts the visible rows of others that trimming removed before they were checked for announcements. None, unless the list
 * contains only newer rows: then it was filled within one interval of the announcer.
 */
function countUnchecked(before: readonly FeedItem[], after: readonly FeedItem[], state: FeedState): number {
  const first = firstRow(after)
  if (before.length === after.length || first === undefined || first.row.seq <= state.checkedSeq) return 0
  const isUnchecked = (item: FeedItem) =>
    item.type === 'row' && item.row.seq > state.checkedSeq && !item.row.isMine && isVisible(item, state)
  return before.filter(isUnchecked).length - after.filter(isUnchecked).length
}

/**
 * After a loss it is unknown which older rows were deleted or withdrawn, so they leave the list and can be loaded again
 * from the history. Outgoing messages stay.
 */
function withoutLost(state: FeedState, batch: FeedBatch): FeedState {
  if (batch.divider?.isLost !== true) return state
  return { ...state, items: state.items.filter((item) => item.type === 'outgoing'), reading: null }
}

function patchesOf(batch: FeedBatch): FeedBatch['patches'] {
  const reverts = batch.rows.flatMap((row) =>
    row.kind === 'revert' ? [{ type: 'revert' as const, orderId: row.data.orderId, seq: row.seq }] : [],
  )
  return reverts.length === 0 ? batch.patches : [...batch.patches, ...reverts]
}

/** Adds the removals of `patches`. */
function addPatches(removals: Removals, patches: readonly FeedPatch[]): Removals {
  if (patches.length === 0) return removals
  const reverted = new Set(removals.reverted)
  const deleted = new Set(removals.deleted)
  const authors = new Map(removals.authors)
  for (const patch of patches) {
    if (patch.type === 'revert') reverted.add(patch.orderId)
    else if (patch.type === 'delete') for (const id of patch.ids) deleted.add(id)
    else {
      for (const id of patch.ids ?? []) deleted.add(id)
      const before = authors.get(patch.userId) ?? -1
      authors.delete(patch.userId)
      authors.set(patch.userId, Math.max(before, patch.seq))
    }
  }
  return { reverted: new Set(newest(reverted)), deleted: new Set(newest(deleted)), authors: new Map(newest(authors)) }
}

function newest<Value>(values: Iterable<Value>): Value[] {
  return [...values].slice(-MAX_REMOVALS)
}

/** Returns the rows that belong in the list: without other kinds and deleted rows, withdrawn orders as reverts. */
function shownRows(rows: readonly FeedRow[], epoch: number, removals: Removals): FeedRow[] {
  return rows.flatMap((row) => {
    if (!ROW_KINDS.has(row.kind)) return []
    const item = applyRemovalsTo(rowItem(row, epoch), removals)
    return item?.type === 'row' ? [item.row] : []
  })
}

/** Returns a page of history as items, merged in the same way as in the live list. */
export function pageItems(rows: readonly FeedRow[], epoch: number, removals: Removals): readonly FeedItem[] {
  const list = new FeedListBuilder([])
  list.addRows(shownRows(rows, epoch, removals), epoch)
  return list.items
}

/** Returns the item as it may be shown: itself, its reverted form, or null if it is deleted. */
function applyRemovalsTo(item: FeedItem, removals: Removals): FeedItem | null {
  if (item.type === 'outgoing') return withoutDeletedQuote(item, removals)
  if (item.type !== 'row') return item
  if (isDeleted(item, removals)) return null
  const isReverted = item.row.kind === 'order' && removals.reverted.has(item.row.id)
  return isReverted ? revertedItem(item) : withoutDeletedQuote(item, removals)
}

function isDeleted({ row }: RowItem, removals: Removals): boolean {
  return isMessage(row) ? isTextRemoved(row, removals) : removals.deleted.has(row.id)
}

/** Returns whether a text row has been deleted, alone or with all messages of its author. */
export function isTextRemoved(row: Pick<PassedRow, 'id' | 'seq' | 'author'>, removals: Removals): boolean {
  if (removals.deleted.has(row.id)) return true
  return row.author !== null && row.seq <= (removals.authors.get(row.author.userId) ?? -1)
}

function isMessage({ kind }: FeedRow): boolean {
  return kind === 'text' || kind === 'image'
}

/** Replaces the text of a quote whose message is deleted; returns the same item if there is none. */
function withoutDeletedQuote<Item extends RowItem | OutgoingMessage>(item: Item, removals: Removals): Item {
  if (item.type === 'outgoing') {
    const { reply } = item
    return reply !== null && isQuoteDeleted(reply, removals)
      ? { ...item, reply: { ...reply, text: DELETED_QUOTE } }
      : item
  }
  const { row } = item
  const reply = row.kind === 'text' ? row.data.reply : undefined
  if (reply === undefined || !isQuoteDeleted(reply, removals)) return item
  return { ...item, row: { ...row, data: { ...row.data, reply: { ...reply, text: DELETED_QUOTE } } } }
}

function isQuoteDeleted({ id, text }: NonNullable<OutgoingMessage['reply']>, removals: Removals): boolean {
  return removals.deleted.has(id) && text !== DELETED_QUOTE
}

/**
 * Returns a list without removed items; the same array if nothing changed. With `visibility` (a list that is being read) a
 * deleted row that was visible leaves a placeholder, so that the rows around it do not move.
 */
function applyRemovals(
  items: readonly FeedItem[],
  removals: Removals,
  visibility: Visibility | null = null,
): readonly FeedItem[] {
  let hasChanged = false
  const next: FeedItem[] = []
  for (const item of items) {
    const remaining = applyRemovalsTo(item, removals)
    hasChanged ||= remaining !== item
    if (remaining !== null) next.push(remaining)
    else if (visibility !== null && isVisible(item, visibility)) next.push({ type: 'deleted', key: item.key })
  }
  return hasChanged ? next : items
}

/** Returns the reading list after a batch: `view` is patched in place and never grows, new rows are queued behind it. */
function readingAfter(
  reading: Reading,
  batch: FeedBatch,
  rows: readonly FeedRow[],
  { outgoing, removals, ...visibility }: Visibility & Pick<FeedState, 'outgoing' | 'removals'>,
): Reading {
  const entries = withLoggedMessages(reading.view, batch)
  const view = applyRemovals(withoutDeletedMessages(entries, outgoing), removals, visibility)
  const remaining = applyRemovals(reading.queued, removals)
  const shown = new Set(entries === reading.view ? [] : entries.map((item) => item.key))
  const lists = appendQueued(
    view,
    remaining,
    batch,
    rows.filter((row) => row.cid === undefined || !shown.has(row.id)),
  )
  const known = new Set(reading.queued.map((item) => item.key))
  const added = lists.queued.filter((item) => !known.has(item.key))
  const queued = trimmed(lists.queued, MAX_QUEUED_ROWS, visibility.filter)
  const skipped =
    queued === lists.queued ? 0 : countMessages(lists.queued, visibility) - countMessages(queued, visibility)
  const { passed, deleted, deletedMentions } = passedAfter(reading, removals, batch)
  const left = queued === lists.queued ? [] : passedRows(lists.queued, queued, visibility)
  // Added items, minus queued items that were deleted before they were read.
  const change = (count: (items: readonly FeedItem[]) => number) =>
    count(added) + count(remaining) - count(reading.queued)
  return {
    ...reading,
    view: lists.view,
    queued,
    skipped: reading.skipped + skipped - deleted,
    passed: left.length === 0 ? passed : [...passed, ...left].slice(-MAX_PASSED_ROWS),
    unread:
      reading.unread -
      deleted +
      change((items) => countRows(items, visibility)) +
      (visibility.filter === 'all' ? batch.dropped : 0),
    mentions: reading.mentions - deletedMentions + change((items) => countMentions(items, visibility)),
  }
}

/** Returns the remembered skipped rows after the deletions of a batch, and how many it deleted. */
function passedAfter({ passed }: Reading, removals: Removals, batch: FeedBatch) {
  if (batch.patches.length === 0 || passed.length === 0) return { passed, deleted: 0, deletedMentions: 0 }
  const remaining = passed.filter((row) => !isTextRemoved(row, removals))
  const mentions = (rows: readonly PassedRow[]) => rows.filter(({ isMention }) => isMention).length
  return {
    passed: remaining,
    deleted: passed.length - remaining.length,
    deletedMentions: mentions(passed) - mentions(remaining),
  }
}

/** Returns what to remember of the visible rows that left the queue. */
function passedRows(
  before: readonly FeedItem[],
  after: readonly FeedItem[],
  visibility: Visibility,
): readonly PassedRow[] {
  const remaining = new Set(after)
  return before.flatMap((item): PassedRow[] => {
    if (item.type !== 'row' || remaining.has(item) || !isVisible(item, visibility)) return []
    const { id, seq, isMention, author } = item.row
    return [{ id, seq, isMention, author: isMessage(item.row) && author !== null ? { userId: author.userId } : null }]
  })
}

/** Replaces outgoing messages by their log entries, at the same position. */
function withLoggedMessages(view: readonly FeedItem[], batch: FeedBatch): readonly FeedItem[] {
  if (outgoingCids(batch).size === 0) return view
  return view.map((item) => {
    const row = item.type === 'outgoing' ? batch.rows.find(({ cid, isMine }) => isMine && cid === item.cid) : undefined
    return row === undefined ? item : rowItem(row, batch.epoch)
  })
}

/**
 * Replaces outgoing messages that are no longer pending and did not become an entry by placeholders. They were deleted
 * while their entry was in the worker, which then sends only the deletion.
 */
function withoutDeletedMessages(view: readonly FeedItem[], outgoing: readonly OutgoingMessage[]): readonly FeedItem[] {
  const pending = new Set(outgoing.map(({ cid }) => cid))
  const isDeleted = (item: FeedItem) => item.type === 'outgoing' && item.state === 'pending' && !pending.has(item.cid)
  if (!view.some(isDeleted)) return view
  return view.map((item) => (isDeleted(item) ? { type: 'deleted', key: item.key } : item))
}

/** Counts the messages that the items represent; dropped texts count only without a filter. */
export function countMessages(items: readonly FeedItem[], visibility: Visibility): number {
  const rows = countRows(items, visibility)
  if (visibility.filter !== 'all') return rows
  return items.reduce((sum, item) => sum + (item.type === 'dropped' ? item.count : 0), rows)
}
