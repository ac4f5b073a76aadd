import type { RoomHandle } from '#transport/room.ts'
import { countSeen, olderAsked, olderCame, olderSettled } from './feed-older.ts'
import { oldestSeq } from './feed-reading.ts'
import type { FeedState } from './feed-state.ts'
import { changeFeedAtom, feedAtom } from '../room/room.ts'
import { store } from '../store.ts'

/** Pages that are fetched for one wish, as long as a filter or a block hides all that they bring. */
export const PAGES_AT_ONCE = 6

/** Puts older rows of a room before the list that is read, at least one that is to be seen if there is one near. */
export function createOlderLoader(chatRoomNo: string, ask: RoomHandle['older']): () => Promise<void> {
  const change = (step: (feed: FeedState) => FeedState) => store.set(changeFeedAtom, step)
  let isLoading = false

  /** Fetches a page; resolves with whether the next one is wanted too. */
  async function loadPage(beforeSeq: number): Promise<boolean> {
    const result = await ask(beforeSeq)
    const before = store.get(feedAtom)
    // Another room, or the list began anew meanwhile: these rows do not end where it begins.
    if (before.chatRoomNo !== chatRoomNo || oldestSeq(before) !== beforeSeq) return false
    if (!result.ok) {
      change((feed) => olderSettled(feed, result))
      return false
    }
    const { rows, hasMore } = result.data
    change((feed) => olderCame(feed, rows, hasMore))
    const after = store.get(feedAtom)
    return countSeen(after) === countSeen(before) && oldestSeq(after) !== beforeSeq
  }

  return async () => {
    if (isLoading || nextBefore() === null) return
    isLoading = true
    change(olderAsked)
    for (let page = 0; page < PAGES_AT_ONCE; page += 1) {
      const beforeSeq = nextBefore()
      // Each page begins where the one before it ended.
      // oxlint-disable-next-line no-await-in-loop
      if (beforeSeq === null || !(await loadPage(beforeSeq))) break
    }
    isLoading = false
    change((feed) => (feed.chatRoomNo === chatRoomNo && feed.reading?.isAsking ? olderSettled(feed, null) : feed))
  }
}

/** Where the history continues before the list that is read; null when there is none. */
function nextBefore(): number | null {
  const feed = store.get(feedAtom)
  return feed.reading?.hasOlder === true ? oldestSeq(feed) : null
}
