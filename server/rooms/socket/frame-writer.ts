import type { Namespace } from 'socket.io'
import type { ClientToServerEvents, ServerToClientEvents } from '#protocol/room/server-events.ts'

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
