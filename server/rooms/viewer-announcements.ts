import type { EntryAuthor } from '#protocol/room/feed.ts'
import { isHighVip } from '#protocol/room/kinds.ts'
import { BoundedMap } from '#protocol/bounded-map.ts'
import { MINUTE_MS } from '#protocol/time.ts'
import { TokenBucket } from '../net/rate-limit.ts'
import type { EntryDraft } from './log/entries.ts'
import { ROOM_MESSAGES } from './messages.ts'

/** Minimum interval of viewer counts of a room. */
const REPORT_INTERVAL_MS = 5_000
/** Delay of the first change, so that simultaneous arrivals are one report. */
const FIRST_REPORT_DELAY_MS = 250

/** The viewers of a room: `viewers` includes simulated ones, `listeners` are the real ones only. */
interface CountedRoom {
  readonly viewers: number
  readonly listeners: number
}

/** Reports the viewer count of a room if it changed, somebody is subscribed, and 5 s have passed. */
export class ViewerReport {
  readonly #room: CountedRoom
  readonly #now: () => number
  readonly #send: (viewers: number) => void
  #timer: ReturnType<typeof setTimeout> | null = null
  #reported: number | null = null
  #reportedAt = Number.NEGATIVE_INFINITY

  constructor(room: CountedRoom, now: () => number, send: (viewers: number) => void) {
    this.#room = room
    this.#now = now
    this.#send = send
  }

  changed(): void {
    if (this.#timer || !this.#isDue()) return
    const wait = this.#reportedAt + REPORT_INTERVAL_MS - this.#now()
    const delay = Math.min(REPORT_INTERVAL_MS, Math.max(FIRST_REPORT_DELAY_MS, wait))
    this.#timer = setTimeout(() => this.#report(), delay)
    this.#timer.unref()
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer)
  }

  #isDue(): boolean {
    return this.#room.listeners > 0 && this.#room.viewers !== this.#reported
  }

  #report(): void {
    this.#timer = null
    if (!this.#isDue()) return
    this.#reported = this.#room.viewers
    this.#reportedAt = this.#now()
    this.#send(this.#reported)
  }
}

/** A member who returns within this time is not announced again. */
const GREET_AGAIN_MS = 10 * MINUTE_MS
/** Maximum rate of announcements in one room. */
const GREETING_RATE = { burst: 10, perSecond: 2 }

/** Decides which arrivals are announced (S4.31). */
export class WelcomeAnnouncer {
  readonly #greeted = new BoundedMap<string, number>(20_000)
  readonly #rooms = new BoundedMap<string, TokenBucket>(5_000)
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  greet(chatRoomNo: string, author: EntryAuthor): EntryDraft | null {
    const now = this.#now()
    const key = `${chatRoomNo} ${author.userId}`
    if (now - (this.#greeted.get(key) ?? Number.NEGATIVE_INFINITY) < GREET_AGAIN_MS) return null
    // Arrivals above VIP 4 have an effect of their own and a separate limit.
    const limitKey = isHighVip(author.vipLevel) ? `${chatRoomNo} high` : chatRoomNo
    const bucket = this.#rooms.get(limitKey) ?? new TokenBucket(GREETING_RATE)
    this.#rooms.set(limitKey, bucket)
    if (!bucket.take(now)) return null
    this.#greeted.set(key, now)
    return { kind: 'welcome', author, data: { text: ROOM_MESSAGES.welcome } }
  }
}
