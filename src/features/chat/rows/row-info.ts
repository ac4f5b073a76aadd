import type { MessageKind } from '#protocol/room/kinds.ts'
import type { FeedRow } from '#protocol/worker/feed.ts'
import { formatClockInFull } from '#lib/format.ts'
import { roomText } from '#messages/zh/room.ts'

type Role = 'anon' | 'member' | 'admin'

/** Returns whether a row is a message of a member. */
export function isMessage(row: FeedRow): boolean {
  return row.kind === 'text' || row.kind === 'image'
}

/** Returns whether a row is by another member, who can be mentioned and blocked. */
export function isByOther(row: FeedRow): row is FeedRow & { author: NonNullable<FeedRow['author']> } {
  return row.author !== null && !row.isMine
}

/** Returns whether the viewer can reply to a row: members can reply to messages of others. */
export function canReplyTo(row: FeedRow, role: Role): boolean {
  return role !== 'anon' && isMessage(row) && isByOther(row)
}

/** Kinds of rows with a text that is quoted and copied. */
const HAS_TEXT = {
  text: true,
  system: true,
  notice: true,
  image: false,
  gift: false,
  order: false,
  revert: false,
  welcome: false,
  mute: false,
  delete: false,
  marquee: false,
  status: false,
  pin: false,
  setup: false,
  market: false,
  table: false,
} as const satisfies Record<MessageKind, boolean>

/** Returns the text of a row, as it is quoted and copied; null for rows without text. */
export function textOf(row: FeedRow): string | null {
  if (row.kind === 'image') return roomText('row.sticker', { alt: row.data.alt })
  return HAS_TEXT[row.kind] && 'text' in row.data ? row.data.text : null
}

/** Returns the accessible name of a row: author, text and time. `shown` is the visible text of the row. */
export function rowName(row: FeedRow, shown: string): string {
  const message = textOf(row)
  const name = row.isMine ? roomText('chat.mine') : (row.author?.memberName ?? '')
  const sentence = message === null || name === '' ? shown : roomText('chat.said', { name, text: message })
  const text = row.isMention ? roomText('chat.namedMention', { text: sentence }) : sentence
  return roomText('chat.namedAt', { text, time: formatClockInFull(row.at) })
}
