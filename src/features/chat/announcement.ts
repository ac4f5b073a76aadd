import { rt } from '#lib/text/room.ts'
import type { FeedItem, RowItem } from '#state/feed-items.ts'

/** A plain count is said at most this often: in a busy room it would drown everything else. */
export const COUNT_EVERY_MS = 10_000

export interface Announcement {
  readonly text: string
  /** Only a count, which can wait. */
  readonly isCount: boolean
}

/**
 * What a screen reader says of the rows that came since the last time: a mention, a withdrawn order, the one new
 * message, or how many there are. What is not said by itself is counted. Null = nothing.
 */
export function announcementOf(items: readonly FeedItem[]): Announcement | null {
  // What one says is no news to oneself; that an own order was withdrawn is.
  const isNews = ({ isMine, kind }: RowItem['row']) => !isMine || kind === 'revert'
  const rows = items.flatMap((item) => (item.type === 'row' && isNews(item.row) ? [item.row] : []))
  const said = (text: string): Announcement => ({
    text: rows.length > 1 ? rt('chat.announceMore', { text, count: rows.length - 1 }) : text,
    isCount: false,
  })
  const mention = rows.findLast((row) => row.isMention && row.kind === 'text')
  if (mention?.kind === 'text') {
    const name = mention.author?.memberName ?? ''
    return said(rt('chat.announceMention', { name, text: mention.data.text }))
  }
  if (rows.some((row) => row.kind === 'revert')) return said(rt('chat.announceRevert'))
  const [only] = rows
  if (rows.length === 1 && only?.kind === 'text') {
    return said(rt('chat.said', { name: only.author?.memberName ?? '', text: only.data.text }))
  }
  return rows.length === 0 ? null : { text: rt('chat.announceCount', { count: rows.length }), isCount: true }
}
