import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'
import { SOCKET_PING_INTERVAL_MS } from '#protocol/constants.ts'
import type { CatchUp, ChatNamespace } from '#protocol/room/server-events.ts'
import {
  type BlockedRange,
  FromRelay,
  RELAY_MAX_MESSAGE_BYTES,
  RELAY_PATH,
  SentFrames,
  type ToRelay,
} from '#protocol/room/relay.ts'
import { addressKey } from '../../config/address.ts'
import { isEqualText } from '../../config/secrets.ts'
import { refuseUpgrade } from '../../net/tcp-connections.ts'
import type { FrameSink } from '../hub.ts'
import { chatRoomOf } from './frame-writer.ts'
import type { ViewerSocket } from './socket-session.ts'

/** A relay with more unread bytes is disconnected; its viewers reconnect and resume. */
const MAX_BUFFERED_BYTES = 32 * 1024 * 1024
const POLICY_VIOLATION = 1008

/** A viewer whose packets the socket server handles. */
export interface AttachedViewer {
  /** Handles a packet: event name, parameters, and the acknowledgement as last argument. */
  receive(packet: readonly unknown[]): Promise<void>
  /** The viewer has disconnected. */
  end(): void
}

export interface RelayGateOptions {
  /** Null refuses all relays. */
  readonly secret: string | null
  /** True if a viewer of this address may connect. */
  readonly mayConnect: (address: string) => boolean
  /** The addresses that {@link mayConnect} refuses. Relays check them at the handshake. */
  readonly refusedRanges: () => readonly BlockedRange[]
  /** `address`: the key that limits count by. */
  readonly attach: (socket: ViewerSocket, namespace: ChatNamespace, address: string) => AttachedViewer
  readonly onError: (error: unknown) => void
}

/** The origin's end of the connections of relays: one frame per room and relay, whatever the number of viewers. */
export class RelayGate implements FrameSink {
  readonly #options: RelayGateOptions
  readonly #server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: RELAY_MAX_MESSAGE_BYTES,
  })
  readonly #relays = new Set<RelayConnection>()
  /** The list of blocks that all relays have. */
  #sentBlocks: string

  constructor(options: RelayGateOptions) {
    this.#options = options
    this.#sentBlocks = this.#blocks()
  }

  stats(): { relays: number; viewers: number } {
    return { relays: this.#relays.size, viewers: [...this.#relays].reduce((sum, { size }) => sum + size, 0) }
  }

  /** Accepts or refuses the upgrade of a relay. Returns false for other requests. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    const { secret } = this.#options
    if (secret === null || request.url !== RELAY_PATH) return false
    if (!isAuthorized(request.headers.authorization, secret)) {
      refuseUpgrade(socket, 401)
      return true
    }
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      const relay = new RelayConnection(webSocket, this.#options)
      relay.sendText(this.#blocks())
      this.#relays.add(relay)
      webSocket.on('close', () => {
        this.#relays.delete(relay)
        relay.end()
      })
    })
    return true
  }

  /** Sends a sealed frame to each relay with viewers in the room. */
  emit(chatRoomNo: string, sealed: string): void {
    let text: string | null = null
    for (const relay of this.#relays) {
      if (relay.viewersOf(chatRoomNo) === 0) continue
      text ??= JSON.stringify(['frame', chatRoomNo, sealed] satisfies ToRelay)
      relay.sendText(text)
    }
  }

  writes(chatRoomNo: string): { here: number; atRelay: number } {
    const viewers = [...this.#relays].map((relay) => relay.viewersOf(chatRoomNo))
    return { here: viewers.filter((count) => count > 0).length, atRelay: Math.max(0, ...viewers) }
  }

  /** Sends each relay the list of blocks if it has changed. */
  sendBlocks(): void {
    const blocks = this.#blocks()
    if (blocks === this.#sentBlocks) return
    this.#sentBlocks = blocks
    for (const relay of this.#relays) relay.sendText(blocks)
  }

  close(): void {
    for (const relay of this.#relays) relay.close()
  }

  #blocks(): string {
    return JSON.stringify(['blocks', this.#options.refusedRanges()] satisfies ToRelay)
  }
}

function isAuthorized(authorization: string | undefined, secret: string): boolean {
  return isEqualText(authorization ?? '', `Bearer ${secret}`)
}

/** One relay, with a virtual socket for each of its viewers. */
class RelayConnection {
  readonly #id = randomBytes(9).toString('base64url')
  readonly #webSocket: WebSocket
  readonly #options: RelayGateOptions
  readonly #viewers = new Map<number, AttachedViewer>()
  /** Viewers by room. */
  readonly #rooms = new Map<string, Set<number>>()
  readonly #sentFrames = new SentFrames()
  readonly #pings: ReturnType<typeof setInterval>
  #isAlive = true

  constructor(webSocket: WebSocket, options: RelayGateOptions) {
    this.#webSocket = webSocket
    this.#options = options
    webSocket.on('message', (data: Buffer) => this.#receive(data))
    webSocket.on('pong', () => (this.#isAlive = true))
    webSocket.on('error', options.onError)
    this.#pings = setInterval(() => this.#ping(), SOCKET_PING_INTERVAL_MS)
    this.#pings.unref()
  }

  get size(): number {
    return this.#viewers.size
  }

  viewersOf(chatRoomNo: string): number {
    return this.#rooms.get(chatRoomNo)?.size ?? 0
  }

  sendText(text: string): void {
    if (this.#webSocket.readyState !== WebSocket.OPEN) return
    this.#webSocket.send(text)
    if (this.#webSocket.bufferedAmount > MAX_BUFFERED_BYTES) this.#webSocket.terminate()
  }

  close(): void {
    this.#webSocket.terminate()
  }

  /** The connection is closed: all its viewers have left. */
  end(): void {
    clearInterval(this.#pings)
    for (const viewer of this.#viewers.values()) viewer.end()
    this.#viewers.clear()
    this.#rooms.clear()
  }

  #send(message: ToRelay): void {
    this.sendText(JSON.stringify(message))
  }

  #ping(): void {
    if (!this.#isAlive) return this.#webSocket.terminate()
    this.#isAlive = false
    this.#webSocket.ping()
  }

  #receive(data: Buffer): void {
    const message = parseMessage(data)
    if (message === null) return this.#webSocket.close(POLICY_VIOLATION, 'malformed message')
    const [type, number] = message
    if (type === 'open') this.#open(number, message[2], message[3])
    else if (type === 'event') this.#event(number, message[2], message[3], message[4])
    else this.#close(number)
  }

  #open(number: number, namespace: ChatNamespace, address: string): void {
    if (this.#viewers.has(number) || !this.#options.mayConnect(address)) return this.#send(['drop', number])
    this.#viewers.set(number, this.#options.attach(this.#socketOf(number), namespace, addressKey(address)))
  }

  #event(number: number, event: number, name: string, payload: unknown): void {
    const ack = (result: object) => {
      const { frames, ...rest } = result as Partial<CatchUp>
      const sent = frames?.map((sealed) => this.#sentFrames.send(sealed)) ?? null
      this.#send(['ack', number, event, rest, sent])
    }
    void this.#viewers.get(number)?.receive([name, payload, ack])
  }

  #close(number: number): void {
    this.#viewers.get(number)?.end()
    this.#viewers.delete(number)
    for (const chatRoomNo of this.#rooms.keys()) this.#exit(number, chatRoomNo)
  }

  #exit(number: number, chatRoomNo: string): void {
    const viewers = this.#rooms.get(chatRoomNo)
    if (viewers?.delete(number) && viewers.size === 0) this.#rooms.delete(chatRoomNo)
  }

  #socketOf(number: number): ViewerSocket {
    return {
      id: `${this.#id}:${number}`,
      conn: null,
      join: (channel) => {
        const chatRoomNo = chatRoomOf(channel)
        this.#rooms.set(chatRoomNo, (this.#rooms.get(chatRoomNo) ?? new Set()).add(number))
        this.#send(['enter', number, chatRoomNo])
      },
      leave: (channel) => {
        this.#exit(number, chatRoomOf(channel))
        this.#send(['exit', number, chatRoomOf(channel)])
      },
      emit: (event, payload) => this.#send(['emit', number, event, payload]),
      disconnect: () => {
        this.#send(['drop', number])
        this.#close(number)
      },
    }
  }
}

function parseMessage(data: Buffer): FromRelay | null {
  try {
    const parsed = FromRelay.safeParse(JSON.parse(data.toString()))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
