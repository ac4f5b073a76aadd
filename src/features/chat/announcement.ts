import type { FeedRow } from '#protocol/worker/feed.ts'
import { rt } from '#lib/text/room.ts'
import type { FeedItem } from '#state/feed/feed-state.ts'

export interface Announcement {
  readonly text: string
  /** Only a count, which can wait. */
  readonly isCount: boolean
}

/** The rows among some items that are news: what one says is none to oneself; that an own order was withdrawn is. */
export function newsAmong(items: readonly FeedItem[]): readonly FeedRow[] {
  const isNews = ({ isMine, kind }: FeedRow) => !isMine || kind === 'revert'
  return items.flatMap((item) => (item.type === 'row' && isNews(item.row) ? [item.row] : []))
}

/**
 * What a screen reader says of the rows that came since the last time: a mention, a withdrawn order, the one new
 * message, or how many there are. What is not said by itself is counted, with the `untold` messages that came before or
 * were folded. Null = nothing.
 */
export function announcementOf(items: readonly FeedItem[], untold = 0): Announcement | null {
  const rows = newsAmong(items)
  const count = rows.length + untold
  const said = (text: string): Announcement => ({
    text: count > 1 ? rt('chat.announceMore', { text, count: count - 1 }) : text,
    isCount: false,
  })
  const mention = rows.findLast((row) => row.isMention && row.kind === 'text')
  if (mention?.kind === 'text') {
    const name = mention.author?.memberName ?? ''
    return said(rt('chat.announceMention', { name, text: mention.data.text }))
  }
  if (rows.some((row) => row.kind === 'revert')) return said(rt('chat.announceRevert'))
  const [only] = rows
  if (count === 1 && only?.kind === 'text') {
    return said(rt('chat.said', { name: only.author?.memberName ?? '', text: only.data.text }))
  }
  return count === 0 ? null : { text: rt('chat.announceCount', { count }), isCount: true }
}
