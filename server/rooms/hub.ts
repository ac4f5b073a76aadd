import type { EntryAuthor, RoomStatus } from '#protocol/room/feed.ts'
import type { RoomSnapshot } from '#protocol/endpoints/chatroom.ts'
import { SITE_ROOM } from '#protocol/room/kinds.ts'
import { gatherTime } from './frames.ts'
import type { Appended, EntryDraft } from './log/entries.ts'
import { RoomLog } from './log/log.ts'
import type { OpenRoomOptions } from './open-room.ts'
import { openRoom, saveRoom } from './open-room.ts'
import { ViewerReport, WelcomeAnnouncer } from './viewer-announcements.ts'
import type { Room, RoomDefinition } from './room.ts'
import type { RoomStorage } from './room-repository.ts'
import type { ChatOptions } from './say.ts'
import { Chat } from './say.ts'
import { TicketBox, type TicketStore } from './socket/tickets.ts'

/** Interval of storing changed room state and of detecting rooms that were closed in the database. */
const SAVE_INTERVAL_MS = 30_000

/** The pseudo-room of site notices, which every page enters. */
export const SITE_ROOM_DEFINITION: RoomDefinition = {
  chatRoomNo: SITE_ROOM,
  matchId: SITE_ROOM,
  anchorRoomId: '',
  title: '',
  venueName: '',
  status: { anchorStatus: 3, homeScore: 0, guestScore: 0, clock: { phase: 'before', phaseStartedAt: 0 } },
  setup: { slowModeSeconds: 0, minVipLevel: 0, muteAll: true, welcomeText: '' },
  admins: [],
}

export type RoomHubOptions = OpenRoomOptions &
  Omit<ChatOptions, 'log'> & {
    /** Tickets that several processes share; of this process by default. */
    readonly tickets?: TicketStore
  }

/** Receives the sealed frames of rooms. */
export interface FrameSink {
  /**
   * @param entries number of entries in the frame
   */
  emit(chatRoomNo: string, sealed: string, entries: number): void
}

/** The rooms of this process. Rooms exist after `open`; sockets come with `SocketServer`. */
export class RoomHub {
  /** The ordered logs of all rooms. */
  readonly log: RoomLog
  readonly database: RoomStorage
  /** Tickets from join calls to sockets. */
  readonly tickets: TicketStore
  /** Messages of members pass its method `say`: those of sockets, load tool and crowd (settled 22). */
  readonly chat: Chat
  readonly #options: RoomHubOptions
  readonly #rooms = new Map<string, Room>()
  readonly #opening = new Map<string, Promise<Room>>()
  readonly #byMatch = new Map<string, Room>()
  readonly #reports = new Map<string, ViewerReport>()
  readonly #welcome: WelcomeAnnouncer
  readonly #saveTimer: ReturnType<typeof setInterval>
  #sink: FrameSink | null = null

  constructor(options: RoomHubOptions) {
    const { now, onError } = options
    const gatherMs = (chatRoomNo: string) => gatherTime(this.#rooms.get(chatRoomNo)?.presence.viewers ?? 0)
    this.#options = options
    this.database = options.rooms
    this.log = new RoomLog(options.entries, now, { onError, gatherMs })
    this.log.onAppend((chatRoomNo, entries, hasErased) => {
      const room = this.#rooms.get(chatRoomNo)
      if (hasErased) room?.sealer.forget()
      room?.take(entries)
      room?.coalescer.notify()
    })
    this.tickets = options.tickets ?? new TicketBox(now)
    this.chat = new Chat({ ...options, log: this.log })
    this.#welcome = new WelcomeAnnouncer(now)
    this.#saveTimer = setInterval(() => void this.refresh(), SAVE_INTERVAL_MS)
    this.#saveTimer.unref()
  }

  /** Creates the room if it does not exist. Idempotent. */
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
    const room = await openRoom(definition, this.log, emit, this.#options)
    const { chatRoomNo } = room
    this.#rooms.set(chatRoomNo, room)
    this.#byMatch.set(definition.matchId, room)
    this.#reports.set(
      chatRoomNo,
      new ViewerReport(room, this.#options.now, (viewers) => {
        this.#appendQuietly(chatRoomNo, { kind: 'status', data: { viewers } })
      }),
    )
    return room
  }

  /**
   * Frees the memory of a room that is not used any more; its log and its state stay in the database. Returns false, and
   * changes nothing, while the room has viewers or unwritten entries.
   */
  async retire(chatRoomNo: string): Promise<boolean> {
    const room = this.#rooms.get(chatRoomNo)
    if (!room) return true
    if (room.presence.viewers > 0) return false
    if (room.isDirty) await this.save(room)
    if (room.isDirty || room.presence.viewers > 0 || !this.log.forget(chatRoomNo)) return false
    room.coalescer.close()
    this.#reports.get(chatRoomNo)?.close()
    this.#reports.delete(chatRoomNo)
    this.#byMatch.delete(room.definition.matchId)
    this.#rooms.delete(chatRoomNo)
    return true
  }

  has(chatRoomNo: string): boolean {
    return this.#rooms.has(chatRoomNo)
  }

  room(chatRoomNo: string): Room | null {
    return this.#rooms.get(chatRoomNo) ?? null
  }

  /** All rooms of this process, most real viewers first. */
  openRooms(): { chatRoomNo: string; title: string; viewers: number }[] {
    return [...this.#rooms.values()]
      .filter(({ chatRoomNo }) => chatRoomNo !== SITE_ROOM)
      .map(({ chatRoomNo, title, presence }) => ({ chatRoomNo, title, viewers: presence.viewers }))
      .sort((one, other) => other.viewers - one.viewers)
  }

  roomOfMatch(matchId: string): Room | null {
    return this.#byMatch.get(matchId) ?? null
  }

  /** Sets the receiver of sealed frames. */
  connect(sink: FrameSink): void {
    this.#sink = sink
  }

  /** Resolves when the entries are written. No viewer receives them earlier. */
  append(chatRoomNo: string, drafts: readonly EntryDraft[]): Promise<Appended[]> {
    return this.log.append(chatRoomNo, drafts)
  }

  /** Changes the room state and appends the status entry. */
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

  /** Name code of the venue of the room's match (S3.37); '' without one. */
  venueNameOf(chatRoomNo: string): string {
    return this.#rooms.get(chatRoomNo)?.definition.venueName ?? ''
  }

  /** Real viewers (sockets) plus simulated viewers of the demo. */
  viewers(chatRoomNo: string): number {
    return this.#rooms.get(chatRoomNo)?.viewers ?? 0
  }

  /** Real viewers only. */
  listeners(chatRoomNo: string): number {
    return this.#rooms.get(chatRoomNo)?.presence.viewers ?? 0
  }

  setCrowdViewers(chatRoomNo: string, viewers: number): void {
    const room = this.#rooms.get(chatRoomNo)
    if (!room) return
    room.crowdViewers = Math.max(0, Math.trunc(viewers))
    this.#reports.get(chatRoomNo)?.changed()
  }

  /** False if the room is closed: its history can be read, nothing can be sent (S3.12). */
  isOpen(chatRoomNo: string): boolean {
    return this.#rooms.get(chatRoomNo)?.isOpen ?? false
  }

  isAdmin(chatRoomNo: string, memberId: string): boolean {
    return this.#rooms.get(chatRoomNo)?.isAdmin(memberId) ?? false
  }

  /** A socket subscribes: it counts as a viewer, and a member is welcomed. */
  enter(room: Room, socketId: string, author: EntryAuthor | null): void {
    if (!room.presence.enter(socketId, author) || room.chatRoomNo === SITE_ROOM) return
    this.#reports.get(room.chatRoomNo)?.changed()
    const welcome = author && this.#welcome.greet(room.chatRoomNo, author)
    if (welcome) this.#appendQuietly(room.chatRoomNo, welcome)
  }

  leave(room: Room, socketId: string): void {
    if (room.presence.leave(socketId) && room.chatRoomNo !== SITE_ROOM) this.#reports.get(room.chatRoomNo)?.changed()
  }

  /** Stores title, state and settings of a room now. */
  save(room: Room): Promise<void> {
    return saveRoom(room, this.#options.rooms, this.log, this.#options.now())
  }

  /** Refuses further entries, writes waiting ones, and stores the state of each room. */
  async close(): Promise<void> {
    clearInterval(this.#saveTimer)
    for (const report of this.#reports.values()) report.close()
    await this.log.close()
    await this.#saveDirty()
    for (const room of this.#rooms.values()) room.coalescer.close()
  }

  /** Stores changed state and detects closed rooms. Called by the timer. */
  async refresh(): Promise<void> {
    await this.#saveDirty()
    const { rooms, onError } = this.#options
    const closed = await rooms.closed().catch((error: unknown) => {
      onError(error)
      return null
    })
    if (closed === null) return
    for (const room of this.#rooms.values()) room.isOpen = !closed.has(room.chatRoomNo)
  }

  async #saveDirty(): Promise<void> {
    for (const room of this.#rooms.values()) {
      if (room.isDirty) await this.save(room).catch(this.#options.onError)
    }
  }

  #appendQuietly(chatRoomNo: string, draft: EntryDraft): void {
    this.log.append(chatRoomNo, [draft]).catch(this.#options.onError)
  }
}
