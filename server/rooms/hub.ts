import { CODES } from '#protocol/codes.ts'
import type { EntryAuthor, RoomStatus } from '#protocol/room/feed.ts'
import type { RoomSnapshot } from '#protocol/endpoints/chatroom.ts'
import { isChatRoom, type MessageKind, SITE_ROOM } from '#protocol/room/kinds.ts'
import { FramePace, PACE_TICK_MS } from './frame-pace.ts'
import { gatherTime } from './frames.ts'
import type { Appended, EntryDraft } from './log/entries.ts'
import { RoomLog } from './log/log.ts'
import type { OpenRoomOptions } from './open-room.ts'
import { FiguresOfRooms, type RoomFigures } from './room-figures.ts'
import { openRoom, readAdmins, readRules, saveRoom } from './open-room.ts'
import { ViewerReport, WelcomeAnnouncer } from './viewer-announcements.ts'
import type { Room, RoomDefinition } from './room.ts'
import type { RoomStorage } from './room-repository.ts'
import { type RoomWriter, SOLE_WRITER } from './room-writer.ts'
import type { ChatOptions, SayMessage, Speaker } from './say.ts'
import { Chat } from './say.ts'
import { TicketBox, type TicketStore } from './socket/tickets.ts'

/** Interval of storing changed room state and of detecting rooms that were closed in the database. */
const SAVE_INTERVAL_MS = 30_000

/** A room without chat and without a match. */
export function pseudoRoom(chatRoomNo: string): RoomDefinition {
  return {
    chatRoomNo,
    matchId: chatRoomNo,
    anchorRoomId: '',
    title: '',
    venueName: '',
    status: { anchorStatus: 3, homeScore: 0, guestScore: 0, clock: { phase: 'before', phaseStartedAt: 0 } },
    setup: { slowModeSeconds: 0, minVipLevel: 0, muteAll: true, welcomeText: '' },
    admins: [],
  }
}

/** The pseudo-room of site notices, which every page enters. */
export const SITE_ROOM_DEFINITION: RoomDefinition = pseudoRoom(SITE_ROOM)

export type RoomHubOptions = OpenRoomOptions &
  Omit<ChatOptions, 'log'> & {
    /** Tickets that several processes share; of this process by default. */
    readonly tickets?: TicketStore
    /** Share of a core that writing frames may take. */
    readonly frameBudget?: number
    /** The process that writes the rooms; this one by default. */
    readonly writer?: RoomWriter
  }

interface SayCommand {
  readonly chatRoomNo: string
  readonly speaker: Speaker
  readonly message: SayMessage
}

interface AppendCommand {
  readonly chatRoomNo: string
  readonly drafts: readonly EntryDraft[]
}

/** Receives the sealed frames of rooms. */
export interface FrameSink {
  /**
   * @param entries number of entries in the frame
   */
  emit(chatRoomNo: string, sealed: string, entries: number): void
  /** Viewers that this process writes a frame of the room to, and the most of a relay. */
  writes(chatRoomNo: string): { readonly here: number; readonly atRelay: number }
}

/** Entries that must not wait for a slow frame: gifts and reverts, what moderators remove, and cards of live tables. */
const URGENT_KINDS: ReadonlySet<MessageKind> = new Set<MessageKind>(['gift', 'revert', 'delete', 'mute', 'table'])

/** Values of an operator that replace those of the source of a match. */
export type StatusCorrection = Partial<Pick<RoomStatus, 'homeScore' | 'guestScore' | 'clock' | 'anchorStatus'>>

/** The rooms of this process. Rooms exist after `open`; sockets come with `SocketServer`. */
export class RoomHub {
  /** The ordered logs of all rooms. */
  readonly log: RoomLog
  readonly database: RoomStorage
  /** Tickets from join calls to sockets. */
  readonly tickets: TicketStore
  readonly writer: RoomWriter
  /** Checks and posts messages of members in this process (settled 22). */
  readonly chat: Chat
  /** What happens in the rooms of this process, for the console. */
  readonly figures: FiguresOfRooms
  readonly #options: RoomHubOptions
  readonly #rooms = new Map<string, Room>()
  readonly #opening = new Map<string, Promise<boolean>>()
  readonly #byMatch = new Map<string, Room>()
  readonly #reports = new Map<string, ViewerReport>()
  readonly #corrections = new Map<string, StatusCorrection>()
  readonly #welcome: WelcomeAnnouncer
  /** Divides the time for writing among the rooms. */
  readonly pace: FramePace
  readonly #saveTimer: ReturnType<typeof setInterval>
  readonly #paceTimer: ReturnType<typeof setInterval>
  #pacedAt = performance.now()
  readonly #sayAtWriter: (command: SayCommand) => ReturnType<Chat['say']>
  readonly #greetAtWriter: (command: { chatRoomNo: string; author: EntryAuthor }) => Promise<null>
  readonly #appendAtWriter: (command: AppendCommand) => Promise<Appended[]>
  #sinks: readonly FrameSink[] = []

  constructor(options: RoomHubOptions) {
    const { now, onError, writer = SOLE_WRITER } = options
    const gatherMs = (chatRoomNo: string) => gatherTime(this.#rooms.get(chatRoomNo)?.presence.viewers ?? 0)
    this.#options = options
    this.figures = new FiguresOfRooms(now)
    this.pace = new FramePace(options.frameBudget)
    this.database = options.rooms
    this.writer = writer
    this.log = new RoomLog(options.entries, now, { onError, gatherMs, isShared: writer.isShared })
    this.log.onAppend((chatRoomNo, entries, hasErased) => {
      const room = this.#rooms.get(chatRoomNo)
      if (hasErased) room?.sealer.forget()
      room?.take(entries)
      if (room && entries.length > 0) this.figures.appended(chatRoomNo, entries.length, room.presence.viewers > 0)
      room?.coalescer.notify(entries.some(({ kind }) => URGENT_KINDS.has(kind)))
      if (room && !writer.isHere && entries.some(({ kind }) => kind === 'mute')) {
        readRules(room, options.rooms, now()).catch(onError)
      }
    })
    this.tickets = options.tickets ?? new TicketBox(now)
    this.chat = new Chat({ ...options, log: this.log })
    this.#welcome = new WelcomeAnnouncer(now)
    this.#sayAtWriter = writer.define(
      'say',
      ({ chatRoomNo, speaker, message }: SayCommand) => this.#sayHere(this.room(chatRoomNo), speaker, message),
      { again: (command) => ({ ...command, message: { ...command.message, isAgain: true } }) },
    )
    this.#greetAtWriter = writer.define('welcome', async ({ chatRoomNo, author }) => {
      this.#greet(chatRoomNo, author)
      return null
    })
    this.#appendAtWriter = writer.define('append', ({ chatRoomNo, drafts }: AppendCommand) =>
      this.log.append(chatRoomNo, drafts),
    )
    this.#saveTimer = setInterval(() => void this.refresh(), SAVE_INTERVAL_MS)
    this.#saveTimer.unref()
    this.#paceTimer = setInterval(() => this.#tickPace(), PACE_TICK_MS)
    this.#paceTimer.unref()
  }

  /**
   * Creates the room if it does not exist. Idempotent. Returns false if another process writes the rooms and has not
   * created it yet.
   */
  async open(definition: RoomDefinition): Promise<boolean> {
    const { chatRoomNo } = definition
    if (this.#rooms.has(chatRoomNo)) return true
    const opening = this.#opening.get(chatRoomNo) ?? this.#open(definition)
    this.#opening.set(chatRoomNo, opening)
    try {
      return await opening
    } finally {
      this.#opening.delete(chatRoomNo)
    }
  }

  async #open(definition: RoomDefinition): Promise<boolean> {
    const output = {
      pace: this.pace,
      emit: (chatRoomNo: string, sealed: string, entries: number) => this.#emit(chatRoomNo, sealed, entries),
      writes: (chatRoomNo: string) => this.#writes(chatRoomNo),
    }
    const room = await openRoom(definition, this.log, output, this.#options, this.writer.isHere)
    if (room === null) return false
    const { chatRoomNo } = room
    this.#rooms.set(chatRoomNo, room)
    this.#byMatch.set(definition.matchId, room)
    this.#reports.set(
      chatRoomNo,
      new ViewerReport(room, this.#options.now, (viewers) => {
        if (this.writer.isHere) this.#appendQuietly(chatRoomNo, { kind: 'status', data: { viewers } })
      }),
    )
    // Entries that other processes have written since the log was read.
    if (this.writer.isShared) await this.#read(room)
    return true
  }

  #emit(chatRoomNo: string, sealed: string, entries: number): void {
    for (const sink of this.#sinks) sink.emit(chatRoomNo, sealed, entries)
    this.figures.sent(chatRoomNo)
  }

  /** The most viewers that get a frame of the room from one process: this one or a relay. */
  #writes(chatRoomNo: string): number {
    const writes = this.#sinks.map((sink) => sink.writes(chatRoomNo))
    const here = writes.reduce((sum, one) => sum + one.here, 0)
    return Math.max(here, ...writes.map(({ atRelay }) => atRelay))
  }

  #tickPace(): void {
    const now = performance.now()
    const elapsed = now - this.#pacedAt
    this.#pacedAt = now
    this.pace.late(elapsed - PACE_TICK_MS)
    this.pace.tick(elapsed)
  }

  /** Figures of the open rooms, for operators. */
  figuresOfRooms(): (RoomFigures & { readonly chatRoomNo: string })[] {
    return this.rooms.map(({ chatRoomNo }) => ({
      chatRoomNo,
      ...this.figures.of(chatRoomNo),
      intervalMs: this.pace.interval(this.#writes(chatRoomNo)),
    }))
  }

  /** Reads all rooms from the database, before this process writes them. */
  async readAll(): Promise<void> {
    for (const room of this.#rooms.values()) await this.#read(room)
  }

  async #read(room: Room): Promise<void> {
    await this.log.follow(room.chatRoomNo)
    await readRules(room, this.#options.rooms, this.#options.now())
  }

  /**
   * Frees the memory of a room that is not used any more; its log and its state stay in the database. Returns false, and
   * changes nothing, while the room has viewers or unwritten entries.
   */
  async retire(chatRoomNo: string): Promise<boolean> {
    const room = this.#rooms.get(chatRoomNo)
    if (!room) return true
    if (room.presence.viewers > 0) return false
    if (room.isDirty && this.writer.isHere) await this.save(room)
    const isUnsaved = room.isDirty && this.writer.isHere
    if (isUnsaved || room.presence.viewers > 0 || !this.log.forget(chatRoomNo)) return false
    room.coalescer.close()
    this.#reports.get(chatRoomNo)?.close()
    this.#reports.delete(chatRoomNo)
    this.figures.forget(chatRoomNo)
    this.pace.forget(chatRoomNo)
    this.#byMatch.delete(room.definition.matchId)
    this.#rooms.delete(chatRoomNo)
    return true
  }

  /** Like {@link retire}, and deletes the room and its log. Entries of gifts that are not delivered yet stay. */
  async remove(chatRoomNo: string): Promise<boolean> {
    if (!(await this.retire(chatRoomNo))) return false
    await this.#options.rooms.remove(chatRoomNo)
    return true
  }

  has(chatRoomNo: string): boolean {
    return this.#rooms.has(chatRoomNo)
  }

  room(chatRoomNo: string): Room | null {
    return this.#rooms.get(chatRoomNo) ?? null
  }

  /** The open rooms. */
  get rooms(): readonly Room[] {
    return [...this.#rooms.values()]
  }

  roomOfMatch(matchId: string): Room | null {
    return this.#byMatch.get(matchId) ?? null
  }

  /** Sets the receivers of sealed frames. */
  connect(...sinks: readonly FrameSink[]): void {
    this.#sinks = sinks
  }

  /**
   * Resolves when the entries are written. No viewer receives them earlier.
   *
   * @throws StaleFence if another process writes the rooms
   */
  append(chatRoomNo: string, drafts: readonly EntryDraft[]): Promise<Appended[]> {
    const correction = this.#corrections.get(chatRoomNo)
    return this.log.append(chatRoomNo, correction ? drafts.map((draft) => corrected(draft, correction)) : drafts)
  }

  /**
   * Sets values of an operator, which replace those of the source of the match in all later status entries of a room.
   * Null ends the correction. The caller reports the values.
   */
  correct(chatRoomNo: string, correction: StatusCorrection | null): void {
    if (correction) this.#corrections.set(chatRoomNo, correction)
    else this.#corrections.delete(chatRoomNo)
  }

  /** Appends the entries in the process that writes the rooms. */
  post(chatRoomNo: string, drafts: readonly EntryDraft[]): Promise<Appended[]> {
    return this.#appendAtWriter({ chatRoomNo, drafts })
  }

  /** Posts a message of a member in the process that writes the rooms, see {@link Chat.say}. */
  say(room: Room, speaker: Speaker, message: SayMessage): ReturnType<Chat['say']> {
    if (!this.writer.isShared) return this.#sayHere(room, speaker, message)
    return this.#sayAtWriter({ chatRoomNo: room.chatRoomNo, speaker, message })
  }

  async #sayHere(room: Room | null, speaker: Speaker, message: SayMessage): ReturnType<Chat['say']> {
    const result = await this.chat.say(room, speaker, message)
    if (!room || result.ok) return result
    const hasFailed = result.code === CODES.INTERNAL_ERROR || result.code === CODES.INTERFACE_DEGRADE
    if (hasFailed) this.figures.failed(room.chatRoomNo)
    else this.figures.refused(room.chatRoomNo)
    return result
  }

  /** Changes the room state and appends the status entry. */
  async setStatus(chatRoomNo: string, status: Partial<RoomStatus>): Promise<void> {
    await this.append(chatRoomNo, [{ kind: 'status', data: status }])
  }

  setTitle(chatRoomNo: string, title: string): void {
    const room = this.#rooms.get(chatRoomNo)
    if (!room || room.title === title) return
    room.title = title
    room.isDirty = true
  }

  /** Replaces the administrators of a room. Unknown members are ignored. */
  async setAdmins(chatRoomNo: string, memberIds: readonly string[]): Promise<void> {
    const room = this.#rooms.get(chatRoomNo)
    if (room) room.admins = await readAdmins(memberIds, this.#options.members)
  }

  snapshot(chatRoomNo: string): RoomSnapshot | null {
    return this.#rooms.get(chatRoomNo)?.snapshot(null) ?? null
  }

  /** Name code of the venue of the room's match (S3.37); '' without one. */
  venueNameOf(chatRoomNo: string): string {
    return this.#rooms.get(chatRoomNo)?.definition.venueName ?? ''
  }

  /** Real viewers (sockets) of all processes plus simulated viewers of the demo. */
  viewers(chatRoomNo: string): number {
    return this.#rooms.get(chatRoomNo)?.viewers ?? 0
  }

  /** Real viewers of all processes. */
  listeners(chatRoomNo: string): number {
    return this.#rooms.get(chatRoomNo)?.listeners ?? 0
  }

  /** The viewers of a room may have changed, here or at another process: reports them if due. */
  viewersChanged({ chatRoomNo }: Room): void {
    if (isChatRoom(chatRoomNo)) this.#reports.get(chatRoomNo)?.changed()
  }

  setCrowdViewers(chatRoomNo: string, viewers: number): void {
    const room = this.#rooms.get(chatRoomNo)
    if (!room) return
    room.crowdViewers = Math.max(0, Math.trunc(viewers))
    this.viewersChanged(room)
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
    if (!room.presence.enter(socketId, author) || !isChatRoom(room.chatRoomNo)) return
    this.viewersChanged(room)
    if (!author) return
    const { chatRoomNo } = room
    if (this.writer.isHere) this.#greet(chatRoomNo, author)
    // The writer decides; what this process would not announce is not even sent.
    else if (this.#welcome.greet(chatRoomNo, author)) {
      this.#greetAtWriter({ chatRoomNo, author }).catch(this.#options.onError)
    }
  }

  #greet(chatRoomNo: string, author: EntryAuthor): void {
    const welcome = this.#welcome.greet(chatRoomNo, author)
    if (welcome) this.#appendQuietly(chatRoomNo, welcome)
  }

  leave(room: Room, socketId: string): void {
    if (room.presence.leave(socketId)) this.viewersChanged(room)
  }

  /** Stores title, state and settings of a room now. */
  save(room: Room): Promise<void> {
    return saveRoom(room, this.#options.rooms, this.log, this.#options.now())
  }

  /** Refuses further entries, writes waiting ones, and stores the state of each room. */
  async close(): Promise<void> {
    clearInterval(this.#saveTimer)
    clearInterval(this.#paceTimer)
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
    if (!this.writer.isHere) return
    for (const room of this.#rooms.values()) {
      if (room.isDirty) await this.save(room).catch(this.#options.onError)
    }
  }

  #appendQuietly(chatRoomNo: string, draft: EntryDraft): void {
    this.log.append(chatRoomNo, [draft]).catch(this.#options.onError)
  }
}

function corrected(draft: EntryDraft, correction: StatusCorrection): EntryDraft {
  if (draft.kind !== 'status') return draft
  const replaced = Object.entries(correction).filter(([name]) => Object.hasOwn(draft.data, name))
  return { ...draft, data: { ...draft.data, ...Object.fromEntries(replaced) } }
}
