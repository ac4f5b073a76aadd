import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FeedTag } from '#server/media/live/feed-tag.ts'

const HANDSHAKE_BYTES = 1536
const TYPES = { audio: 8, video: 9, script: 18 } as const
const CHUNK_BYTES = 1024 * 1024
const EXTENDED_TIME = 0xff_ff_ff
/** AMF0: null, a string, a number, and an object of strings. */
export const NULL = Buffer.from([5])

export function text(value: string): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([Buffer.from([2, bytes.length >> 8, bytes.length & 255]), bytes])
}

export function number(value: number): Buffer {
  const bytes = Buffer.alloc(9)
  bytes.writeDoubleBE(value, 1)
  return bytes
}

export function object(fields: Readonly<Record<string, string>>): Buffer {
  const entries = Object.entries(fields).map(([name, value]) => Buffer.concat([text(name).subarray(1), text(value)]))
  return Buffer.concat([Buffer.from([3]), ...entries, Buffer.from([0, 0, 9])])
}

/** One message in one chunk, with a header of type 0. */
function chunk(channel: number, type: number, time: number, stream: number, body: Buffer): Buffer {
  const isExtended = time >= EXTENDED_TIME
  const head = Buffer.alloc(isExtended ? 16 : 12)
  head.writeUInt8(channel, 0)
  head.writeUIntBE(isExtended ? EXTENDED_TIME : time, 1, 3)
  head.writeUIntBE(body.length, 4, 3)
  head.writeUInt8(type, 7)
  head.writeUInt32LE(stream, 8)
  if (isExtended) head.writeUInt32BE(time, 12)
  return Buffer.concat([head, body])
}

const command = (stream: number, ...parts: Buffer[]): Buffer => chunk(3, 20, 0, stream, Buffer.concat(parts))

/** Everything up to the request to publish. */
function opening(key: string): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(CHUNK_BYTES)
  const details = object({ app: 'live', tcUrl: 'rtmp://127.0.0.1/live' })
  return Buffer.concat([
    chunk(2, 1, 0, 0, size),
    command(0, text('connect'), number(1), details),
    command(0, text('createStream'), number(2), NULL),
    command(1, text('publish'), number(3), NULL, text(key), text('live')),
  ])
}

/** The response to a request to publish. */
export interface PublishStatus {
  readonly code: string
  readonly level: string
  readonly description: string
}

/** A minimal RTMP publisher that sends exactly the given messages. */
export class RtmpPublisher {
  readonly #socket: Socket
  #received = ''
  /** Resolves when the connection has closed, for any reason. */
  readonly closed: Promise<unknown>

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => (this.#received += bytes.toString('latin1')))
    this.closed = new Promise((resolve) => socket.once('close', resolve))
  }

  /** Connects and asks to publish. */
  static async open(port: number, key: string): Promise<RtmpPublisher> {
    const socket = connect(port, '127.0.0.1')
    const publisher = new RtmpPublisher(socket)
    await once(socket, 'connect')
    socket.write(Buffer.concat([Buffer.from([3]), Buffer.alloc(HANDSHAKE_BYTES * 2), opening(key)]))
    return publisher
  }

  get isClosed(): boolean {
    return this.#socket.destroyed
  }

  /** The first status of the server; null if it closes the connection without one. */
  async status(): Promise<PublishStatus | null> {
    for (;;) {
      const found = /level...(\w+).*?code...([\w.]+).*?description..([^]*?)\0\0\t/s.exec(
        this.#received.slice(this.#received.search(/onStatus|$/)),
      )
      if (found?.[1] && found[2]) return { level: found[1], code: found[2], description: found[3]?.slice(1) ?? '' }
      if (this.isClosed) return null
      await Promise.race([once(this.#socket, 'data').catch(() => null), this.closed])
    }
  }

  send({ kind, time, body }: FeedTag): void {
    const isScript = kind === 'script'
    const content = isScript ? Buffer.concat([text('@setDataFrame'), body]) : body
    if (!this.isClosed)
      this.#socket.write(chunk(isScript ? 5 : kind === 'audio' ? 4 : 6, TYPES[kind], time >>> 0, 1, content))
  }

  /** Sends tags at their moments (ms from now), until the server closes the connection. */
  async play(tags: readonly { readonly at: number; readonly tag: FeedTag }[]): Promise<void> {
    await this.status()
    const startedAt = performance.now()
    for (const { at, tag } of tags) {
      const aheadMs = at - (performance.now() - startedAt)
      if (aheadMs > 0) await wait(aheadMs)
      if (this.isClosed) return
      this.send(tag)
    }
  }

  close(): void {
    this.#socket.destroy()
  }
}
