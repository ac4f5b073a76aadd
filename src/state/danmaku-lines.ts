import type { FeedRowOf } from '#protocol/worker-api.ts'
import type { Gone } from './feed-gone.ts'
import { isBlocked } from './feed-items.ts'
import type { FeedState } from './feed-state.ts'

/** Rows of people's own words that came between two states of the feed, oldest first; history is not among them. */
export function freshTexts(before: FeedState, after: FeedState): FeedRowOf<'text'>[] {
  const isSameLog = before.chatRoomNo === after.chatRoomNo && before.epoch === after.epoch && before.lastSeq > 0
  if (!isSameLog || after.lastSeq <= before.lastSeq) return []
  const fresh: FeedRowOf<'text'>[] = []
  for (let place = after.items.length - 1; place >= 0; place -= 1) {
    const item = after.items[place]
    if (item?.type !== 'row') continue
    if (item.epoch !== after.epoch || item.row.seq <= before.lastSeq) break
    if (item.row.kind === 'text' && !isBlocked(item.row, after.blocked)) fresh.push(item.row)
  }
  return fresh.reverse()
}

/** Whether a line that is on its way has been deleted meanwhile, alone or with everything its author said. */
export function isTextGone(row: Pick<FeedRowOf<'text'>, 'id' | 'seq' | 'author'>, gone: Gone): boolean {
  if (gone.deleted.has(row.id)) return true
  return row.author !== null && row.seq <= (gone.authors.get(row.author.userId) ?? -1)
}
