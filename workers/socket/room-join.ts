import { CODES, failureOf } from '#protocol/codes.ts'
import { type Failure, type Result, success } from '#protocol/result.ts'
import { isChatRoom } from '#protocol/room/kinds.ts'
import type { FeedPosition, RoomEntered } from '#protocol/worker/api.ts'
import { type PageState, Pause } from '../dependencies.ts'
import type { Caller } from '../http/caller.ts'
import type { Deadline } from '../http/deadline.ts'
import type { Session } from '../session/session.ts'
import type { ConnectionManager } from './connection-manager.ts'
import { isFinal, JOIN_CALLS, type JoinData, JoinPace, type JoinRefusals } from './join-calls.ts'
import { type BatchPort, RoomSubscription, type RoomSubscriptionContext } from './room-subscription.ts'
import { type ConnectionRole, isSameRole, type SocketConnection } from './socket-connection.ts'

/** Tickets are valid for 30 s. Older ones than this are not presented. */
const TICKET_MAX_AGE_MS = 20_000

export interface RoomJoinContext extends Omit<RoomSubscriptionContext, 'onLost'> {
  readonly caller: Caller
  readonly session: Pick<Session, 'memberId'>
  readonly page: Readonly<PageState>
  readonly connection: ConnectionManager
  readonly refusals: JoinRefusals
  /** All open rooms. A room that is not in this map any more has been left or replaced. */
  readonly rooms: Map<string, RoomJoin>
  role(): ConnectionRole
  /** Called after an entered room was refused for good. */
  onRoomClosed(chatRoomNo: string, failure: Failure): void
}

/** The HTTP join for one role. It needs no socket, so it runs while the socket is connecting. */
interface PreparedJoin {
  readonly role: ConnectionRole
  readonly at: number
  readonly deadline: Deadline
  readonly data: Promise<Result<JoinData>>
}

/** Joins one room and keeps it joined across connections, until the room is left or refused for good. */
export class RoomJoin {
  readonly subscription: RoomSubscription
  /** Resolves when the room was entered for the first time or cannot be entered. */
  readonly entered: Promise<Result<RoomEntered>>
  readonly #context: RoomJoinContext
  readonly #pace: JoinPace
  /** Delay between two attempts. */
  readonly #pause: Pause
  #resolveEntered: (result: Result<RoomEntered>) => void = () => undefined
  #hasEntered = false
  #prepared: PreparedJoin | null = null
  #joining: Promise<void> | null = null

  constructor(chatRoomNo: string, context: RoomJoinContext, port: BatchPort, position: FeedPosition | null) {
    this.#context = context
    this.#pace = new JoinPace(() => context.dependencies.random())
    this.#pause = new Pause(context.dependencies)
    this.entered = new Promise((resolve) => (this.#resolveEntered = resolve))
    this.subscription = new RoomSubscription(chatRoomNo, { ...context, onLost: () => this.#rejoin() }, port, position)
  }

  /** Starts joining: by HTTP at once, and on the current connection if there is one. */
  start(): void {
    this.#prepared = this.#prepare(this.#context.role())
    this.#rejoin()
  }

  /** Joins on a connection, after an attempt on another one has ended. */
  async joinOn(connection: SocketConnection): Promise<void> {
    while (this.#joining) {
      this.wake()
      await this.#joining
    }
    if (!this.#isOpen || this.subscription.isFollowing(connection)) return
    this.#joining = this.#retryOn(connection).finally(() => (this.#joining = null))
    await this.#joining
  }

  /** Makes the next attempt at once. */
  wake(): void {
    this.#pause.wake()
  }

  /** Leaves the room. */
  leave(reason: Failure = failureOf(CODES.ABORTED)): void {
    if (!this.#isOpen) return
    const { rooms, connection } = this.#context
    const { chatRoomNo } = this.subscription
    rooms.delete(chatRoomNo)
    this.subscription.close()
    this.wake()
    if (this.#hasEntered && reason.code !== CODES.ABORTED) this.#context.onRoomClosed(chatRoomNo, reason)
    this.#resolveEntered(reason)
    connection.update()
  }

  get #isOpen(): boolean {
    return this.#context.rooms.get(this.subscription.chatRoomNo) === this
  }

  #rejoin(): void {
    const { current } = this.#context.connection
    if (current) void this.joinOn(current)
  }

  /** Retries until the room follows the connection, is left, or another connection or role is needed. */
  async #retryOn(connection: SocketConnection): Promise<void> {
    const { page, connection: manager } = this.#context
    const isNeeded = () =>
      manager.current === connection && this.#isOpen && isSameRole(connection.role, this.#context.role())
    this.#pace.connectionChanged()
    while (isNeeded()) {
      const prepared = this.#preparedFor(connection.role)
      // A call that hangs after the connection has closed would delay the next one.
      void connection.closed.then(() => prepared.deadline.abort())
      const joined = await prepared.data
      this.#prepared = null
      if (!this.#isOpen) return
      if (joined.ok && (await this.subscription.follow(connection, joined.data.ticket))) return
      // The server refuses to leave a room before it has answered the join.
      if (!this.#isOpen) return this.#leaveOn(connection)
      // After the connection was replaced, nothing would end the pause.
      if (!isNeeded()) return
      const delayMs = this.#pace.next(joined.ok ? null : joined, page.isVisible)
      await Promise.race([this.#pause.wait(delayMs), connection.closed])
      // Ends a pause that is still running: it would shorten the next one.
      this.wake()
    }
  }

  /** Leaves the room that was joined after it had been left here, unless it has been entered again. */
  #leaveOn(connection: SocketConnection): void {
    const { chatRoomNo } = this.subscription
    if (!this.#context.rooms.has(chatRoomNo)) connection.leave(chatRoomNo)
  }

  #preparedFor(role: ConnectionRole): PreparedJoin {
    const prepared = this.#prepared
    const isFresh = prepared !== null && this.#context.dependencies.now() - prepared.at < TICKET_MAX_AGE_MS
    return isFresh && isSameRole(prepared.role, role) ? prepared : this.#prepare(role)
  }

  #prepare(role: ConnectionRole): PreparedJoin {
    const { caller, dependencies } = this.#context
    const deadline = caller.deadline(JOIN_CALLS[role.namespace])
    const data = this.#callJoin(role, deadline).catch(() => failureOf(CODES.BAD_RESPONSE))
    return { role, at: dependencies.now(), deadline, data }
  }

  /** The HTTP join: room key, one-use ticket, and what has happened since the position. */
  async #callJoin({ namespace }: ConnectionRole, deadline: Deadline): Promise<Result<JoinData>> {
    const { caller, session, refusals, rooms } = this.#context
    const { chatRoomNo, position } = this.subscription
    const params = position === null ? { chatRoomNo } : { chatRoomNo, position: { ...position } }
    const joined = await caller.call(JOIN_CALLS[namespace], params, { deadline })
    deadline.finish()
    if (!this.#isOpen) return joined
    if (!joined.ok) {
      if (isFinal(joined.code)) this.leave(joined)
      else if (isChatRoom(chatRoomNo) || rooms.size === 1) refusals.report(joined)
      return joined
    }
    this.#pace.joined()
    refusals.reset()
    const entered = await this.subscription.begin(joined.data, namespace === 'anon' ? null : session.memberId)
    this.#hasEntered = true
    this.#resolveEntered(success(entered))
    return joined
  }
}
