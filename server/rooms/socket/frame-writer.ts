import type { Server, Socket } from 'socket.io'
import {
  type ChatNamespace,
  type ClientToServerEvents,
  type MessageNew,
  NAMESPACES,
  type ServerToClientEvents,
} from '#protocol/room/server-events.ts'
import type { FrameSink } from '../hub.ts'
import type { Connection, Connections, WebSocketOfLibrary } from './connections.ts'

const CHANNEL_PREFIX = 'room:'

/** Name of a room in socket.io, distinct from the rooms named by socket id. */
export function channelOf(chatRoomNo: string): string {
  return CHANNEL_PREFIX + chatRoomNo
}

/** The inverse of {@link channelOf}. */
export function chatRoomOf(channel: string): string {
  return channel.slice(CHANNEL_PREFIX.length)
}

/** A socket in a room, with the objects that a write needs. */
interface Receiver {
  readonly socket: Socket<ClientToServerEvents, ServerToClientEvents>
  readonly connection: Connection
  /** Set when the connection uses a WebSocket, which it then keeps. */
  webSocket: WebSocketOfLibrary | null
  /** False once the socket has left the room. */
  isPresent: boolean
}

/** A frame and who does not have it yet. */
interface PendingFrame {
  readonly channel: string
  readonly sealed: string
  /** Of each namespace: the bytes, and the receivers that wait. */
  readonly parts: { readonly bytes: Buffer; readonly receivers: Receiver[] }[]
  readonly viewers: number
  /** Time spent so far. */
  ms: number
}

/** A large frame is written in slices of this time; calls and other rooms come between them. */
const SLICE_MS = 4
/** Writes between two looks at the clock. */
const WRITES_PER_LOOK = 32

/**
 * Writes the sealed frames of rooms to their sockets in all namespaces.
 *
 * The bytes are equal for all viewers of a namespace, so engine.io message, socket.io event and WebSocket header are
 * built once and written to each WebSocket directly. A connection on long polling, or with waiting packets, gets the
 * event through socket.io, so order is kept. Receivers are listed here by room, which replaces a look-up per viewer and
 * frame in the tables of socket.io (decision 120).
 *
 * A large frame is written in slices; the next one of its room comes after all of them (decision 207). Who joins meanwhile
 * has its entries from the log.
 */
export class FrameWriter implements FrameSink {
  /** By namespace, room in socket.io and socket id. */
  readonly #receivers = new Map<string, Map<string, Map<string, Receiver>>>()
  readonly #connections: Pick<Connections, 'sent'>
  readonly #onWritten: (viewers: number, ms: number) => void
  /** At most one of each room, in the order of their turns. */
  readonly #pending: PendingFrame[] = []
  #isTurnDue = false

  /**
   * @param onWritten receives the number of viewers and the time that each frame took
   */
  constructor(
    io: Server<ClientToServerEvents, ServerToClientEvents>,
    connections: Pick<Connections, 'sent'>,
    onWritten: (viewers: number, ms: number) => void = () => undefined,
  ) {
    this.#connections = connections
    this.#onWritten = onWritten
    for (const path of Object.values(NAMESPACES)) this.#follow(io, path)
  }

  emit(chatRoomNo: string, sealed: string): void {
    const channel = channelOf(chatRoomNo)
    this.#finish(channel)
    const parts: PendingFrame['parts'] = []
    for (const [path, channels] of this.#receivers) {
      const receivers = channels.get(channel)
      // A sealed frame is base64url and needs no escaping.
      if (receivers) {
        parts.push({ bytes: webSocketText(`42${path},["frame","${sealed}"]`), receivers: [...receivers.values()] })
      }
    }
    const viewers = parts.reduce((sum, { receivers }) => sum + receivers.length, 0)
    this.#connections.sent(sealed.length)
    const frame: PendingFrame = { channel, sealed, parts, viewers, ms: 0 }
    if (this.#write(frame, SLICE_MS)) return
    this.#pending.push(frame)
    if (!this.#isTurnDue) setImmediate(this.#takeTurn)
    this.#isTurnDue = true
  }

  /** Completes the frame of a room that waits, if there is one. */
  #finish(channel: string): void {
    const index = this.#pending.findIndex((frame) => frame.channel === channel)
    const [frame] = index < 0 ? [] : this.#pending.splice(index, 1)
    if (frame) this.#write(frame, Infinity)
  }

  /** Writes a slice of the frame whose turn it is. */
  readonly #takeTurn = (): void => {
    const frame = this.#pending.shift()
    if (frame && !this.#write(frame, SLICE_MS)) this.#pending.push(frame)
    this.#isTurnDue = this.#pending.length > 0
    if (this.#isTurnDue) setImmediate(this.#takeTurn)
  }

  /** Writes for about `forMs`. Returns whether all receivers have the frame. */
  #write(frame: PendingFrame, forMs: number): boolean {
    const { parts, sealed } = frame
    const startedAt = performance.now()
    let writes = 0
    for (let part = parts.at(-1); part !== undefined; part = parts.at(-1)) {
      const receiver = part.receivers.pop()
      if (receiver === undefined) parts.pop()
      else if (receiver.isPresent && !writeDirectly(receiver, part.bytes)) receiver.socket.emit('frame', sealed)
      writes += 1
      if (writes % WRITES_PER_LOOK === 0 && performance.now() - startedAt >= forMs) break
    }
    frame.ms += performance.now() - startedAt
    if (parts.length > 0) return false
    this.#onWritten(frame.viewers, frame.ms)
    return true
  }

  writes(chatRoomNo: string): { here: number; atRelay: number } {
    const channel = channelOf(chatRoomNo)
    let here = 0
    for (const channels of this.#receivers.values()) here += channels.get(channel)?.size ?? 0
    return { here, atRelay: 0 }
  }

  /** Follows the room membership of a namespace. */
  #follow(io: Server<ClientToServerEvents, ServerToClientEvents>, path: string): void {
    const namespace = io.of(path)
    const channels = new Map<string, Map<string, Receiver>>()
    this.#receivers.set(path, channels)
    namespace.adapter.on('join-room', (channel: string, id: string) => {
      const socket = channel.startsWith(CHANNEL_PREFIX) ? namespace.sockets.get(id) : undefined
      if (!socket) return
      const receivers = channels.get(channel) ?? new Map<string, Receiver>()
      channels.set(channel, receivers)
      receivers.set(id, { socket, connection: socket.conn as unknown as Connection, webSocket: null, isPresent: true })
    })
    namespace.adapter.on('leave-room', (channel: string, id: string) => {
      const receivers = channels.get(channel)
      const receiver = receivers?.get(id)
      if (!receivers || !receiver) return
      receiver.isPresent = false
      receivers.delete(id)
      if (receivers.size === 0) channels.delete(channel)
    })
  }
}

/** What a change of messages needs of a socket. `conn` is null for a viewer at a relay. */
interface MessageSocket {
  readonly conn: unknown
  emit(event: 'message:new', change: MessageNew): unknown
}

/** A change of messages for many sockets: like a frame, its bytes are built once per namespace. */
export class MessageWriter {
  readonly #change: MessageNew
  readonly #bytes = new Map<ChatNamespace, Buffer>()

  constructor(change: MessageNew) {
    this.#change = change
  }

  write(socket: MessageSocket, namespace: ChatNamespace): void {
    const bytes = this.#bytes.get(namespace) ?? webSocketText(packetOf(namespace, this.#change))
    this.#bytes.set(namespace, bytes)
    const connection = socket.conn as Connection | null
    const isWritten = connection !== null && writeDirectly({ connection, webSocket: null }, bytes)
    if (!isWritten) socket.emit('message:new', this.#change)
  }
}

function packetOf(namespace: ChatNamespace, change: MessageNew): string {
  return `42${NAMESPACES[namespace]},${JSON.stringify(['message:new', change])}`
}

const WEBSOCKET_OPEN = 1
const TEXT_MESSAGE = 0x81

function writeDirectly(receiver: Pick<Receiver, 'connection' | 'webSocket'>, bytes: Buffer): boolean {
  const { readyState, writeBuffer, transport } = receiver.connection
  if (receiver.webSocket === null && transport.name === 'websocket') receiver.webSocket = transport.socket ?? null
  const { webSocket } = receiver
  const isFree = readyState === 'open' && writeBuffer.length === 0 && webSocket?.readyState === WEBSOCKET_OPEN
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
