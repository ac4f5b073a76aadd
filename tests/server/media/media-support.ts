import { fileURLToPath } from 'node:url'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import fastify, { type FastifyInstance } from 'fastify'
import { type MediaOptions, type MediaServer, registerMedia } from '#server/media/media.ts'
import { WebSocket } from 'ws'

export const CLIP_DIRECTORY = fileURLToPath(new URL('../../../public/live', import.meta.url))

/** A clock that the test advances. */
export class HandClock {
  time: number
  readonly now = (): number => this.time

  constructor(time: number) {
    this.time = time
  }
}

export interface RunningMedia {
  readonly app: FastifyInstance
  readonly media: MediaServer
  readonly warnings: string[]
  /** host:port */
  readonly host: string
}

/** A real server on a random port of 127.0.0.1 with the media routes and their WebSocket, until the end of the test. */
export async function startMedia(options: Partial<MediaOptions> = {}): Promise<RunningMedia> {
  const app = fastify({ forceCloseConnections: true })
  const warnings: string[] = []
  const log = { warn: (_details: object, message: string) => void warnings.push(message) }
  const media = registerMedia(app, { clipDirectory: CLIP_DIRECTORY, now: Date.now, log, ...options })
  app.server.on('upgrade', (request, socket, head) => {
    if (!media.handleUpgrade(request, socket, head)) socket.end('HTTP/1.1 418 Not Media\r\nConnection: close\r\n\r\n')
  })
  onTestFinished(() => app.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { app, media, warnings, host: `127.0.0.1:${address.port}` }
}

/** Bytes as they arrive, with a promise for "at least so many". */
export class Received {
  #bytes = Buffer.alloc(0)
  #wake: (() => void) | null = null

  add(bytes: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, bytes])
    this.#wake?.()
  }

  get bytes(): Buffer {
    return this.#bytes
  }

  async until(isEnough: (bytes: Buffer) => boolean): Promise<Buffer> {
    while (!isEnough(this.#bytes)) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    return this.#bytes
  }
}

export async function openSocket(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ socket: WebSocket; received: Received }> {
  const socket = new WebSocket(url, { headers })
  const received = new Received()
  socket.on('message', (data: Buffer) => received.add(data))
  await once(socket, 'open')
  return { socket, received }
}

/** Tags of a live FLV stream, which may end within one. */
export interface LiveTag {
  readonly type: number
  readonly time: number
  readonly isConfig: boolean
  readonly isKey: boolean
  readonly bytes: number
}

export function readLiveTags(stream: Buffer): LiveTag[] {
  const tags: LiveTag[] = []
  for (let at = 13; at + 11 <= stream.length;) {
    const size = stream.readUIntBE(at + 1, 3)
    if (at + 11 + size + 4 > stream.length) break
    const type = stream.readUInt8(at)
    const isScript = type === 18
    tags.push({
      type,
      time: stream.readUIntBE(at + 4, 3) + stream.readUInt8(at + 7) * 0x1000000,
      isConfig: !isScript && stream[at + 12] === 0,
      isKey: type === 9 && stream[at + 11] === 0x17,
      bytes: size,
    })
    if (stream.readUInt32BE(at + 11 + size) !== 11 + size) throw new Error(`bad tag size at ${at}`)
    at += 11 + size + 4
  }
  return tags
}
