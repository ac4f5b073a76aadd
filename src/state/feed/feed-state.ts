import type { RoomSnapshot } from '#protocol/endpoints/chatroom.ts'
import type { Failure } from '#protocol/result.ts'
import { passesGiftFilter, passesHighVipFilter } from '#protocol/room/kinds.ts'
import type { FeedRow, FeedRowOf } from '#protocol/worker/feed.ts'

/** Rows in the list while it is read. Beyond it the oldest are removed while the viewer scrolls; they can be loaded again. */
export const MAX_READING_ROWS = 10_000

/** An entry of the room's log. `key` is the id under which it first appeared; it never changes. */
export interface RowItem {
  readonly type: 'row'
  readonly key: string
  /** The log that `row.seq` counts in. */
  readonly epoch: number
  readonly row: FeedRow
  /** Sequence number of the newest posting, for a gift row that several postings of a combo share. */
  readonly comboSeq?: number
}

/** A message of this member that is not in the log yet, or was refused (settled 14). */
export interface OutgoingMessage {
  readonly type: 'outgoing'
  readonly key: string
  readonly cid: string
  readonly text: string
  /** Id of a sticker that is sent instead of text; `text` is then its name. */
  readonly sticker?: string
  /** The message that this one replies to. */
  readonly reply: { readonly id: string; readonly memberName: string; readonly text: string } | null
  readonly state: 'pending' | 'failed'
  readonly failure: Failure | null
  /** Set by the ack: the log position of the entry, whose row has not arrived yet. */
  readonly acknowledged: { readonly epoch: number; readonly seq: number } | null
}

/** Marks an interruption of the connection: rows after it were missed or are lost. A list has at most one. */
export interface DividerItem {
  readonly type: 'divider'
  readonly key: string
  readonly missed: number
  readonly isLost: boolean
}

/** Text rows that the worker dropped here because they arrived too fast to be read (settled 17). */
export interface DroppedItem {
  readonly type: 'dropped'
  readonly key: string
  readonly count: number
}

/** Rows that passed while the viewer read back, and that exceeded the limit of rows to keep. */
export interface SkippedItem {
  readonly type: 'skipped'
  readonly key: string
  readonly count: number
}

/** Placeholder for a deleted row while the viewer reads back, so that the other rows do not move. */
interface DeletedItem {
  readonly type: 'deleted'
  readonly key: string
}

export type FeedItem = RowItem | OutgoingMessage | DividerItem | DroppedItem | SkippedItem | DeletedItem

/** 全部消息, 只看礼物, 只看高等级 (S9.24, S6.11, settled 20). */
export type FeedFilter = 'all' | 'gifts' | 'high-vip'

/** Decides which items the viewer sees: a filter, and the members blocked for this visit. */
export interface Visibility {
  readonly filter: FeedFilter
  /** Public ids. */
  readonly blocked: ReadonlySet<string>
}

/** Removed content by id. A removal applies to its row regardless of which arrives first (S4.32). */
export interface Removals {
  readonly reverted: ReadonlySet<string>
  readonly deleted: ReadonlySet<string>
  /** Author id to the sequence number up to which all messages of the author are deleted. */
  readonly authors: ReadonlyMap<string, number>
}

/** What a deletion needs to know of a row that passed while the viewer read back. */
export interface PassedRow extends Pick<FeedRow, 'id' | 'seq' | 'isMention'> {
  /** Null if the row stays when all messages of its author are deleted. */
  readonly author: { readonly userId: string } | null
}

/** The list while the viewer reads back. It is frozen, so that rows do not move while they are read. */
export interface Reading {
  /** The shown items. Grows only on request: older rows at the start, newer rows at the end. */
  readonly view: readonly FeedItem[]
  /** Items that arrived since the freeze, in order, at most MAX_QUEUED_ROWS. */
  readonly queued: readonly FeedItem[]
  /** Messages that passed between `view` and `queued`, including dropped ones. */
  readonly skipped: number
  /** The newest rows among the skipped ones, at most MAX_PASSED_ROWS. */
  readonly passed: readonly PassedRow[]
  /** Exact count of new messages since the freeze that pass the filter, including dropped ones. */
  readonly unread: number
  /** How many of the unread messages mention this member. */
  readonly mentions: number
  readonly hasOlder: boolean
  /** Where the history continues, if the last page had entries before the first row that are not rows of the list. */
  readonly olderSeq: number | null
  /** A request for older rows is pending. */
  readonly isLoadingOlder: boolean
  /** Failure of the last request for older rows. */
  readonly failure: Failure | null
  /** Reading began at the top of the list to load older rows. Ends by itself if there are none. */
  readonly isSeeking: boolean
}

/** State of one room's feed. Every change is a pure function of this state. */
export interface FeedState extends Visibility {
  readonly chatRoomNo: string | null
  /** Null until the room has been entered. */
  readonly snapshot: RoomSnapshot | null
  /** Log position of the last applied batch. */
  readonly epoch: number
  readonly lastSeq: number
  /** The live list in server order, at most FEED_LIST_CAP items. */
  readonly items: readonly FeedItem[]
  /** Pending messages of this member, shown after the list. */
  readonly outgoing: readonly OutgoingMessage[]
  /** Non-null while the viewer reads back. */
  readonly reading: Reading | null
  /** Key of the first row of the room's history; null until it has been loaded. */
  readonly historyStart: string | null
  readonly removals: Removals
  /** The newest welcome, shown in the welcome strip. */
  readonly welcome: FeedRowOf<'welcome'> | null
  /** Log position of the last check for announcements to screen readers. */
  readonly checkedSeq: number
  /** Number of visible rows of others that left the list before they were checked for announcements. */
  readonly unchecked: number
  /** Number of texts that the worker has dropped. */
  readonly droppedTexts: number
}

export const EMPTY_FEED: FeedState = {
  chatRoomNo: null,
  snapshot: null,
  epoch: 0,
  lastSeq: 0,
  items: [],
  outgoing: [],
  reading: null,
  filter: 'all',
  blocked: new Set(),
  historyStart: null,
  removals: { reverted: new Set(), deleted: new Set(), authors: new Map() },
  welcome: null,
  checkedSeq: 0,
  unchecked: 0,
  droppedTexts: 0,
}

/** Returns the state after everything in it was checked for announcements. */
export function checked(state: FeedState): FeedState {
  return state.checkedSeq === state.lastSeq ? state : { ...state, checkedSeq: state.lastSeq }
}

/** Returns whether a filter shows an item. Outgoing messages and markers always pass. */
export function passesFilter(item: FeedItem, filter: FeedFilter): boolean {
  if (filter === 'all' || item.type !== 'row') return true
  const { kind, author, isMine } = item.row
  if (filter === 'gifts') return passesGiftFilter(kind)
  return isMine || passesHighVipFilter(kind, author?.vipLevel)
}

/** Returns whether the viewer has blocked the author of a row. */
export function isBlocked(
  { author, isMine }: Pick<FeedRow, 'author' | 'isMine'>,
  blocked: Visibility['blocked'],
): boolean {
  return author !== null && !isMine && blocked.has(author.userId)
}

export function isVisible(item: FeedItem, { filter, blocked }: Visibility): boolean {
  if (item.type === 'row' && blocked.size > 0 && isBlocked(item.row, blocked)) return false
  return passesFilter(item, filter)
}

export function countRows(items: readonly FeedItem[], visibility: Visibility): number {
  return items.filter((item) => item.type === 'row' && isVisible(item, visibility)).length
}

/** Counts the rows that mention this member, whatever the filter shows. */
export function countMentions(items: readonly FeedItem[], { blocked }: Pick<Visibility, 'blocked'>): number {
  return items.filter((item) => item.type === 'row' && item.row.isMention && !isBlocked(item.row, blocked)).length
}

/** Text rows older than this count as history and do not appear as danmaku. */
const FRESH_TEXT_MS = 5_000

/**
 * Returns the visible text rows that arrived between two states, oldest first. Rows that arrive late (history, throttled
 * tab, sleep, outage) are left out, including the member's own. `now` is the server's clock.
 */
export function newTexts(before: FeedState, after: FeedState, now: number): FeedRowOf<'text'>[] {
  const isSameLog = before.chatRoomNo === after.chatRoomNo && before.epoch === after.epoch && before.lastSeq > 0
  if (!isSameLog || after.lastSeq <= before.lastSeq) return []
  const fresh: FeedRowOf<'text'>[] = []
  for (let index = after.items.length - 1; index >= 0; index -= 1) {
    const item = after.items[index]
    if (item?.type !== 'row') continue
    if (item.epoch !== after.epoch || item.row.seq <= before.lastSeq) break
    if (now - item.row.at >= FRESH_TEXT_MS) continue
    if (item.row.kind === 'text' && !isBlocked(item.row, after.blocked)) fresh.push(item.row)
  }
  return fresh.reverse()
}
