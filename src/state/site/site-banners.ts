import type { FeedMessage } from '#protocol/worker/feed.ts'
import { type joinRoom, serverNow } from '#transport/client.ts'
import type { QueuedEffect } from '../effects/effect-queue.ts'
import { FRESH_MS, subscribeToSiteRoom } from './site-room.ts'

/** Remembered ids of shown banners: far more than are fresh at once. */
export const MAX_SEEN_BANNERS = 50

/** Ids of shown banners, newest last. */
let seen: readonly string[] = []

/** Returns whether a banner is new on this page, and remembers it. */
function isNew({ id }: SiteBanner): boolean {
  if (seen.includes(id)) return false
  seen = [...seen, id].slice(-MAX_SEEN_BANNERS)
  return true
}

/** An expensive gift in some room (飘屏). */
export interface SiteBanner extends QueuedEffect {
  /** The match of that room. */
  readonly eid: string
  readonly chatRoomNo: string
  readonly title: string
  readonly giftName: string
  readonly giftIcon: string
  readonly memberName: string
  readonly count: number
}

/** Returns the fresh banners of a message of the site's room. */
export function siteBannersOf(message: FeedMessage, now: number): SiteBanner[] {
  if (message.type === 'reset') return []
  return message.rows.flatMap((row) => {
    if (row.kind !== 'notice' || row.data.gift === undefined || now - row.at >= FRESH_MS) return []
    const { comboId, ...gift } = row.data.gift
    const { id, author, isMine } = row
    const userId = author?.userId ?? ''
    return [{ ...gift, id, group: `${userId} ${comboId}`, isMine, userId, memberName: author?.memberName ?? '' }]
  })
}

/** Reports each banner once per page. Returns the unsubscribe function. */
export function subscribeToSiteBanners(
  onBanner: (banner: SiteBanner) => void,
  join?: typeof joinRoom,
  now: () => number = serverNow,
): () => void {
  return subscribeToSiteRoom((message) => siteBannersOf(message, now()).filter(isNew).forEach(onBanner), join)
}
