import type { FeedRowOf } from '#protocol/worker/feed.ts'
import type { Gone } from './feed-gone.ts'
import { isBlocked } from './feed-items.ts'
import type { FeedState } from './feed-state.ts'

/** Words older than this are history: they are rows of the list and do not cross the picture. */
const LINE_FRESH_MS = 5_000

/**
 * Rows of people's own words that came between two states of the feed, oldest first. History is not among them, nor is
 * what a throttled tab, a sleeping machine or an outage brings late, one's own lines included: `now` is the server's clock.
 */
export function freshTexts(before: FeedState, after: FeedState, now: number): FeedRowOf<'text'>[] {
  const isSameLog = before.chatRoomNo === after.chatRoomNo && before.epoch === after.epoch && before.lastSeq > 0
  if (!isSameLog || after.lastSeq <= before.lastSeq) return []
  const fresh: FeedRowOf<'text'>[] = []
  for (let place = after.items.length - 1; place >= 0; place -= 1) {
    const item = after.items[place]
    if (item?.type !== 'row') continue
    if (item.epoch !== after.epoch || item.row.seq <= before.lastSeq) break
    if (now - item.row.at >= LINE_FRESH_MS) continue
    if (item.row.kind === 'text' && !isBlocked(item.row, after.blocked)) fresh.push(item.row)
  }
  return fresh.reverse()
}

/** Whether a line that is on its way has been deleted meanwhile, alone or with everything its author said. */
export function isTextGone(row: Pick<FeedRowOf<'text'>, 'id' | 'seq' | 'author'>, gone: Gone): boolean {
  if (gone.deleted.has(row.id)) return true
  return row.author !== null && row.seq <= (gone.authors.get(row.author.userId) ?? -1)
}
