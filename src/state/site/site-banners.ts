import { SITE_ROOM } from '#protocol/room/kinds.ts'
import type { FeedMessage } from '#protocol/worker/feed.ts'
import { serverNow } from '#transport/client.ts'
import type { RoomHandle } from '#transport/room.ts'
import { joinRoom } from '#transport/client.ts'
import type { QueuedEffect } from '../effects/effect-queue.ts'

/** Older news is no news: what lies in the history of the room is not shown. */
const FRESH_MS = 15_000
/** Banners that are remembered as told: far more than are fresh at once. */
export const MAX_SEEN_BANNERS = 50

/** Ids of what was handed out, newest last. */
let told: readonly string[] = []

/** Whether this page hears of a banner for the first time. */
function isFirst({ id }: SiteBanner): boolean {
  if (told.includes(id)) return false
  told = [...told, id].slice(-MAX_SEEN_BANNERS)
  return true
}

/** A dear gift in some room (飘屏). */
export interface SiteBanner extends QueuedEffect {
  /** The match whose room it was given in. */
  readonly eid: string
  readonly chatRoomNo: string
  readonly title: string
  readonly giftName: string
  readonly giftIcon: string
  readonly memberName: string
  readonly count: number
}

/** The banners in what the site's room sent. */
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

/**
 * Listens to the news of the site until the returned function is called. A page hears of each banner once, though the
 * player that shows it begins anew and the history of the room comes again. Nobody is told when listening fails: the room
 * itself says what is wrong with the connection.
 */
export function subscribeToSiteBanners(
  onBanner: (banner: SiteBanner) => void,
  join: typeof joinRoom = joinRoom,
  now: () => number = serverNow,
): () => void {
  const handle: RoomHandle = join(SITE_ROOM, {
    // Never before `join` has returned: messages come over a port.
    onMessage(message) {
      siteBannersOf(message, now()).filter(isFirst).forEach(onBanner)
      if (message.type === 'batch') handle.applied(message.lastSeq, 1)
    },
    onEntered: () => {},
    onFailure: () => {},
  })
  return () => handle.leave()
}
