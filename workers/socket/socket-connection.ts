import { CODES, failureOf } from '#protocol/codes.ts'
import { SOCKET_CONNECT_TIMEOUT_MS } from '#protocol/constants.ts'
import { failure, type Result, success } from '#protocol/result.ts'
import type { JoinEvent, ResumeEvent, SayEvent } from '#protocol/room/client-events.ts'
import { parseFrame, type SealedFrame } from '#protocol/room/frame.ts'
import type { ChatNamespace, ClientToServerEvents } from '#protocol/room/server-events.ts'
import {
  CatchUp,
  MessageNew,
  NAMESPACES,
  SayAck,
  SessionEnd,
  SOCKET_PATH,
  SocketRefusal,
} from '#protocol/room/server-events.ts'
import type { FeedCounters } from '../counters.ts'
import { browserCodec } from '../crypto/browser-codec.ts'
import type { RoomSocket, TransportDependencies } from '../dependencies.ts'

const ACK_TIMEOUT_MS = 5_000

/** Role in which rooms are joined. Each token needs its own connection. */
export interface ConnectionRole {
  readonly namespace: ChatNamespace
  readonly token: string
}

export function isSameRole(left: ConnectionRole, right: ConnectionRole): boolean {
  return left.namespace === right.namespace && left.token === right.token
}

/** Receives the frames of one room. Implemented by `RoomSubscription`. */
export interface FrameReceiver {
  receive(frame: SealedFrame): void
}

export interface SocketContext {
  readonly dependencies: Pick<TransportDependencies, 'connect' | 'setTimer'>
  /** Open rooms by `chatRoomNo`. */
  readonly rooms: ReadonlyMap<string, { readonly subscription: FrameReceiver }>
  readonly counters: FeedCounters
  onSessionEnd(reason: SessionEnd, token: string): void
  onMessage(change: MessageNew, token: string): void
}

/** One open socket in one namespace. It does not reconnect: a closed connection is replaced by a new one. */
export class SocketConnection {
  readonly role: ConnectionRole
  readonly origin: string
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>
  readonly #socket: RoomSocket
  #isOpen = true

  constructor(role: ConnectionRole, origin: string, socket: RoomSocket, context: SocketContext) {
    this.role = role
    this.origin = origin
    this.#socket = socket
    socket.on('frame', (sealed: unknown) => {
      const frame = readFrame(sealed)
      if (frame) context.rooms.get(frame.chatRoomNo)?.subscription.receive(frame)
      else context.counters.gaps += 1
    })
    socket.on('session-end', (reason: unknown) => {
      const parsed = SessionEnd.safeParse(reason)
      if (parsed.success) context.onSessionEnd(parsed.data, role.token)
    })
    socket.on('message:new', (change: unknown) => {
      const parsed = MessageNew.safeParse(change)
      if (parsed.success) context.onMessage(parsed.data, role.token)
    })
    this.closed = new Promise((resolve) => {
      socket.on('disconnect', () => {
        this.#isOpen = false
        resolve()
      })
    })
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  join(event: JoinEvent): Promise<Result<CatchUp>> {
    return this.#emit('join', event, readCatchUp)
  }

  resume(event: ResumeEvent, timeoutMs = ACK_TIMEOUT_MS): Promise<Result<CatchUp>> {
    return this.#emit('resume', event, readCatchUp, timeoutMs)
  }

  say(event: SayEvent): Promise<Result<{ id: string; seq: number }>> {
    return this.#emit('say', event, (ack) => {
      const parsed = SayAck.safeParse(ack)
      return parsed.success ? { id: parsed.data.id, seq: parsed.data.seq } : null
    })
  }

  leave(chatRoomNo: string): void {
    this.#socket.emit('leave', { chatRoomNo }, () => undefined)
  }

  close(): void {
    this.#socket.disconnect()
  }

  async #emit<Data>(
    event: keyof ClientToServerEvents,
    payload: unknown,
    parse: (ack: unknown) => Data | null,
    timeoutMs = ACK_TIMEOUT_MS,
  ): Promise<Result<Data>> {
    if (!this.#isOpen) return failureOf(CODES.TIMEOUT)
    try {
      // The payload was type-checked by the caller. The type of `emitWithAck` does not accept a union of events.
      const emitter = this.#socket.timeout(timeoutMs) as unknown as { emitWithAck(...all: unknown[]): Promise<unknown> }
      return resultOfAck(parse, await emitter.emitWithAck(event, payload))
    } catch {
      return failureOf(CODES.TIMEOUT)
    }
  }
}

function resultOfAck<Data>(parse: (ack: unknown) => Data | null, ack: unknown): Result<Data> {
  const data = parse(ack)
  if (data !== null) return success(data)
  const refusal = SocketRefusal.safeParse(ack)
  if (!refusal.success) return failureOf(CODES.BAD_RESPONSE)
  const { code, message, until } = refusal.data
  return failure(code, message, until === undefined ? {} : { details: { until } })
}

function readCatchUp(ack: unknown): CatchUp | null {
  const parsed = CatchUp.safeParse(ack)
  return parsed.success ? parsed.data : null
}

/** Parses the clear header of a frame. Returns null if it is malformed. */
export function readFrame(sealed: unknown): SealedFrame | null {
  if (typeof sealed !== 'string') return null
  try {
    return parseFrame(sealed, browserCodec)
  } catch {
    return null
  }
}

/**
 * Opens a connection. Returns null if the server cannot be reached, refuses the namespace, or `abandoned` resolves
 * first.
 */
export function openConnection(
  context: SocketContext,
  origin: string,
  role: ConnectionRole,
  abandoned: Promise<void>,
): Promise<SocketConnection | null> {
  const { dependencies } = context
  const socket = dependencies.connect(origin + NAMESPACES[role.namespace], {
    path: SOCKET_PATH,
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnection: false,
    forceNew: true,
    timeout: SOCKET_CONNECT_TIMEOUT_MS,
  })
  return new Promise((resolve) => {
    let isDone = false
    const finish = (connection: SocketConnection | null) => {
      if (isDone) return
      isDone = true
      cancelTimer()
      socket.off('connect')
      socket.off('connect_error')
      if (!connection) socket.disconnect()
      resolve(connection)
    }
    // The timeout of the library covers the connection only. This one also covers the response of the namespace.
    const cancelTimer = dependencies.setTimer(() => finish(null), 2 * SOCKET_CONNECT_TIMEOUT_MS)
    socket.on('connect', () => finish(new SocketConnection(role, origin, socket, context)))
    socket.on('connect_error', () => finish(null))
    void abandoned.then(() => finish(null))
  })
}
