import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { Server, type Socket } from 'socket.io'
import { CODES } from '#protocol/codes.ts'
import type { UpEvent } from '#protocol/room/client-events.ts'
import {
  type BlockedRange,
  RELAY_MAX_ADDRESS,
  ReceivedFrames,
  type SentFrame,
  type ToRelay,
} from '#protocol/room/relay.ts'
import type { ChatNamespace, ClientToServerEvents, ServerToClientEvents } from '#protocol/room/server-events.ts'
import { NAMESPACES } from '#protocol/room/server-events.ts'
import { BlockedRanges } from '../config/address-ranges.ts'
import { addressKey } from '../config/address.ts'
import { CLOSE_DELAY_MS, CONNECTION_LIMITS, type ConnectionLimits, Connections } from '../rooms/socket/connections.ts'
import { channelOf, FrameWriter } from '../rooms/socket/frame-writer.ts'
import { refusal, SocketGuard } from '../rooms/socket/socket-guard.ts'
import { SERVER_OPTIONS } from '../rooms/socket/sockets.ts'
import { Upstream } from './upstream.ts'

interface RelayOptions {
  readonly originUrl: string
  readonly secret: string
  readonly isOriginAllowed: (request: IncomingMessage) => boolean
  /** The address of a viewer. Limits count by its key, here and at the origin. */
  readonly addressOf: (request: IncomingMessage) => string
  readonly limits?: Partial<ConnectionLimits>
  readonly now: () => number
  readonly onError: (error: unknown) => void
  /** The origin refused this relay with an HTTP status, or could not be reached (null). */
  readonly onFailed: (status: number | null) => void
}

type ViewerSocket = Socket<ClientToServerEvents, ServerToClientEvents>

interface Viewer {
  readonly socket: ViewerSocket
  readonly address: string
  /** Acknowledgements that the origin owes, by number of the event. */
  readonly pending: Map<number, (result: object) => void>
}

/**
 * Serves viewers like the socket server of the origin. Each room frame arrives once and is written to all viewers here.
 * What a viewer sends is checked and passed on. Blocked addresses are refused by the list of the origin, which is kept
 * while the origin is away; the origin itself ends the sockets of sessions and blocked devices. A lost upstream connection
 * closes all viewers: they reconnect, join again and resume from their position, as after a restart of the origin.
 */
export class RelayServer {
  readonly #options: RelayOptions
  readonly #io: Server<ClientToServerEvents, ServerToClientEvents>
  readonly #connections: Connections
  readonly #frames: FrameWriter
  readonly #upstream: Upstream
  readonly #viewers = new Map<number, Viewer>()
  readonly #blocked: BlockedRanges
  /** Resolves when the origin has accepted this relay for the first time. */
  readonly connected: Promise<void>
  #resolveConnected: () => void = () => undefined
  #hasBlocks = false
  #received = new ReceivedFrames()
  #lastViewer = 0
  #lastEvent = 0

  constructor(http: HttpServer, options: RelayOptions) {
    this.#options = options
    const { limits, addressOf, now } = options
    this.#blocked = new BlockedRanges(now)
    this.connected = new Promise((resolve) => (this.#resolveConnected = resolve))
    this.#io = new Server(http, {
      ...SERVER_OPTIONS,
      destroyUpgrade: true,
      allowRequest: (request, decide) => {
        const isAllowed = this.#isAllowed(request) && this.#connections.admits(request)
        decide(isAllowed ? null : 'refused', isAllowed)
      },
    })
    this.#connections = new Connections(this.#io, {
      limits: { ...CONNECTION_LIMITS, ...limits },
      addressOf: (request) => addressKey(addressOf(request)),
      now,
    })
    this.#frames = new FrameWriter(this.#io, this.#connections)
    this.#upstream = new Upstream({
      ...options,
      onMessage: (message) => this.#receive(message),
      onLost: () => this.#disconnectAll(),
      onMalformed: options.onError,
    })
    this.#io.of('/').use((_, next) => next(new Error('no such namespace')))
    for (const [name, path] of Object.entries(NAMESPACES) as [ChatNamespace, string][]) {
      this.#io.of(path).on('connection', (socket: ViewerSocket) => this.#serve(socket, name))
    }
  }

  /** True while the origin is connected and its list of blocks is known. */
  get isReady(): boolean {
    return this.#hasBlocks && this.#upstream.isOpen
  }

  /** Number of open connections, and of slow readers closed since start. */
  stats(): { connections: number; cut: number } {
    return { connections: this.#connections.size, cut: this.#connections.cut }
  }

  /** Closes all sockets, not the HTTP server. */
  close(): void {
    this.#upstream.close()
    this.#disconnectAll()
    this.#io.engine.close()
  }

  #isAllowed(request: IncomingMessage): boolean {
    const { isOriginAllowed, addressOf } = this.#options
    return this.isReady && isOriginAllowed(request) && !this.#blocked.has(addressOf(request))
  }

  #serve(socket: ViewerSocket, namespace: ChatNamespace): void {
    const { addressOf, now, onError } = this.#options
    if (!this.isReady) return void socket.disconnect(true)
    this.#lastViewer += 1
    const number = this.#lastViewer
    const address = addressOf(socket.request).slice(0, RELAY_MAX_ADDRESS)
    const viewer: Viewer = { socket, address, pending: new Map() }
    this.#viewers.set(number, viewer)
    this.#upstream.send(['open', number, namespace, address])
    const forward = (name: UpEvent) => (event: object) => this.#forward(number, viewer, name, event)
    const handlers = {
      join: forward('join'),
      resume: forward('resume'),
      leave: forward('leave'),
      say: forward('say'),
    }
    const guard = new SocketGuard({ handlers, now, disconnect: () => socket.disconnect(true), onError })
    socket.use((packet) => void guard.receive(packet))
    socket.on('disconnect', () => {
      this.#viewers.delete(number)
      this.#upstream.send(['close', number])
      for (const resolve of viewer.pending.values()) resolve(refusal(CODES.INTERNAL_ERROR))
    })
  }

  #forward(number: number, { pending }: Viewer, name: UpEvent, payload: object): Promise<object> {
    this.#lastEvent += 1
    const event = this.#lastEvent
    return new Promise((resolve) => {
      pending.set(event, resolve)
      this.#upstream.send(['event', number, event, name, payload])
    })
  }

  #receive(message: ToRelay): void {
    if (message[0] === 'blocks') return this.#block(message[1])
    if (message[0] === 'frame') return this.#frames.emit(message[1], message[2])
    const [type, number] = message
    const viewer = this.#viewers.get(number)
    if (type === 'ack') return this.#acknowledge(viewer, message[2], message[3], message[4])
    if (!viewer) return
    const { socket } = viewer
    if (type === 'enter') void socket.join(channelOf(message[2]))
    else if (type === 'exit') void socket.leave(channelOf(message[2]))
    else if (type === 'emit') socket.emit(message[2] as 'session-end', message[3] as never)
    else this.#drop(socket)
  }

  /** Closes the viewers whose addresses are blocked. */
  #block(ranges: readonly BlockedRange[]): void {
    this.#blocked.set(ranges)
    this.#hasBlocks = true
    this.#resolveConnected()
    for (const { socket, address } of this.#viewers.values()) if (this.#blocked.has(address)) this.#drop(socket)
  }

  /** Frames are counted even if the viewer has left, because the origin sends each only once. */
  #acknowledge(viewer: Viewer | undefined, event: number, result: object, sent: readonly SentFrame[] | null): void {
    const frames = sent?.map((frame) => this.#received.receive(frame))
    const resolve = viewer?.pending.get(event)
    if (!viewer || !resolve) return
    viewer.pending.delete(event)
    if (frames) this.#connections.expect(viewer.socket.conn, frames.join('').length)
    resolve(frames ? { ...result, frames } : result)
  }

  /** Closes the socket after it had time to read what was sent. */
  #drop(socket: ViewerSocket): void {
    const { conn } = socket
    socket.disconnect(true)
    setTimeout(() => this.#connections.drop(conn), CLOSE_DELAY_MS).unref()
  }

  #disconnectAll(): void {
    this.#received = new ReceivedFrames()
    for (const { socket } of this.#viewers.values()) socket.disconnect(true)
  }
}
