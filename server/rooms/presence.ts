import type { EntryAuthor } from '#protocol/room/feed.ts'
import { isHighVip } from '#protocol/room/kinds.ts'
import { BoundedMap } from '#protocol/bounded-map.ts'
import { MINUTE_MS } from '#protocol/time.ts'
import { TokenBucket } from '../http/rate-limit.ts'
import type { EntryDraft } from './log/entry.ts'
import { ROOM_MESSAGES } from './messages.ts'

const MAX_MENTIONS = 8
const LONGEST_NAME = 32
const WORD_CHARACTER = /^[A-Za-z0-9]$/
/** Recent speakers count as present even without a socket. */
const REMEMBERED_SPEAKERS = 500
/** Minimum interval of viewer counts of a room. */
const REPORT_INTERVAL_MS = 5_000
/** Delay of the first change, so that simultaneous arrivals are one report. */
const FIRST_REPORT_DELAY_MS = 250

/** Who is in a room: sockets are viewers, and members among them can be mentioned by name. */
export class Presence {
  readonly #sockets = new Map<string, EntryAuthor | null>()
  /** Nickname to public ids with their number of sockets. */
  readonly #names = new Map<string, Map<string, number>>()
  readonly #speakers = new BoundedMap<string, string>(REMEMBERED_SPEAKERS)

  /** Number of distinct sockets. */
  get viewers(): number {
    return this.#sockets.size
  }

  /** Returns false if the socket is in the room already. */
  enter(socketId: string, author: EntryAuthor | null): boolean {
    if (this.#sockets.has(socketId)) return false
    this.#sockets.set(socketId, author)
    if (author) this.#count(author, 1)
    return true
  }

  leave(socketId: string): boolean {
    const author = this.#sockets.get(socketId)
    if (author) this.#count(author, -1)
    return this.#sockets.delete(socketId)
  }

  addSpeaker(author: EntryAuthor): void {
    this.#speakers.set(author.memberName, author.userId)
  }

  /**
   * Public ids of present members mentioned as `@nickname`, longest name first, at most eight. Work is bounded: eight
   * mentions of 32 characters.
   */
  mentions(text: string): string[] {
    const found = new Set<string>()
    let mentions = 0
    for (let at = text.indexOf('@'); at >= 0 && mentions < MAX_MENTIONS; at = text.indexOf('@', at + 1)) {
      mentions += 1
      const userId = this.#longestName(text.slice(at + 1, at + 1 + LONGEST_NAME + 1))
      if (userId !== undefined) found.add(userId)
    }
    return [...found]
  }

  #longestName(text: string): string | undefined {
    for (let length = Math.min(text.length, LONGEST_NAME); length > 0; length -= 1) {
      // "@fan1" mentions neither "fan", nor does "@fan12" mention "fan1". Chinese names have no delimiter.
      if (WORD_CHARACTER.test(text.charAt(length - 1)) && WORD_CHARACTER.test(text.charAt(length))) continue
      const name = text.slice(0, length)
      const userId = this.#names.get(name)?.keys().next().value ?? this.#speakers.get(name)
      if (userId !== undefined) return userId
    }
    return undefined
  }

  #count({ memberName, userId }: EntryAuthor, change: number): void {
    const ids = this.#names.get(memberName) ?? new Map<string, number>()
    const sockets = (ids.get(userId) ?? 0) + change
    if (sockets > 0) ids.set(userId, sockets)
    else ids.delete(userId)
    if (ids.size > 0) this.#names.set(memberName, ids)
    else this.#names.delete(memberName)
  }
}

/** The viewers of a room: `viewers` includes simulated ones, `presence` has the real ones only. */
interface CountedRoom {
  readonly viewers: number
  readonly presence: Pick<Presence, 'viewers'>
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
    return this.#room.presence.viewers > 0 && this.#room.viewers !== this.#reported
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
