import type { Failure } from '#protocol/result.ts'
import { passesGiftFilter, passesHighVipFilter } from '#protocol/room/kinds.ts'
import type { FeedRow } from '#protocol/worker/feed.ts'

/** An entry of the room's log. `key` is the id under which it first appeared and never changes afterwards. */
export interface RowItem {
  readonly type: 'row'
  readonly key: string
  /** The log this row's `seq` counts in. */
  readonly epoch: number
  readonly row: FeedRow
  /** For a gift row that several postings of a combo share: the newest of them. */
  readonly comboSeq?: number
}

/** Something this member said that is not in the log yet, or was refused (settled 14). */
export interface OwnItem {
  readonly type: 'own'
  readonly key: string
  readonly cid: string
  readonly text: string
  /** A sticker of our set, sent in place of words; `text` is then its name. */
  readonly sticker?: string
  /** The message that is answered. */
  readonly reply: { readonly id: string; readonly memberName: string; readonly text: string } | null
  readonly state: 'pending' | 'failed'
  readonly failure: Failure | null
  /** Set by the acknowledgement: the entry is in the log at this position and its frame is on the way. */
  readonly acknowledged: { readonly epoch: number; readonly seq: number } | null
}

/** Where an interruption was: rows after it were missed, or are lost. One at a time. */
export interface DividerItem {
  readonly type: 'divider'
  readonly key: string
  readonly missed: number
  readonly isLost: boolean
}

/** Text rows that were dropped here because nobody could have read them (settled 17). */
export interface FoldedItem {
  readonly type: 'folded'
  readonly key: string
  readonly count: number
}

/** Rows that passed while the viewer read back too long to keep them all. */
export interface SkippedItem {
  readonly type: 'skipped'
  readonly key: string
  readonly count: number
}

/** What remains of a deleted row in a list that is being read, so that the rows around it keep their places. */
export interface DeletedItem {
  readonly type: 'deleted'
  readonly key: string
}

export type FeedItem = RowItem | OwnItem | DividerItem | FoldedItem | SkippedItem | DeletedItem

/** 全部消息, 只看礼物, 只看高等级 (S9.24, S6.11, settled 20). */
export type FeedFilter = 'all' | 'gifts' | 'high-vip'

/** Whether a filter lets an item show. Own lines and marks that are not entries always show. */
export function passesFilter(item: FeedItem, filter: FeedFilter): boolean {
  if (filter === 'all' || item.type !== 'row') return true
  const { kind, author, isMine } = item.row
  if (filter === 'gifts') return passesGiftFilter(kind)
  return isMine || passesHighVipFilter(kind, author?.vipLevel)
}

/** What the viewer chose to see: a filter, and whose words not to hear for this visit. */
export interface Sight {
  readonly filter: FeedFilter
  /** Public ids. */
  readonly blocked: ReadonlySet<string>
}

/** Whether a row is by somebody whom the viewer has blocked. */
export function isBlocked({ author, isMine }: Pick<FeedRow, 'author' | 'isMine'>, blocked: Sight['blocked']): boolean {
  return author !== null && !isMine && blocked.has(author.userId)
}

/** Whether the viewer wants to see an item. */
export function isVisible(item: FeedItem, { filter, blocked }: Sight): boolean {
  if (item.type === 'row' && blocked.size > 0 && isBlocked(item.row, blocked)) return false
  return passesFilter(item, filter)
}

export function rowItem(row: FeedRow, epoch: number): RowItem {
  return { type: 'row', key: row.id, epoch, row }
}
