import type { EntryAuthor } from '#protocol/room/feed.ts'
import { isHighVip } from '#protocol/room/kinds.ts'
import type { EntryDraft } from '../http/calls/context.ts'
import { TokenBucket } from '../http/rate-limit.ts'
import { ROOM_MESSAGES } from './messages.ts'
import { BoundedMap } from '#protocol/bounded-map.ts'

/** A member who returns within this time is not announced again. */
const GREET_AGAIN_MS = 10 * 60_000
/** Maximum rate of announcements in one room. */
const ROOM_LIMIT = { burst: 10, perSecond: 2 }

/** Decides which arrivals are announced (S4.31). */
export class WelcomeAnnouncer {
  readonly #greeted = new BoundedMap<string, number>(20_000)
  readonly #rooms = new BoundedMap<string, TokenBucket>(5_000)

  constructor(private readonly now: () => number) {}

  greet(chatRoomNo: string, author: EntryAuthor): EntryDraft | null {
    const now = this.now()
    const key = `${chatRoomNo} ${author.userId}`
    if (now - (this.#greeted.get(key) ?? Number.NEGATIVE_INFINITY) < GREET_AGAIN_MS) return null
    // Arrivals above VIP 4 have an effect of their own and a separate limit.
    const limitKey = isHighVip(author.vipLevel) ? `${chatRoomNo} high` : chatRoomNo
    const bucket = this.#rooms.get(limitKey) ?? new TokenBucket(ROOM_LIMIT)
    this.#rooms.set(limitKey, bucket)
    if (!bucket.take(now)) return null
    this.#greeted.set(key, now)
    return { kind: 'welcome', author, data: { text: ROOM_MESSAGES.welcome } }
  }
}
