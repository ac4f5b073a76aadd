import { EntryAuthor } from '#protocol/room/feed.ts'
import type { RoomStatus } from '#protocol/room/feed.ts'
import type { SiteConfig } from '#protocol/site-config.ts'
import type { RoomSnapshot } from '#protocol/endpoints/chatroom.ts'
import { CODES, failureOf } from '#protocol/codes.ts'
import type { Compressor } from '#protocol/compress.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import { SITE_ROOM, isHighVip } from '#protocol/room/kinds.ts'
import type { Appended, EntryDraft, Members, RoomDefinition, RoomHub } from '../http/calls/context.ts'
import { gatherTime } from './socket/coalescer.ts'
import type { RoomLog } from './log/log.ts'
import { MemoryRoomLog } from './log/memory-log.ts'
import type { Room } from './room.ts'
import { openRoom, saveRoom } from './open-room.ts'
import { say } from './say.ts'
import type { SayServices } from './say.ts'
import { SpeechLimits } from './speech-limits.ts'
import type { EntryRepository, RoomRepository } from './log/repositories.ts'
import { TicketBox } from './socket/tickets.ts'
import { ViewerReport } from './socket/viewer-report.ts'
import { createTermFilter, DEFAULT_TERMS } from './moderation/blocked-terms.ts'
import { TokenBucket } from '../http/rate-limit.ts'
import { ROOM_MESSAGES } from './messages.ts'
import { BoundedMap } from '#protocol/bounded-map.ts'

/** Interval of storing changed room state and of detecting rooms that were closed in the database. */
const SAVE_INTERVAL_MS = 30_000

export interface RoomServices {
  readonly entries: EntryRepository
  readonly rooms: RoomRepository
  readonly members: Pick<Members, 'profile' | 'findByUserId'>
  readonly backend: CryptoBackend
  readonly compressor: Compressor
  /** Epoch milliseconds. */
  readonly now: () => number
  /** True if a speaker's `isUnlimited` counts. */
  readonly isDemo: boolean
  /** Whether chat is enabled, and its minimum VIP level (Annex C.4). */
  readonly site: Pick<SiteConfig, 'chatSwitch' | 'chatMinVipLevel'>
  /** Blocked terms; the built-in ones by default. */
  readonly terms?: readonly string[]
  /** Reports errors of background work. */
  readonly onError: (error: unknown) => void
}

/** Receives the sealed frames of rooms. */
export interface FrameSink {
  /**
   * @param entries number of entries in the frame
   */
  emit(chatRoomNo: string, sealed: string, entries: number): void
}

/** Methods for sockets and chat-room calls in addition to {@link RoomHub}. */
export interface RoomInternals {
  readonly log: RoomLog
  readonly database: RoomRepository
  readonly tickets: TicketBox
  room(chatRoomNo: string): Room | null
  roomOfMatch(matchId: string): Room | null
  /** Sets the receiver of sealed frames. */
  connect(sink: FrameSink): void
  /** A socket subscribes: it counts as a viewer, and a member is welcomed. */
  enter(room: Room, socketId: string, author: EntryAuthor | null): void
  leave(room: Room, socketId: string): void
  /** Stores title, state and settings of a room now. */
  save(room: Room): Promise<void>
  /** Stores changed state and detects closed rooms. Called by the timer. */
  refresh(): Promise<void>
}

/** Creates the rooms of this process. Rooms exist after `open`; sockets come with `attachSockets`. */
export function createRoomHub(services: RoomServices): RoomHub & RoomInternals {
  return new Hub(services)
}

class Hub implements RoomHub, RoomInternals {
  readonly log: RoomLog
  readonly tickets: TicketBox
  readonly #rooms = new Map<string, Room>()
  readonly #opening = new Map<string, Promise<Room>>()
  readonly #byMatch = new Map<string, Room>()
  readonly #reports = new Map<string, ViewerReport>()
  readonly #welcome: WelcomeAnnouncer
  readonly #say: SayServices
  readonly #saveTimer: ReturnType<typeof setInterval>
  #sink: FrameSink | null = null

  constructor(private readonly services: RoomServices) {
    const { now, onError, isDemo, site } = services
    const gatherMs = (chatRoomNo: string) => gatherTime(this.#rooms.get(chatRoomNo)?.presence.viewers ?? 0)
    this.log = new MemoryRoomLog(services.entries, now, { onError, gatherMs })
    this.log.onAppend((chatRoomNo, entries, hasErased) => {
      const room = this.#rooms.get(chatRoomNo)
      if (hasErased) room?.sealer.forget()
      room?.take(entries)
      room?.coalescer.notify()
    })
    this.tickets = new TicketBox(now)
    this.#welcome = new WelcomeAnnouncer(now)
    const isBlocked = createTermFilter(services.terms ?? DEFAULT_TERMS)
    this.#say = { log: this.log, limits: new SpeechLimits(), now, isDemo, site, isBlocked, onError }
    this.#saveTimer = setInterval(() => void this.refresh(), SAVE_INTERVAL_MS)
    this.#saveTimer.unref()
  }

  get database(): RoomRepository {
    return this.services.rooms
  }

  async open(definition: RoomDefinition): Promise<void> {
    const { chatRoomNo } = definition
    if (this.#rooms.has(chatRoomNo)) return
    const opening = this.#opening.get(chatRoomNo) ?? this.#open(definition)
    this.#opening.set(chatRoomNo, opening)
    try {
      await opening
    } finally {
      this.#opening.delete(chatRoomNo)
    }
  }

  async #open(definition: RoomDefinition): Promise<Room> {
    const emit = (chatRoomNo: string, sealed: string, entries: number) => this.#sink?.emit(chatRoomNo, sealed, entries)
    const room = await openRoom(definition, { ...this.services, log: this.log, emit })
    const { chatRoomNo } = room
    this.#rooms.set(chatRoomNo, room)
    this.#byMatch.set(definition.matchId, room)
    this.#reports.set(
      chatRoomNo,
      new ViewerReport({
        viewers: () => room.viewers,
        hasListeners: () => room.presence.viewers > 0,
        report: (viewers) => this.#appendQuietly(chatRoomNo, { kind: 'status', data: { viewers } }),
        now: this.services.now,
      }),
    )
    return room
  }

  has(chatRoomNo: string): boolean {
    return this.#rooms.has(chatRoomNo)
  }

  room(chatRoomNo: string): Room | null {
    return this.#rooms.get(chatRoomNo) ?? null
  }

  roomOfMatch(matchId: string): Room | null {
    return this.#byMatch.get(matchId) ?? null
  }

  connect(sink: FrameSink): void {
    this.#sink = sink
  }

  append(chatRoomNo: string, drafts: readonly EntryDraft[]): Promise<Appended[]> {
    return this.log.append(chatRoomNo, drafts)
  }

  async setStatus(chatRoomNo: string, status: Partial<RoomStatus>): Promise<void> {
    await this.log.append(chatRoomNo, [{ kind: 'status', data: status }])
  }

  setTitle(chatRoomNo: string, title: string): void {
    const room = this.#rooms.get(chatRoomNo)
    if (!room || room.title === title) return
    room.title = title
    room.isDirty = true
  }

  snapshot(chatRoomNo: string): RoomSnapshot | null {
    return this.#rooms.get(chatRoomNo)?.snapshot(null) ?? null
  }

  async say(...[chatRoomNo, speaker, message]: Parameters<RoomHub['say']>): ReturnType<RoomHub['say']> {
    const room = this.#rooms.get(chatRoomNo)
    if (!room) return failureOf(CODES.ROOM_CLOSED)
    if (!EntryAuthor.safeParse(speaker.author).success) {
      return failureOf(CODES.PARAM_ERROR)
    }
    return say(room, this.#say, speaker, message)
  }

  viewers(chatRoomNo: string): number {
    return this.#rooms.get(chatRoomNo)?.viewers ?? 0
  }

  listeners(chatRoomNo: string): number {
    return this.#rooms.get(chatRoomNo)?.presence.viewers ?? 0
  }

  setCrowdViewers(chatRoomNo: string, viewers: number): void {
    const room = this.#rooms.get(chatRoomNo)
    if (!room) return
    room.crowdViewers = Math.max(0, Math.trunc(viewers))
    this.#reports.get(chatRoomNo)?.changed()
  }

  isOpen(chatRoomNo: string): boolean {
    return this.#rooms.get(chatRoomNo)?.isOpen ?? false
  }

  isAdmin(chatRoomNo: string, memberId: string): boolean {
    return this.#rooms.get(chatRoomNo)?.isAdmin(memberId) ?? false
  }

  enter(room: Room, socketId: string, author: EntryAuthor | null): void {
    if (!room.presence.enter(socketId, author) || room.chatRoomNo === SITE_ROOM) return
    this.#reports.get(room.chatRoomNo)?.changed()
    const welcome = author && this.#welcome.greet(room.chatRoomNo, author)
    if (welcome) this.#appendQuietly(room.chatRoomNo, welcome)
  }

  leave(room: Room, socketId: string): void {
    if (room.presence.leave(socketId) && room.chatRoomNo !== SITE_ROOM) this.#reports.get(room.chatRoomNo)?.changed()
  }

  save(room: Room): Promise<void> {
    return saveRoom(room, this.services.rooms, this.log, this.services.now())
  }

  /** Refuses further entries, writes waiting ones, and stores the state of each room. */
  async close(): Promise<void> {
    clearInterval(this.#saveTimer)
    for (const report of this.#reports.values()) report.close()
    await this.log.close()
    await this.#saveDirty()
    for (const room of this.#rooms.values()) room.coalescer.close()
  }

  async refresh(): Promise<void> {
    await this.#saveDirty()
    const closed = await this.services.rooms.closed().catch((error: unknown) => {
      this.services.onError(error)
      return null
    })
    if (closed === null) return
    for (const room of this.#rooms.values()) room.isOpen = !closed.has(room.chatRoomNo)
  }

  async #saveDirty(): Promise<void> {
    for (const room of this.#rooms.values()) {
      if (room.isDirty) await this.save(room).catch(this.services.onError)
    }
  }

  #appendQuietly(chatRoomNo: string, draft: EntryDraft): void {
    this.log.append(chatRoomNo, [draft]).catch(this.services.onError)
  }
}

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
