import { CODES, failureOf } from '#protocol/codes.ts'
import { HISTORY_PAGE_SIZE } from '#protocol/constants.ts'
import { type Result, success } from '#protocol/result.ts'
import { isChatRoom, isMarketRoom, SITE_ROOM } from '#protocol/room/kinds.ts'
import type { FeedPosition, OlderRows, RoomEntered, SayMessage } from '#protocol/worker/api.ts'
import type { FeedControl } from '#protocol/worker/feed.ts'
import type { ConnectionState, TransportNotice } from '#protocol/worker/notices.ts'
import type { Network } from '../http/network.ts'
import type { Outcomes } from '../session/outcomes.ts'
import type { Session } from '../session/session.ts'
import { ConnectionManager, type ConnectionOwner } from './connection-manager.ts'
import { HISTORY_CALLS, joinPath, JoinRefusals } from './join-calls.ts'
import { RoomJoin, type RoomJoinContext } from './room-join.ts'
import type { BatchPort } from './room-subscription.ts'
import type { ConnectionRole, SocketConnection } from './socket-connection.ts'

const PROBE_TIMEOUT_MS = 2_000
const SAY_TIMEOUT_MS = 8_000
const MAX_SAY_ATTEMPTS = 2

export interface RoomsContext extends Omit<
  RoomJoinContext,
  'connection' | 'refusals' | 'rooms' | 'role' | 'onRoomClosed'
> {
  readonly network: Pick<Network, 'origin' | 'checkHealth' | 'dropResponses' | 'invalidateOriginList'>
  readonly session: Session
  readonly outcomes: Outcomes
  /** 1 = web, others = app. */
  readonly clientType: number
  notify(notice: TransportNotice): void
}

/** All rooms of the page. They share one socket connection. */
export class Rooms implements ConnectionOwner {
  readonly connection: ConnectionManager
  readonly #context: RoomsContext
  readonly #rooms = new Map<string, RoomJoin>()
  readonly #joinContext: RoomJoinContext

  constructor(context: RoomsContext) {
    this.#context = context
    const rooms = this.#rooms
    this.connection = new ConnectionManager(
      {
        ...context,
        rooms,
        onSessionEnd: ({ code, message }, token) => context.outcomes.sessionEnded(code, message, token, 'socket'),
        // A connection of another member may still be closing.
        onMessage: (change, token) => {
          if (token === this.role.token) context.notify({ type: 'message', change })
        },
      },
      this,
    )
    this.#joinContext = {
      ...context,
      rooms,
      connection: this.connection,
      refusals: new JoinRefusals((refused) => context.outcomes.announce(refused, this.#joinPath)),
      role: () => this.role,
      onRoomClosed: (chatRoomNo, { code, message }) => {
        // The markets of a match end with it. The page shows that already.
        if (isMarketRoom(chatRoomNo)) return
        context.notify({ type: 'outcome', code, message, path: this.#joinPath, details: { chatRoomNo } })
      },
    }
  }

  get origin(): string {
    return this.#context.network.origin
  }

  /** S6.1-S6.4: visitors join read-only. Members join as web or app members. */
  get role(): ConnectionRole {
    const { session, clientType } = this.#context
    if (!session.state) return { namespace: 'anon', token: '' }
    return { namespace: clientType === 1 ? 'web' : 'app', token: session.token }
  }

  get isConnectionNeeded(): boolean {
    return this.#rooms.size > 0
  }

  /**
   * Enters a room. Retries while the server cannot be reached, and fails if the server refuses for good. A room that is
   * entered again is taken over by the later call.
   */
  enter(chatRoomNo: string, position: FeedPosition | null, port: BatchPort): Promise<Result<RoomEntered>> {
    this.leave(chatRoomNo)
    this.#joinContext.refusals.reset()
    const watched = chatRoomNo === SITE_ROOM ? this.#watched(port) : port
    const room = new RoomJoin(chatRoomNo, this.#joinContext, watched, position)
    this.#rooms.set(chatRoomNo, room)
    room.start()
    this.connection.start()
    return room.entered
  }

  /** The port of the site's room. A notice of a change (S9.14) drops cached responses before the page reads again. */
  #watched(port: BatchPort): BatchPort {
    return {
      postMessage: (message) => {
        const isChange =
          message.type === 'batch' && message.rows.some((row) => row.kind === 'notice' && row.data.reads !== undefined)
        if (isChange) this.#context.network.dropResponses()
        port.postMessage(message)
      },
      close: () => port.close(),
    }
  }

  leave(chatRoomNo: string): void {
    this.#rooms.get(chatRoomNo)?.leave()
  }

  control(chatRoomNo: string, message: FeedControl): void {
    this.#rooms.get(chatRoomNo)?.subscription.control(message)
  }

  /** Settled 14: sends a chat message. The server accepts each `cid` once, so a message without an ack is sent again. */
  async say({ chatRoomNo, memberId, ...message }: SayMessage): Promise<Result<{ id: string; seq: number }>> {
    const { session, page } = this.#context
    const author = memberId ?? session.memberId
    for (let attempt = 1; attempt <= MAX_SAY_ATTEMPTS && session.memberId !== null; attempt += 1) {
      const connection = await this.connection.waitUntilReady(SAY_TIMEOUT_MS)
      if (!connection || session.memberId === null) break
      // Another tab has changed the account. A message is not sent by another member.
      if (session.memberId !== author) return failureOf(CODES.ABORTED)
      const ack = await connection.say({ chatRoomNo, ...message, ...(attempt > 1 && { isAgain: true }) })
      if (ack.ok || ack.code !== CODES.TIMEOUT) return ack
    }
    // If the session has ended, the user can sign in and send the message again.
    if (session.memberId === null) return failureOf(CODES.NEED_LOGIN)
    return failureOf(page.isOnline ? CODES.TIMEOUT : CODES.OFFLINE)
  }

  async older(chatRoomNo: string, beforeSeq: number): Promise<Result<OlderRows>> {
    const room = this.#rooms.get(chatRoomNo)
    if (!room) return failureOf(CODES.NOT_FOUND)
    const params = { chatRoomNo, beforeSeq, size: HISTORY_PAGE_SIZE }
    const page = await this.#context.caller.call(HISTORY_CALLS[this.role.namespace], params)
    if (!page.ok) return page
    // Sequence numbers of another epoch belong to other entries.
    const isSameLog = room.subscription.position?.epoch === page.data.epoch
    if (!isSameLog) return success({ rows: [], hasMore: false })
    const older = page.data.list.filter(({ seq }) => seq < beforeSeq)
    const rows = room.subscription.feed.older(older)
    const [oldest] = older
    return success({ rows, hasMore: page.data.hasMore, ...(oldest && { fromSeq: oldest.seq }) })
  }

  /** Retries everything at once, after the page became visible or online (settled 36). */
  reconnectNow(): void {
    this.#wakeJoins()
    this.connection.reconnectNow()
  }

  /** Applies a change of the session. */
  roleChanged(): void {
    this.#wakeJoins()
    this.connection.update()
  }

  /** Checks the connection after the page slept or changed its network. A connection that times out is closed. */
  async probe(): Promise<void> {
    const { current } = this.connection
    const [room] = this.#rooms.values()
    const position = room?.subscription.position
    if (!current || !room || !position || !room.subscription.isFollowing(current)) return
    const { chatRoomNo } = room.subscription
    const resumed = await current.resume({ chatRoomNo, ...position }, PROBE_TIMEOUT_MS)
    if (!resumed.ok && resumed.code === CODES.TIMEOUT) current.close()
  }

  get waitingRows(): number {
    let rows = 0
    for (const { subscription } of this.#rooms.values()) rows += subscription.feed.waitingRows
    return rows
  }

  /** Joins all rooms. Does not wait for pseudo-rooms if there are others: their joins may be slow or fail. */
  async onConnected(connection: SocketConnection): Promise<boolean> {
    const joins = [...this.#rooms].map(([chatRoomNo, room]) => ({ chatRoomNo, done: room.joinOn(connection) }))
    const chatJoins = joins.filter(({ chatRoomNo }) => isChatRoom(chatRoomNo))
    await Promise.all((chatJoins.length > 0 ? chatJoins : joins).map(({ done }) => done))
    return connection.isOpen
  }

  onDisconnected(): void {
    for (const { subscription } of this.#rooms.values()) subscription.detach()
  }

  onUnreachable(origin: string): void {
    this.#context.network.checkHealth(origin)
  }

  onState(state: ConnectionState): void {
    this.#context.notify({ type: 'connection', state })
    if (state === 'recovering' || state === 'offline') this.#context.network.invalidateOriginList()
  }

  get #joinPath(): string {
    return joinPath(this.role.namespace)
  }

  #wakeJoins(): void {
    for (const room of this.#rooms.values()) room.wake()
  }
}
