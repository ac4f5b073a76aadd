import type { RoomSnapshot } from '#protocol/endpoints/chatroom.ts'
import type { EntryAuthor, RoomSetup, RoomStatus } from '#protocol/room/feed.ts'
import { type Result, success } from '#protocol/result.ts'
import { type RoomState, stateAfter } from '#protocol/rules/room-state.ts'
import type { Coalescer, RoomSealer } from './frames.ts'
import type { StoredMute, StoredRoom } from './room-repository.ts'
import { changeOf, type LogEntry } from './log/entries.ts'
import { BoundedMap } from '#protocol/bounded-map.ts'
import { createTermFilter, type TermFilter } from './speech-rules.ts'

/** Results remembered per room, so that a message sent again after a lost ack is posted once. */
const REMEMBERED_CIDS = 5_000

type Sent = Result<{ id: string; seq: number }>

/** What a room is when it opens for the first time, and its administrators. */
export interface RoomDefinition {
  readonly chatRoomNo: string
  readonly matchId: string
  readonly anchorRoomId: string
  readonly title: string
  /** Name code of the venue of the match (S3.37); '' without a match. */
  readonly venueName: string
  readonly status: RoomStatus extends infer Status ? Omit<Status, 'event' | 'odds' | 'viewers'> : never
  readonly setup: RoomSetup
  /** Internal member ids. */
  readonly admins: readonly string[]
}

/** State of one room at run time. The hub has log and database. */
export class Room {
  readonly definition: RoomDefinition
  readonly chatRoomNo: string
  /** Internal ids to public ids of the administrators. */
  admins: ReadonlyMap<string, string>
  readonly sealer: RoomSealer
  readonly coalescer: Coalescer
  readonly presence = new Presence()
  /** Serializes actions of administrators. */
  readonly lock = new Lock()
  title: string
  isOpen: boolean
  state: RoomState
  crowdViewers = 0
  /** Viewers with a socket at other processes. */
  viewersElsewhere = 0
  /** True if the state differs from the stored one. */
  isDirty = false
  #terms: readonly string[] = []
  #isBlocked: TermFilter = () => false
  readonly #mutes = new Map<string, StoredMute>()
  readonly #results = new BoundedMap<string, { id: string; seq: number }>(REMEMBERED_CIDS)
  readonly #sending = new Map<string, Promise<Sent>>()

  constructor(
    definition: RoomDefinition,
    stored: StoredRoom | null,
    admins: ReadonlyMap<string, string>,
    sealer: RoomSealer,
    coalescer: Coalescer,
  ) {
    this.definition = definition
    this.admins = admins
    this.sealer = sealer
    this.coalescer = coalescer
    this.chatRoomNo = definition.chatRoomNo
    this.title = definition.title
    this.isOpen = stored?.isOpen ?? true
    // States that were stored before rooms had markets and tables lack them.
    this.state = { ...openingState(definition), ...stored?.state }
  }

  /** Real viewers of all processes: distinct sockets. */
  get listeners(): number {
    return this.presence.viewers + this.viewersElsewhere
  }

  /** Real and simulated viewers. */
  get viewers(): number {
    return this.listeners + this.crowdViewers
  }

  isAdmin(memberId: string): boolean {
    return this.admins.has(memberId)
  }

  /** Applies written entries to the state, and records their authors. */
  take(entries: readonly LogEntry[]): void {
    for (const entry of entries) {
      if (entry.cid !== null && entry.userId !== null) {
        this.#results.set(`${entry.userId} ${entry.cid}`, { id: entry.id, seq: entry.seq })
      }
      const change = changeOf(entry)
      if (change === null) continue
      const state = stateAfter(this.state, change)
      this.isDirty ||= state !== this.state
      this.state = state
    }
  }

  /** Runs `work` once per (member, cid). A repeat gets the first result; a refusal may be retried. */
  once(userId: string, cid: string, work: () => Promise<Sent>): Promise<Sent> {
    const key = `${userId} ${cid}`
    const posted = this.#results.get(key)
    if (posted) return Promise.resolve(success(posted))
    const running = this.#sending.get(key)
    if (running) return running
    const result = work().finally(() => this.#sending.delete(key))
    this.#sending.set(key, result)
    return result
  }

  /** The room's blocked terms, for administrators only. */
  get terms(): readonly string[] {
    return this.#terms
  }

  setBlockedTerms(terms: readonly string[]): void {
    this.#terms = terms
    this.#isBlocked = createTermFilter(terms)
  }

  /** True if a text contains one of the room's blocked terms. `plain` is the output of `normalizeText`. */
  isBlocked(plain: string): boolean {
    return this.#isBlocked(plain)
  }

  /** Replaces all mutes by those of the database. */
  setMutes(mutes: readonly StoredMute[]): void {
    this.#mutes.clear()
    for (const mute of mutes) this.#mutes.set(mute.userId, mute)
  }

  setMute(mute: StoredMute, now: number): void {
    this.#forgetEndedMutes(now)
    this.#mutes.set(mute.userId, mute)
  }

  liftMute(userId: string): void {
    this.#mutes.delete(userId)
  }

  muteOf(userId: string, now: number): StoredMute | null {
    const mute = this.#mutes.get(userId)
    return mute && mute.until > now ? mute : null
  }

  /** Mutes active now. */
  mutes(now: number): StoredMute[] {
    this.#forgetEndedMutes(now)
    return [...this.#mutes.values()]
  }

  #forgetEndedMutes(now: number): void {
    for (const [userId, mute] of this.#mutes) if (mute.until <= now) this.#mutes.delete(userId)
  }

  snapshot(mute: StoredMute | null): RoomSnapshot {
    const { state } = this
    return {
      ...state,
      events: [...state.events],
      marquee: [...state.marquee],
      markets: [...state.markets],
      tables: [...state.tables],
      viewers: this.viewers,
      title: this.title,
      admins: [...this.admins.values()],
      mutedUntil: mute?.until ?? null,
      muteReason: mute?.reason ?? null,
    }
  }
}

function openingState({ status, setup }: RoomDefinition): RoomState {
  return { ...status, viewers: 0, setup, events: [], odds: null, pinned: null, marquee: [], markets: [], tables: [] }
}

const MAX_MENTIONS = 8
const LONGEST_NAME = 32
const WORD_CHARACTER = /^[A-Za-z0-9]$/
/** Recent speakers count as present even without a socket. */
const REMEMBERED_SPEAKERS = 500

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

/** A mutex: work passed to one lock never overlaps. An error is passed to its caller only. */
export class Lock {
  #last: Promise<unknown> = Promise.resolve()

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => null)
    return result
  }
}
