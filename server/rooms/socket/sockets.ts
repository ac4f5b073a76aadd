import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { type Namespace, Server, type ServerOptions } from 'socket.io'
import { codeText } from '#protocol/codes.ts'
import {
  SOCKET_CONNECT_TIMEOUT_MS,
  SOCKET_MAX_MESSAGE_BYTES,
  SOCKET_PING_INTERVAL_MS,
  SOCKET_PING_TIMEOUT_MS,
} from '#protocol/constants.ts'
import type { ChatNamespace, ClientToServerEvents, ServerToClientEvents } from '#protocol/room/server-events.ts'
import { NAMESPACES, SOCKET_PATH } from '#protocol/room/server-events.ts'
import { addressKey } from '../../http/address.ts'
import type { Sessions } from '../../members/sessions/sessions.ts'
import type { RoomHub } from '../hub.ts'
import type { ConnectionLimits } from './connections.ts'
import { CONNECTION_LIMITS, Connections } from './connections.ts'
import type { ChatSocket, SocketSessionServices } from './socket-session.ts'
import { channelOf, SignedInSockets, SocketSession } from './socket-session.ts'
import { SocketGuard } from './socket-guard.ts'

/** A connection that does not enter a room is closed after this time. */
const UNJOINED_TIMEOUT_MS = 30_000
/** A socket of an ended session is closed after this time even if it has not read the message. */
const CLOSE_DELAY_MS = 1_000

const SERVER_OPTIONS = {
  path: SOCKET_PATH,
  transports: ['websocket', 'polling'],
  pingInterval: SOCKET_PING_INTERVAL_MS,
  pingTimeout: SOCKET_PING_TIMEOUT_MS,
  maxHttpBufferSize: SOCKET_MAX_MESSAGE_BYTES,
  connectTimeout: SOCKET_CONNECT_TIMEOUT_MS,
  upgradeTimeout: SOCKET_CONNECT_TIMEOUT_MS,
  serveClient: false,
  perMessageDeflate: false,
  httpCompression: false,
  destroyUpgrade: false,
} satisfies Partial<ServerOptions>

export interface SocketServices {
  readonly hub: RoomHub
  readonly sessions: Pick<Sessions, 'onEnd'>
  /** Checks the Origin header (undefined for programs) against the allow-list. */
  readonly isOriginAllowed: (origin: string | undefined, request: IncomingMessage) => boolean
  /** The key that limits count by; the connection's address by default. */
  readonly addressOf?: (request: IncomingMessage) => string
  readonly limits?: Partial<ConnectionLimits>
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

/** The socket server on an HTTP server: three namespaces, one guard per socket (S6.2, S6.4, settled 10). */
export class SocketServer {
  readonly io: Server<ClientToServerEvents, ServerToClientEvents>
  readonly #services: SocketServices
  readonly #connections: Connections
  readonly #addressOf: (request: IncomingMessage) => string
  readonly #signedIn = new SignedInSockets()
  readonly #stopListening: () => void

  constructor(httpServer: HttpServer, services: SocketServices) {
    const { hub, now, limits, sessions } = services
    this.#services = services
    this.#addressOf = services.addressOf ?? ((request) => addressKey(request.socket.remoteAddress ?? ''))
    this.io = new Server(httpServer, {
      ...SERVER_OPTIONS,
      allowRequest: (request, decide) => {
        const isAllowed = this.#isAllowed(request) && this.#connections.admits(request)
        decide(isAllowed ? null : 'refused', isAllowed)
      },
    })
    this.#connections = new Connections(this.io, {
      limits: { ...CONNECTION_LIMITS, ...limits },
      addressOf: this.#addressOf,
      now,
    })
    this.#serveNamespaces()
    hub.connect({
      emit: (chatRoomNo, sealed) => {
        for (const path of Object.values(NAMESPACES)) writeFrame(this.io.of(path), channelOf(chatRoomNo), sealed)
        this.#connections.sent(sealed.length)
      },
    })
    this.#stopListening = sessions.onEnd((sessionId, code) => this.#endSession(sessionId, code))
  }

  /** Number of open connections, and of slow readers closed since start. */
  stats(): { connections: number; cut: number } {
    return { connections: this.#connections.size, cut: this.#connections.cut }
  }

  /** Closes all sockets, not the HTTP server. */
  async close(): Promise<void> {
    this.#stopListening()
    for (const path of Object.values(NAMESPACES)) this.io.of(path).disconnectSockets(true)
    this.io.engine.close()
  }

  #isAllowed(request: IncomingMessage): boolean {
    try {
      return this.#services.isOriginAllowed(request.headers.origin, request)
    } catch (error) {
      this.#services.onError(error)
      return false
    }
  }

  #serveNamespaces(): void {
    const { hub, now } = this.#services
    const sessionServices: SocketSessionServices = {
      hub,
      now,
      connections: this.#connections,
      signedIn: this.#signedIn,
    }
    this.io.of('/').use((_, next) => next(new Error('no such namespace')))
    for (const [name, path] of Object.entries(NAMESPACES) as [ChatNamespace, string][]) {
      this.io.of(path).on('connection', (socket: ChatSocket) => {
        const socketSession = new SocketSession(socket, name, this.#addressOf(socket.request), sessionServices)
        serve(socketSession, this.#services)
        socket.on('disconnect', () => {
          socketSession.end()
          this.#signedIn.remove(socketSession)
        })
      })
    }
  }

  #endSession(sessionId: string, code: number): void {
    this.#services.hub.tickets.dropSession(sessionId)
    for (const socketSession of this.#signedIn.take(sessionId)) dismiss(socketSession, code, this.#connections)
  }
}

/** All packets of this socket pass one guard and go no further into socket.io. */
function serve(socketSession: SocketSession, { now, onError }: SocketServices): void {
  const { socket } = socketSession
  const guard = new SocketGuard({
    handlers: socketSession.handlers,
    now,
    disconnect: () => socket.disconnect(true),
    onError,
  })
  socket.use((packet) => void guard.receive(packet))
  const timer = setTimeout(() => socketSession.hasJoined || socket.disconnect(true), UNJOINED_TIMEOUT_MS)
  timer.unref()
  socket.on('disconnect', () => clearTimeout(timer))
}

/** Sends a socket the reason of its session's end, then closes it. */
function dismiss(socketSession: SocketSession, code: number, connections: Connections): void {
  const { socket } = socketSession
  const { conn } = socket
  socketSession.end()
  socket.emit('session-end', { code, message: codeText(code) })
  socket.disconnect(true)
  const timer = setTimeout(() => connections.drop(conn), CLOSE_DELAY_MS)
  timer.unref()
}

/** A connection of engine.io. The library keeps these fields private, so each is checked before use. */
interface Connection {
  readonly readyState?: string
  readonly writeBuffer?: readonly unknown[]
  readonly transport?: {
    readonly name?: string
    readonly socket?: { readonly readyState?: number; readonly _sender?: { sendFrame?(list: readonly Buffer[]): void } }
  }
}

const WEBSOCKET_OPEN = 1
const TEXT_MESSAGE = 0x81

/**
 * Writes a sealed frame to every socket of a room. The bytes are equal for all viewers of a namespace, so engine.io
 * message, socket.io event and WebSocket header are built once and written to each WebSocket directly, which halves the
 * work per viewer besides the system call (tests/bench/fanout.ts). A connection on long polling, or with waiting
 * packets, gets the event through socket.io, so order is kept.
 */
export function writeFrame(
  namespace: Namespace<ClientToServerEvents, ServerToClientEvents>,
  channel: string,
  sealed: string,
): void {
  const ids = namespace.adapter.rooms.get(channel)
  if (!ids || ids.size === 0) return
  // A sealed frame is base64url and needs no escaping.
  const bytes = webSocketText(`42${namespace.name},["frame","${sealed}"]`)
  for (const id of ids) {
    const socket = namespace.sockets.get(id)
    if (socket && !writeDirectly(socket.conn as unknown as Connection, bytes)) socket.emit('frame', sealed)
  }
}

function writeDirectly({ readyState, writeBuffer, transport }: Connection, bytes: Buffer): boolean {
  const webSocket = transport?.name === 'websocket' ? transport.socket : undefined
  const isFree = readyState === 'open' && writeBuffer?.length === 0 && webSocket?.readyState === WEBSOCKET_OPEN
  if (!isFree || typeof webSocket._sender?.sendFrame !== 'function') return false
  webSocket._sender.sendFrame([bytes])
  return true
}

/** RFC 6455 section 5.2: one final, unmasked text frame. */
function webSocketText(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const bytes = Buffer.allocUnsafe(head + length)
  bytes.writeUInt8(TEXT_MESSAGE, 0)
  if (head === 2) bytes.writeUInt8(length, 1)
  else bytes.writeUInt8(head === 4 ? 126 : 127, 1)
  if (head === 4) bytes.writeUInt16BE(length, 2)
  if (head === 10) bytes.writeBigUInt64BE(BigInt(length), 2)
  bytes.write(text, head)
  return bytes
}
