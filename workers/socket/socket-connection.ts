import { CODES, failureOf } from '#protocol/codes.ts'
import { SOCKET_CONNECT_TIMEOUT_MS } from '#protocol/constants.ts'
import type { Failure, Result } from '#protocol/result.ts'
import { failure, success } from '#protocol/result.ts'
import type { ChatNamespace, ClientToServerEvents } from '#protocol/room/server-events.ts'
import { CatchUp, NAMESPACES, SayAck, SessionEnd, SOCKET_PATH, SocketRefusal } from '#protocol/room/server-events.ts'
import type { SealedFrame } from '#protocol/room/frame.ts'
import { parseFrame } from '#protocol/room/frame.ts'
import type { JoinEvent, ResumeEvent, SayEvent } from '#protocol/room/client-events.ts'
import { browserCodec } from '../crypto/browser-codec.ts'
import type { RoomSocket, TransportDependencies } from '../dependencies.ts'

const ANSWER_TIMEOUT_MS = 5_000

/** In what role rooms are entered, and for which sign-in; another token needs another link. */
export interface LinkRole {
  readonly namespace: ChatNamespace
  readonly token: string
}

export interface LinkListener {
  frame(frame: SealedFrame): void
  /** A frame whose head cannot even be read. */
  badFrame(): void
  sessionEnd(reason: SessionEnd): void
}

/** Checks an acknowledgement of the socket; only the two shapes of `down.ts` pass. */
function answered<Data>(parse: (answer: unknown) => Data | null, answer: unknown): Result<Data> {
  const data = parse(answer)
  if (data !== null) return success(data)
  const refusal = SocketRefusal.safeParse(answer)
  if (!refusal.success) return failureOf(CODES.BAD_RESPONSE)
  const { code, message, until } = refusal.data
  return failure(code, message, until === undefined ? {} : { details: { until } })
}

/** One live socket in one namespace. Reconnecting is not its business: a link that has ended is thrown away. */
export class Link {
  readonly ended: Promise<void>
  private isOpen = true

  constructor(
    readonly role: LinkRole,
    readonly origin: string,
    private readonly socket: RoomSocket,
    listener: LinkListener,
  ) {
    socket.on('frame', (sealed: unknown) => {
      const frame = readFrame(sealed)
      if (frame) listener.frame(frame)
      else listener.badFrame()
    })
    socket.on('session-end', (reason: unknown) => {
      const parsed = SessionEnd.safeParse(reason)
      if (parsed.success) listener.sessionEnd(parsed.data)
    })
    this.ended = new Promise((resolve) => {
      socket.on('disconnect', () => {
        this.isOpen = false
        resolve()
      })
    })
  }

  get isUp(): boolean {
    return this.isOpen
  }

  join(event: JoinEvent): Promise<Result<CatchUp>> {
    return this.ask('join', event, readCatchUp)
  }

  resume(event: ResumeEvent, timeoutMs = ANSWER_TIMEOUT_MS): Promise<Result<CatchUp>> {
    return this.ask('resume', event, readCatchUp, timeoutMs)
  }

  say(event: SayEvent): Promise<Result<{ id: string; seq: number }>> {
    return this.ask('say', event, (answer) => {
      const said = SayAck.safeParse(answer)
      return said.success ? { id: said.data.id, seq: said.data.seq } : null
    })
  }

  leave(chatRoomNo: string): void {
    this.socket.emit('leave', { chatRoomNo }, () => undefined)
  }

  /** Ends the link at once; `ended` resolves. */
  close(): void {
    this.socket.disconnect()
  }

  private async ask<Data>(
    event: keyof ClientToServerEvents,
    payload: unknown,
    parse: (answer: unknown) => Data | null,
    timeoutMs = ANSWER_TIMEOUT_MS,
  ): Promise<Result<Data>> {
    if (!this.isOpen) return noAnswer()
    try {
      // The event's own type was checked where the payload was made; here only the answer matters.
      const emitter = this.socket.timeout(timeoutMs) as unknown as { emitWithAck(...all: unknown[]): Promise<unknown> }
      return answered(parse, await emitter.emitWithAck(event, payload))
    } catch {
      return noAnswer()
    }
  }
}

function noAnswer(): Failure {
  return failureOf(CODES.TIMEOUT)
}

function readCatchUp(answer: unknown): CatchUp | null {
  const parsed = CatchUp.safeParse(answer)
  return parsed.success ? parsed.data : null
}

/** The clear head of a frame, or null when the text is none. */
export function readFrame(sealed: unknown): SealedFrame | null {
  if (typeof sealed !== 'string') return null
  try {
    return parseFrame(sealed, browserCodec)
  } catch {
    return null
  }
}

/** Opens a link; null when the server cannot be reached, refuses the namespace, or `abandoned` resolves first. */
export function openLink(
  dependencies: Pick<TransportDependencies, 'connect' | 'setTimer'>,
  origin: string,
  role: LinkRole,
  listener: LinkListener,
  abandoned: Promise<void>,
): Promise<Link | null> {
  const socket = dependencies.connect(origin + NAMESPACES[role.namespace], {
    path: SOCKET_PATH,
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnection: false,
    forceNew: true,
    timeout: SOCKET_CONNECT_TIMEOUT_MS,
  })
  return new Promise((resolve) => {
    let isGiven = false
    const give = (link: Link | null) => {
      if (isGiven) return
      isGiven = true
      cancelTimer()
      socket.off('connect')
      socket.off('connect_error')
      if (!link) socket.disconnect()
      resolve(link)
    }
    // The library's own limit covers the connection, this one also the namespace's answer.
    const cancelTimer = dependencies.setTimer(() => give(null), 2 * SOCKET_CONNECT_TIMEOUT_MS)
    socket.on('connect', () => give(new Link(role, origin, socket, listener)))
    socket.on('connect_error', () => give(null))
    void abandoned.then(() => give(null))
  })
}
