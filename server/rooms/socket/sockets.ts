import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { Server, type ServerOptions, type Socket } from 'socket.io'
import { WebSocketServer, type ServerOptions as WebSocketServerOptions } from 'ws'
import { codeText } from '#protocol/codes.ts'
import {
  SOCKET_CONNECT_TIMEOUT_MS,
  SOCKET_MAX_MESSAGE_BYTES,
  SOCKET_PING_INTERVAL_MS,
  SOCKET_PING_TIMEOUT_MS,
} from '#protocol/constants.ts'
import type {
  ChatNamespace,
  ClientToServerEvents,
  MessageNew,
  ServerToClientEvents,
} from '#protocol/room/server-events.ts'
import { NAMESPACES, SOCKET_PATH } from '#protocol/room/server-events.ts'
import { addressKey } from '../../config/address.ts'
import type { MessageAudience } from '../../members/inbox/message-events.ts'
import type { Sessions } from '../../members/sessions/sessions.ts'
import type { FrameSink, RoomHub } from '../hub.ts'
import { CLOSE_DELAY_MS, CONNECTION_LIMITS, type ConnectionLimits, Connections } from './connections.ts'
import { FrameWriter, MessageWriter } from './frame-writer.ts'
import { type AttachedViewer, RelayGate, type RelayGateOptions } from './relay-gate.ts'
import { SignedInSockets, SocketSession, type SocketSessionServices, type ViewerSocket } from './socket-session.ts'
import { SocketGuard } from './socket-guard.ts'

/** A connection that does not enter a room is closed after this time. */
const UNJOINED_TIMEOUT_MS = 30_000

type ChatSocket = Socket<ClientToServerEvents, ServerToClientEvents>

/** A WebSocket that the library closes before or after it belonged to a connection ends after this time. */
class BriefWebSocketServer extends WebSocketServer {
  constructor(options: WebSocketServerOptions) {
    const brief = { ...options, closeTimeout: CLOSE_DELAY_MS }
    super(brief)
  }
}

/** Options of a socket server for viewers, here and at a relay. */
export const SERVER_OPTIONS = {
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
  wsEngine: BriefWebSocketServer,
} satisfies Partial<ServerOptions>

export interface SocketServices {
  readonly hub: RoomHub
  readonly sessions: Pick<Sessions, 'onEnd'> & Partial<Pick<Sessions, 'onRefresh' | 'touch'>>
  /** Checks the Origin header (undefined for programs) against the allow-list. */
  readonly isOriginAllowed: (origin: string | undefined, request: IncomingMessage) => boolean
  /** The key that limits count by; the connection's address by default. */
  readonly addressOf?: (request: IncomingMessage) => string
  readonly limits?: Partial<ConnectionLimits>
  /** Blocked devices; none by default. */
  readonly isDeviceBlocked?: (deviceId: string) => boolean
  /** Relays that know the secret may connect, unless it is null or absent. */
  readonly relays?: Pick<RelayGateOptions, 'secret' | 'mayConnect' | 'refusedRanges'>
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

/** The socket server on an HTTP server: three namespaces, one guard per socket (S6.2, S6.4, settled 10). */
export class SocketServer {
  readonly io: Server<ClientToServerEvents, ServerToClientEvents>
  /** Writes the frames of rooms to the sockets. */
  readonly frames: FrameSink
  /** The connections of relays. */
  readonly relays: RelayGate
  readonly #services: SocketServices
  readonly #connections: Connections
  readonly #addressOf: (request: IncomingMessage) => string
  readonly #sessionServices: SocketSessionServices
  readonly #signedIn = new SignedInSockets()
  /** All sockets, with those at relays. */
  readonly #attached = new Set<SocketSession>()
  readonly #stopListening: readonly (() => void)[]

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
    this.#sessionServices = {
      hub,
      now,
      connections: this.#connections,
      signedIn: this.#signedIn,
      touch: (sessionId) => sessions.touch?.(sessionId),
      isDeviceBlocked: services.isDeviceBlocked ?? (() => false),
    }
    this.#serveNamespaces()
    this.frames = new FrameWriter(this.io, this.#connections, (viewers, ms) => hub.pace.wrote(viewers, ms))
    this.relays = new RelayGate({
      ...(services.relays ?? { secret: null, mayConnect: () => true, refusedRanges: () => [] }),
      attach: (socket, namespace, address) => this.#attach(socket, namespace, address),
      onError: services.onError,
    })
    hub.connect(this.frames, this.relays)
    this.#stopListening = [
      sessions.onEnd((sessionId, code) => this.#endSession(sessionId, code)),
      sessions.onRefresh?.((sessionId, member) => {
        for (const socketSession of this.#signedIn.of(sessionId)) socketSession.refresh(member)
      }) ?? (() => {}),
    ]
  }

  /** Number of open connections, and of slow readers closed since start. */
  stats(): { connections: number; cut: number } {
    return { connections: this.#connections.size, cut: this.#connections.cut }
  }

  /** Closes sockets that may not connect any more, here and at relays: blocks of addresses and devices have changed. */
  recheck(): void {
    this.relays.sendBlocks()
    for (const { isBlocked, socket } of this.#attached) if (isBlocked) close(socket, this.#connections)
    for (const path of Object.values(NAMESPACES)) {
      for (const socket of this.io.of(path).sockets.values()) {
        if (!this.#isAllowed(socket.request)) close(socket, this.#connections)
      }
    }
  }

  /** Sends a change of messages to the sockets of the members who get it, here and at relays. */
  sendMessage(audience: MessageAudience, change: MessageNew): void {
    const message = new MessageWriter(change)
    for (const socketSession of this.#attached) socketSession.sendMessage(audience, message)
  }

  /** Closes all sockets, not the HTTP server. */
  async close(): Promise<void> {
    for (const stop of this.#stopListening) stop()
    this.relays.close()
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
    this.io.of('/').use((_, next) => next(new Error('no such namespace')))
    for (const [name, path] of Object.entries(NAMESPACES) as [ChatNamespace, string][]) {
      this.io.of(path).on('connection', (socket: ChatSocket) => {
        // Its address may have been blocked since the handshake.
        if (!this.#isAllowed(socket.request)) return void socket.disconnect(true)
        const viewer = this.#attach(socket, name, this.#addressOf(socket.request))
        // All packets of this socket pass one guard and go no further into socket.io.
        socket.use((packet) => void viewer.receive(packet))
        socket.on('disconnect', () => viewer.end())
      })
    }
  }

  /** Serves the socket of a viewer until `end` is called. */
  #attach(socket: ViewerSocket, name: ChatNamespace, address: string): AttachedViewer {
    const { now, onError } = this.#services
    const socketSession = new SocketSession(socket, name, address, this.#sessionServices)
    const guard = new SocketGuard({
      handlers: socketSession.handlers,
      now,
      disconnect: () => socket.disconnect(true),
      onError,
    })
    const timer = setTimeout(() => socketSession.hasJoined || socket.disconnect(true), UNJOINED_TIMEOUT_MS)
    timer.unref()
    this.#attached.add(socketSession)
    return {
      receive: (packet) => guard.receive(packet),
      end: () => {
        clearTimeout(timer)
        socketSession.end()
        this.#attached.delete(socketSession)
        this.#signedIn.remove(socketSession)
      },
    }
  }

  #endSession(sessionId: string, code: number): void {
    this.#services.hub.tickets.dropSession(sessionId)
    for (const socketSession of this.#signedIn.take(sessionId)) dismiss(socketSession, code, this.#connections)
  }
}

/** Sends a socket the reason of its session's end, then closes it. */
function dismiss(socketSession: SocketSession, code: number, connections: Connections): void {
  const { socket } = socketSession
  socketSession.end()
  socket.emit('session-end', { code, message: codeText(code) })
  close(socket, connections)
}

/** Closes a socket after it had time to read what was sent. */
function close(socket: ViewerSocket, connections: Connections): void {
  const { conn } = socket
  socket.disconnect(true)
  setTimeout(() => connections.drop(conn), CLOSE_DELAY_MS).unref()
}
