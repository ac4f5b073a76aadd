import { rt } from '#lib/text/room.ts'
import type { FeedItem, RowItem, FeedState } from '#state/feed/feed-state.ts'
import { isVisible } from '#state/feed/feed-state.ts'
import { announcementOf, newsAmong } from './announcement.ts'

/** A plain count is said at most this often: in a busy room it would drown everything else. */
export const COUNT_EVERY_MS = 10_000

/** What a screen reader has been told of a room, or need not be told. */
export interface Hearing {
  readonly chatRoomNo: string | null
  /** The head of the log when the room was entered: rows up to there are history, in whichever batch they come. */
  readonly from: { readonly epoch: number; readonly seq: number }
  /** The kinds of the rows that the list had the last time, by key. */
  readonly rows: ReadonlyMap<string, string>
  /** How many texts the folded lines of the list stood for, by key. */
  readonly folded: ReadonlyMap<string, number>
  /** Messages that came while a count had to wait. */
  readonly untold: number
  /** When a count was said last. */
  readonly countedAt: number
  readonly isFollowing: boolean
}

/** What is in the list now, whatever was before. */
function listed({ items, reading }: FeedState): Pick<Hearing, 'rows' | 'folded' | 'isFollowing'> {
  const rows = new Map<string, string>()
  const folded = new Map<string, number>()
  for (const item of items) {
    if (item.type === 'row') rows.set(item.key, item.row.kind)
    if (item.type === 'dropped') folded.set(item.key, item.count)
  }
  return { rows, folded, isFollowing: reading === null }
}

/** Whoever comes into a room has heard all that is in it. Null while the room has not sent its first batch. */
function begin(feed: FeedState): Hearing | null {
  const { chatRoomNo, epoch, lastSeq } = feed
  if (epoch === 0) return null
  return { chatRoomNo, from: { epoch, seq: lastSeq }, ...listed(feed), untold: 0, countedAt: -Infinity }
}

/** A row whose count goes up is the same row; one that was withdrawn is not, be its order older than the visit. */
function isNew({ key, epoch, row }: RowItem, { rows, from }: Hearing): boolean {
  const known = rows.get(key)
  if (known !== undefined) return known !== row.kind
  return epoch !== from.epoch || row.seq > from.seq
}

/** The texts that were folded since the last time; a filter shows none of them. */
function newlyFolded({ items, filter }: FeedState, folded: Hearing['folded']): number {
  if (filter !== 'all') return 0
  const more = (item: FeedItem) => (item.type === 'dropped' ? Math.max(0, item.count - (folded.get(item.key) ?? 0)) : 0)
  return items.reduce((sum, item) => sum + more(item), 0)
}

/**
 * What a screen reader is told of the feed at `now`, a clock that is never set back, and what it has heard with that:
 * whether the list holds still, or what is new. What came while a count waits is counted on, for the list does not keep it.
 */
export function hear(before: Hearing | null, feed: FeedState, now: number): { hearing: Hearing | null; text: string } {
  if (before === null || before.chatRoomNo !== feed.chatRoomNo || feed.epoch === 0) {
    return { hearing: begin(feed), text: '' }
  }
  const isFollowing = feed.reading === null
  if (isFollowing !== before.isFollowing) {
    // What has come meanwhile is told the next time.
    const text = rt(isFollowing ? 'chat.announceLive' : 'chat.announcePaused')
    return { hearing: { ...before, isFollowing }, text }
  }
  const fresh = feed.items.filter((item) => item.type === 'row' && isNew(item, before) && isVisible(item, feed))
  const untold = before.untold + newlyFolded(feed, before.folded)
  const announcement = announcementOf(fresh, untold)
  const heard = { ...before, ...listed(feed) }
  if (announcement === null) return { hearing: heard, text: '' }
  if (!announcement.isCount) return { hearing: { ...heard, untold: 0 }, text: announcement.text }
  if (now - before.countedAt < COUNT_EVERY_MS) {
    return { hearing: { ...heard, untold: untold + newsAmong(fresh).length }, text: '' }
  }
  return { hearing: { ...heard, untold: 0, countedAt: now }, text: announcement.text }
}
