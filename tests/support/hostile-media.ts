import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { randomBytes } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { HOSTILE, type Hostile } from './hostile-kinds.ts'
import { sendOpening } from './opening-alone.ts'
import { sendSound, sendSpoilt, type Spoilt } from './changed-clip.ts'

/** Number of requests and of sent bytes. */
export interface HostileCount {
  readonly requests: number
  readonly bytes: number
}

const CHUNK = randomBytes(64 * 1024)
const FLV_HEADER = Buffer.from([0x46, 0x4c, 0x56, 1, 5, 0, 0, 0, 9, 0, 0, 0, 0])
/** A script tag with the maximum size of 16 MiB. */
const ENDLESS_TAG = Buffer.from([18, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0])
const WRONG_CODEC = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=800000,CODECS="hvc1.1.6.L93.B0,ac-3"\nlow.m3u8\n'
const LIVE = (now: number): string => {
  const first = Math.floor(now / 2_000)
  const segments = [0, 1, 2, 3].map((index) => `#EXTINF:2,\nnoise-${first + index}.ts\n`)
  return `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:${first}\n${segments.join('')}`
}

/** Writes endlessly, as fast as the client reads. */
function pour(response: ServerResponse, chunk: () => Buffer | string, times = Number.POSITIVE_INFINITY): void {
  let left = times
  const source = new PassThrough()
  const more = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= 1
      if (!source.write(chunk())) return void source.once('drain', more)
    }
    source.end()
  }
  source.pipe(response)
  response.once('close', () => source.destroy())
  more()
}

function millionSegments(response: ServerResponse): void {
  let number = 0
  response.write('#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:0\n')
  const thousand = (): string =>
    Array.from({ length: 1_000 }, () => `#EXTINF:2,\nsegment-${(number += 1)}.ts\n`).join('')
  pour(response, thousand, 1_000)
}

function respond(name: string, request: IncomingMessage, response: ServerResponse): void {
  if (!name.startsWith('refused')) response.setHeader('access-control-allow-origin', '*')
  if (name.startsWith('redirect')) {
    const hop = Number(new URL(request.url ?? '/', 'http://x').searchParams.get('hop') ?? 0) + 1
    return void response.writeHead(302, { location: `/${name}?hop=${hop}` }).end()
  }
  if (name.startsWith('missing')) return void response.writeHead(404).end('nothing here')
  if (name.startsWith('broken')) return void response.writeHead(500).end('broken')
  if (name.startsWith('html')) {
    return void response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><h1>Sign in to this network</h1>')
  }
  if (name === 'opening.flv') return sendOpening(response)
  response.writeHead(200)
  switch (name) {
    case 'silent.flv':
      return void response.write(FLV_HEADER)
    case 'silent.m3u8':
      return response.flushHeaders()
    case 'sound.flv':
      return sendSound(response)
    case 'noise.flv':
    case 'zeros.flv':
    case 'lengths.flv':
      return sendSpoilt(response, name.replace('.flv', '') as Spoilt)
    case 'garbage.flv':
      response.write(FLV_HEADER)
      return pour(response, () => CHUNK)
    case 'header.flv':
      response.write(Buffer.concat([FLV_HEADER, ENDLESS_TAG]))
      return pour(response, () => CHUNK)
    case 'segments.m3u8':
      return millionSegments(response)
    case 'giant.m3u8':
      response.write('#EXTM3U\n')
      return pour(response, () => `#${'x'.repeat(64 * 1024)}\n`)
    case 'codec.m3u8':
      return void response.end(WRONG_CODEC)
    case 'noise.m3u8':
      return void response.end(LIVE(Date.now()))
    default:
      response.end(name.endsWith('.ts') ? CHUNK : FLV_HEADER)
  }
}

/**
 * Starts faulty media servers, one per kind, so that kinds do not share connections. `ports` by kind; `counts` since
 * the start.
 */
export async function startHostileMedia() {
  const counts = new Map<string, { requests: number; bytes: number }>()
  const servers: Server[] = []
  const ports: Record<string, number> = {}
  for (const kind of HOSTILE) {
    const count = { requests: 0, bytes: 0 }
    counts.set(kind, count)
    const server = createServer((request, response) => {
      count.requests += 1
      const { socket } = response
      const before = socket?.bytesWritten ?? 0
      response.once('close', () => (count.bytes += (socket?.bytesWritten ?? 0) - before))
      response.on('error', () => undefined)
      respond((request.url ?? '/').slice(1).split('?')[0] ?? '', request, response)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    ports[kind] = address.port
    servers.push(server)
  }
  return {
    ports: ports as Readonly<Record<Hostile, number>>,
    counts: (): Record<string, HostileCount> => Object.fromEntries(counts),
    async stop(): Promise<void> {
      for (const server of servers) server.closeAllConnections()
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}
