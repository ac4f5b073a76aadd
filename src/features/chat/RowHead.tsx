import type { FeedRow } from '#protocol/worker/feed.ts'
import { formatClockInFull } from '#lib/format.ts'
import { rt } from '#lib/text/room.ts'

/** Above a row's menu: whose words these are, and when they were said. */
export function RowHead({ row }: { readonly row: FeedRow }) {
  const time = formatClockInFull(row.at)
  const name = row.isMine ? rt('chat.mine') : row.author?.memberName
  return name === undefined ? time : rt('row.menuOf', { name, time })
}
