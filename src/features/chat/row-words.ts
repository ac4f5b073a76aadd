import type { FeedRow } from '#protocol/worker/feed.ts'
import { formatClockInFull } from '#lib/format.ts'
import { rt } from '#lib/text/room.ts'

/** What somebody said in a row, as it is quoted and copied; null where nobody says anything. */
export function wordsOf(row: FeedRow): string | null {
  switch (row.kind) {
    case 'text':
    case 'system':
    case 'notice':
      return row.data.text
    case 'image':
      return rt('row.sticker', { alt: row.data.alt })
    case 'gift':
    case 'order':
    case 'revert':
    case 'welcome':
    case 'mute':
    case 'delete':
    case 'marquee':
    case 'status':
    case 'pin':
    case 'setup':
      return null
  }
}

/** Who speaks in a row, as screen readers hear it. */
function speakerOf({ author, isMine }: FeedRow): string {
  return isMine ? rt('chat.mine') : (author?.memberName ?? '')
}

/** A row by name, when the arrow keys come to it: who, what and when. `shown` is what the row shows to the eye. */
export function rowName(row: FeedRow, shown: string): string {
  const words = wordsOf(row)
  const name = speakerOf(row)
  const said = words === null || name === '' ? shown : rt('chat.said', { name, text: words })
  const text = row.isMention ? rt('chat.namedMention', { text: said }) : said
  return rt('chat.namedAt', { text, time: formatClockInFull(row.at) })
}
