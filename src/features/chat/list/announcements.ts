import type { FeedRow } from '#protocol/worker/feed.ts'
import { roomText } from '#messages/zh/room.ts'
import { type FeedItem, type FeedState, isVisible, type RowItem } from '#state/feed/feed-state.ts'

/** Shortest time between two announcements of a mere count, which would drown everything else in a busy room. */
export const COUNT_INTERVAL_MS = 10_000

/** What has been announced of a room's feed. */
export interface Announced {
  readonly chatRoomNo: string | null
  /** End of the log when the room was entered. Rows up to it are history, whenever they arrive. */
  readonly from: { readonly epoch: number; readonly seq: number }
  /** Kinds of the rows in the list at the last check, by key. */
  readonly rows: ReadonlyMap<string, string>
  /** Counters of the feed at the last check. */
  readonly unchecked: number
  readonly droppedTexts: number
  /** Messages that arrived while a count was delayed. */
  readonly unannounced: number
  /** Time of the last announced count. */
  readonly countedAt: number
  readonly isFollowing: boolean
}

interface Announcement {
  readonly text: string
  /** The text is only a count, which may be delayed. */
  readonly isCount: boolean
}

/**
 * Returns the announcement for the changes of the feed since `before`, and the new state. `now` is a monotonic clock. The
 * text is empty if there is nothing to announce. Messages that arrive while a count is delayed are added up, because the
 * list may drop them. After each check the feed must be marked as `checked`.
 */
export function announceChanges(
  before: Announced | null,
  feed: FeedState,
  now: number,
): { announced: Announced | null; text: string } {
  if (before === null || before.chatRoomNo !== feed.chatRoomNo || feed.epoch === 0) {
    return { announced: start(feed), text: '' }
  }
  const isFollowing = feed.reading === null
  if (isFollowing !== before.isFollowing) {
    // New messages are announced at the next check.
    const text = roomText(isFollowing ? 'chat.announceLive' : 'chat.announcePaused')
    return { announced: { ...before, isFollowing }, text }
  }
  const fresh = feed.items.filter((item) => item.type === 'row' && isNew(item, before) && isVisible(item, feed))
  const unannounced = before.unannounced + countUnlisted(feed, before)
  const announcement = announcementOf(fresh, unannounced)
  const announced = { ...before, ...listState(feed) }
  if (announcement === null) return { announced, text: '' }
  if (!announcement.isCount) return { announced: { ...announced, unannounced: 0 }, text: announcement.text }
  if (now - before.countedAt < COUNT_INTERVAL_MS) {
    return { announced: { ...announced, unannounced: unannounced + announcedRows(fresh).length }, text: '' }
  }
  return { announced: { ...announced, unannounced: 0, countedAt: now }, text: announcement.text }
}

/** The initial state: everything in the list counts as announced. Null until the room has sent its first batch. */
function start(feed: FeedState): Announced | null {
  const { chatRoomNo, epoch, lastSeq } = feed
  if (epoch === 0) return null
  return { chatRoomNo, from: { epoch, seq: lastSeq }, ...listState(feed), unannounced: 0, countedAt: -Infinity }
}

type ListState = Pick<Announced, 'rows' | 'unchecked' | 'droppedTexts' | 'isFollowing'>

function listState({ items, reading, unchecked, droppedTexts }: FeedState): ListState {
  const rows = new Map<string, string>()
  for (const item of items) if (item.type === 'row') rows.set(item.key, item.row.kind)
  return { rows, unchecked, droppedTexts, isFollowing: reading === null }
}

/** A row whose combo count rises is not new. A withdrawn order is, even if the order is older than the visit. */
function isNew({ key, epoch, row }: RowItem, { rows, from }: Announced): boolean {
  const kind = rows.get(key)
  if (kind !== undefined) return kind !== row.kind
  return epoch !== from.epoch || row.seq > from.seq
}

/**
 * Counts the messages since the last check that are not in the list: rows that it dropped already, and texts that the worker
 * dropped, which a filter hides.
 */
function countUnlisted({ unchecked, droppedTexts, filter }: FeedState, before: Announced): number {
  return unchecked - before.unchecked + (filter === 'all' ? droppedTexts - before.droppedTexts : 0)
}

/** Returns the rows that are announced: those of others, and own orders that were withdrawn. */
function announcedRows(items: readonly FeedItem[]): readonly FeedRow[] {
  const isAnnounced = ({ isMine, kind }: FeedRow) => !isMine || kind === 'revert'
  return items.flatMap((item) => (item.type === 'row' && isAnnounced(item.row) ? [item.row] : []))
}

/**
 * Returns the announcement for new items: a mention, a withdrawn order, the only new message, or the number of new
 * messages, including `unannounced` earlier ones. Null if there is nothing to announce.
 */
export function announcementOf(items: readonly FeedItem[], unannounced = 0): Announcement | null {
  const rows = announcedRows(items)
  const count = rows.length + unannounced
  const withCount = (text: string): Announcement => ({
    text: count > 1 ? roomText('chat.announceMore', { text, count: count - 1 }) : text,
    isCount: false,
  })
  const mention = rows.findLast((row) => row.isMention && row.kind === 'text')
  if (mention?.kind === 'text') {
    const name = mention.author?.memberName ?? ''
    return withCount(roomText('chat.announceMention', { name, text: mention.data.text }))
  }
  if (rows.some((row) => row.kind === 'revert')) return withCount(roomText('chat.announceRevert'))
  const [only] = rows
  if (count === 1 && only?.kind === 'text') {
    return withCount(roomText('chat.said', { name: only.author?.memberName ?? '', text: only.data.text }))
  }
  return count === 0 ? null : { text: roomText('chat.announceCount', { count }), isCount: true }
}
