import { rt } from '#lib/text/room.ts'
import type { FeedItem } from '#state/feed-items.ts'

/** A plain count is said at most this often: in a busy room it would drown everything else. */
export const COUNT_EVERY_MS = 10_000

export interface Announcement {
  readonly text: string
  /** Only a count, which can wait. */
  readonly isCount: boolean
}

/**
 * What a screen reader says of the rows that came since the last time: a mention, a withdrawn order, the one new
 * message, or how many there are. Null = nothing.
 */
export function announcementOf(items: readonly FeedItem[]): Announcement | null {
  const rows = items.flatMap((item) => (item.type === 'row' && !item.row.isMine ? [item.row] : []))
  const mention = rows.findLast((row) => row.isMention && row.kind === 'text')
  if (mention?.kind === 'text') {
    const name = mention.author?.memberName ?? ''
    return { text: rt('chat.announceMention', { name, text: mention.data.text }), isCount: false }
  }
  if (rows.some((row) => row.kind === 'revert')) return { text: rt('chat.announceRevert'), isCount: false }
  const [only] = rows
  if (rows.length === 1 && only?.kind === 'text') {
    const name = only.author?.memberName ?? ''
    return { text: rt('chat.said', { name, text: only.data.text }), isCount: false }
  }
  return rows.length === 0 ? null : { text: rt('chat.announceCount', { count: rows.length }), isCount: true }
}
