import { SITE_ROOM } from '#protocol/room/site-room.ts'
import type { FeedMessage } from '#protocol/worker-api.ts'
import { serverNow } from '#transport/client.ts'
import type { RoomHandle } from '#transport/room.ts'
import { joinRoom } from '#transport/room.ts'
import type { Show } from './effects.ts'

/** Older news is no news: what lies in the history of the room is not shown. */
const FRESH_MS = 15_000

/** A dear gift in some room (飘屏). */
export interface SiteBanner extends Show {
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
    return [{ ...gift, id, group: `${author?.userId ?? ''} ${comboId}`, isMine, memberName: author?.memberName ?? '' }]
  })
}

/**
 * Listens to the news of the site until the returned function is called. Nobody is told when that fails: the room itself
 * says what is wrong with the connection.
 */
export function listenToSite(onBanner: (banner: SiteBanner) => void, join: typeof joinRoom = joinRoom): () => void {
  const handle: RoomHandle = join(SITE_ROOM, {
    // Never before `join` has returned: messages come over a port.
    onMessage(message) {
      siteBannersOf(message, serverNow()).forEach(onBanner)
      if (message.type === 'batch') handle.applied(message.lastSeq, 1)
    },
    onEntered: () => {},
    onFailure: () => {},
  })
  return () => handle.leave()
}
