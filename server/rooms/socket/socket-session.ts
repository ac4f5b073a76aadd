import { CODES } from '#protocol/codes.ts'
import type {
  CatchUp,
  ChatNamespace,
  MessageNew,
  SayAck,
  SessionEnd,
  SocketRefusal,
} from '#protocol/room/server-events.ts'
import type { MessageAudience } from '../../members/inbox/message-events.ts'
import type { JoinEvent, LeaveEvent, ResumeEvent, SayEvent } from '#protocol/room/client-events.ts'
import type { Member } from '#protocol/endpoints/shapes.ts'
import { MAX_LEGS } from '#protocol/sports/bet-terms.ts'
import { authorOf } from '../author.ts'
import type { RoomHub } from '../hub.ts'
import type { Connections } from './connections.ts'
import { channelOf, type MessageWriter } from './frame-writer.ts'
import { TokenBucket } from '../../net/rate-limit.ts'
import { catchUp } from '../log/history.ts'
import type { Room } from '../room.ts'
import { refusal } from './socket-guard.ts'
import { ROOM_MESSAGES } from '../messages.ts'
import type { Ticket, TicketHolder } from './tickets.ts'

/** A room, the pseudo-room `site` and two of markets, one more of each while a page changes rooms, and those of a slip. */
const MAX_ROOMS = 8 + MAX_LEGS
/** A catch-up of a whole history has about ten parts. A correct client requests one after a gap, which is rare. */
const CATCH_UPS = { burst: 40, perSecond: 2 }

/** The socket of a viewer: one of socket.io, or one of a viewer at a relay. */
export interface ViewerSocket {
  readonly id: string
  /** The connection of `Connections`; null at a relay, which limits its own connections. */
  readonly conn: unknown
  join(channel: string): unknown
  leave(channel: string): unknown
  emit(event: 'session-end', reason: SessionEnd): unknown
  emit(event: 'message:new', change: MessageNew): unknown
  /** Closes the connection. */
  disconnect(isWhole: true): unknown
}

export interface SocketSessionServices {
  readonly hub: RoomHub
  readonly now: () => number
  readonly connections: Pick<Connections, 'expect'>
  readonly signedIn: SignedInSockets
  /** The session is used. */
  readonly touch: (sessionId: string) => void
  readonly isDeviceBlocked: (deviceId: string) => boolean
}

/** Sockets by session, so that they end with it. */
export class SignedInSockets {
  readonly #bySession = new Map<string, Set<SocketSession>>()

  /** Adds a socket that belongs to a session now. */
  add(sessionId: string, socketSession: SocketSession): void {
    this.#bySession.set(sessionId, (this.#bySession.get(sessionId) ?? new Set()).add(socketSession))
  }

  of(sessionId: string): ReadonlySet<SocketSession> {
    return this.#bySession.get(sessionId) ?? new Set()
  }

  remove(socketSession: SocketSession): void {
    const sessionId = socketSession.sessionId ?? ''
    const sockets = this.#bySession.get(sessionId)
    if (sockets?.delete(socketSession) && sockets.size === 0) this.#bySession.delete(sessionId)
  }

  /** Removes and returns the sockets of a session. */
  take(sessionId: string): ReadonlySet<SocketSession> {
    const sockets = this.#bySession.get(sessionId) ?? new Set()
    this.#bySession.delete(sessionId)
    return sockets
  }
}

/** One socket in one namespace: its subscribed rooms and its session. */
export class SocketSession {
  readonly #rooms = new Map<string, Room>()
  #holder: TicketHolder | null = null
  #deviceId: string | null = null
  #siteId = 0
  #isOver = false
  #hasJoined = false
  readonly #catchUps: TokenBucket

  readonly socket: ViewerSocket
  readonly #namespace: ChatNamespace
  readonly #address: string
  readonly #services: SocketSessionServices

  /**
   * @param address key by which limits count the sender
   */
  constructor(socket: ViewerSocket, namespace: ChatNamespace, address: string, services: SocketSessionServices) {
    this.socket = socket
    this.#namespace = namespace
    this.#address = address
    this.#services = services
    this.#catchUps = new TokenBucket(CATCH_UPS)
  }

  /** True if this socket has ever entered a room. */
  get hasJoined(): boolean {
    return this.#hasJoined
  }

  get sessionId(): string | null {
    return this.#holder?.sessionId ?? null
  }

  /** Sends a change of messages if this socket belongs to a member who gets it. */
  sendMessage(audience: MessageAudience, message: MessageWriter): void {
    if (this.#holder === null || this.#isOver) return
    const { memberId, author } = this.#holder
    const { type } = audience
    if (type === 'member' && audience.memberId !== memberId) return
    if (type === 'grade' && (author.vipLevel < audience.min || author.vipLevel > audience.max)) return
    message.write(this.socket, this.#namespace)
  }

  /** True for a visitor at a blocked device. The sockets of a member end with the session. */
  get isBlocked(): boolean {
    return this.#holder === null && this.#deviceId !== null && this.#services.isDeviceBlocked(this.#deviceId)
  }

  readonly handlers = {
    join: (event: JoinEvent) => this.#join(event),
    resume: (event: ResumeEvent) => this.#resume(event),
    leave: (event: LeaveEvent) => this.#leave(event),
    say: (event: SayEvent) => this.#say(event),
  }

  /** The profile of the member has changed: later messages carry the new one. */
  refresh(member: Member): void {
    if (!this.#holder) return
    const { venueName } = this.#holder.author
    this.#holder = { ...this.#holder, author: authorOf(member, venueName) }
  }

  /** The socket or its session has ended: unsubscribes from everything. */
  end(): void {
    this.#isOver = true
    for (const room of this.#rooms.values()) this.#services.hub.leave(room, this.socket.id)
    this.#rooms.clear()
  }

  async #join({ ticket: name, position }: JoinEvent): Promise<CatchUp | SocketRefusal> {
    const { hub } = this.#services
    const ticket = await this.#redeem(name)
    const room = ticket && hub.room(ticket.chatRoomNo)
    const isOther = this.#holder !== null && ticket?.holder?.sessionId !== this.#holder.sessionId
    if (!ticket || !room || isOther || this.#isOver) return refusal(CODES.NOT_FOUND, ROOM_MESSAGES.ticketRefused)
    if (!this.#rooms.has(room.chatRoomNo) && this.#rooms.size >= MAX_ROOMS) {
      return refusal(CODES.CURRENT_LIMITING_A, ROOM_MESSAGES.tooManyRooms)
    }
    this.#deviceId = ticket.deviceId
    this.#siteId = ticket.siteId
    if (ticket.holder && !this.#holder) {
      this.#holder = ticket.holder
      this.#services.signedIn.add(ticket.holder.sessionId, this)
    }
    return this.#catchUp(room, position ?? ticket, true)
  }

  /** Null if the ticket is not valid here, or its device is blocked. */
  async #redeem(name: string): Promise<Ticket | null> {
    const { hub, isDeviceBlocked } = this.#services
    const ticket = await hub.tickets.take(name, this.#namespace)
    return ticket && isDeviceBlocked(ticket.deviceId) ? null : ticket
  }

  async #resume({ chatRoomNo, epoch, seq }: ResumeEvent): Promise<CatchUp | SocketRefusal> {
    const room = this.#rooms.get(chatRoomNo)
    return room ? this.#catchUp(room, { epoch, seq }, false) : refusal(CODES.NOT_FOUND, ROOM_MESSAGES.notInRoom)
  }

  async #catchUp(room: Room, position: { epoch: number; seq: number }, isJoin: boolean) {
    const { hub, connections, now } = this.#services
    const { epoch, seq } = position
    if (!this.#catchUps.take(now())) return refusal(CODES.CURRENT_LIMITING_A)
    const result = await catchUp(room, hub.log, { epoch, seq }, () => {
      if (this.#isOver) return false
      if (isJoin) this.#listen(room)
      return this.#rooms.has(room.chatRoomNo)
    })
    if (!result) return refusal(CODES.NOT_FOUND, ROOM_MESSAGES.notInRoom)
    const size = result.frames.reduce((bytes, frame) => bytes + frame.length, 0)
    connections.expect(this.socket.conn, size)
    return result
  }

  #listen(room: Room): void {
    if (this.#rooms.has(room.chatRoomNo)) return
    this.#rooms.set(room.chatRoomNo, room)
    this.#hasJoined = true
    // With the in-memory adapter this takes effect at once, on which the catch-up relies.
    void this.socket.join(channelOf(room.chatRoomNo))
    this.#services.hub.enter(room, this.socket.id, this.#holder?.author ?? null)
  }

  async #leave({ chatRoomNo }: LeaveEvent): Promise<{ ok: true } | SocketRefusal> {
    const room = this.#rooms.get(chatRoomNo)
    if (!room) return refusal(CODES.NOT_FOUND, ROOM_MESSAGES.notInRoom)
    this.#rooms.delete(chatRoomNo)
    void this.socket.leave(channelOf(chatRoomNo))
    this.#services.hub.leave(room, this.socket.id)
    return { ok: true }
  }

  async #say({ chatRoomNo, ...message }: SayEvent): Promise<SayAck | SocketRefusal> {
    const holder = this.#holder
    if (!holder) return refusal(CODES.NEED_LOGIN)
    if (this.#isOver || holder.expireAt <= this.#services.now()) return refusal(CODES.AUTH_ERROR)
    const room = this.#rooms.get(chatRoomNo)
    if (!room) return refusal(CODES.NOT_FOUND, ROOM_MESSAGES.notInRoom)
    const { memberId, sessionId, author } = holder
    this.#services.touch(sessionId)
    const speaker = { memberId, sessionId, author, siteId: this.#siteId, address: this.#address }
    const result = await this.#services.hub.say(room, speaker, message)
    if (result.ok) return { ok: true, ...result.data }
    return refusal(result.code, result.message, (result.details as { until?: number } | undefined)?.until)
  }
}
