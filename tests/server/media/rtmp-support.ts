import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { NULL, number, object, text } from '../../support/rtmp-publisher.ts'

/** One RTMP message in chunks of 128 bytes, on chunk stream 3. */
export function message(type: number, body: Buffer): Buffer {
  const head = Buffer.alloc(12)
  head.writeUInt8(3, 0)
  head.writeUIntBE(body.length, 4, 3)
  head.writeUInt8(type, 7)
  const chunks = [head, body.subarray(0, 128)]
  for (let at = 128; at < body.length; at += 128) chunks.push(Buffer.from([0xc3]), body.subarray(at, at + 128))
  return Buffer.concat(chunks)
}
const command = (...parts: Buffer[]): Buffer => message(20, Buffer.concat(parts))
export const connectTo = (app: string, tcUrl: string): Buffer =>
  command(text('connect'), number(1), object({ app, tcUrl }))
export const ask = (name: string, stream: string): Buffer => command(text(name), number(2), NULL, text(stream))
export const LIVE = connectTo('live', 'rtmp://127.0.0.1/live')

/** The first chunk of a message of `length` bytes on a chunk stream (2 to 63) of its own. */
export function firstChunk(chunkStream: number, length: number): Buffer {
  const chunk = Buffer.alloc(12 + Math.min(128, length))
  chunk.writeUInt8(chunkStream, 0)
  chunk.writeUIntBE(length, 4, 3)
  chunk.writeUInt8(9, 7)
  return chunk
}

/** An open connection, or a closed one if the server refused it before it was established. */
export async function openRtmp(port: number | null): Promise<Socket> {
  const socket = connect(port ?? 0, '127.0.0.1')
  socket.on('error', () => undefined)
  await Promise.race([once(socket, 'connect'), new Promise((resolve) => socket.once('close', resolve))])
  return socket
}

/** Sends bytes after a handshake, and waits until the server closes the connection. */
export async function sayUntilClosed(port: number | null, ...messages: Buffer[]): Promise<void> {
  const socket = await openRtmp(port)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.resume()
  socket.write(Buffer.concat([Buffer.from([3]), Buffer.alloc(2 * 1536), ...messages]))
  await closed
}
