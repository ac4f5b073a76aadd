import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#protocol/time.ts'
import type { RunningServer } from '#server/main.ts'
import { signStreamKey, signingKeyOf } from '#server/media/ingest/stream-key.mjs'
import { HAS_FFMPEG, NO_FFMPEG, probe, publish, type Publisher } from '../../support/ffmpeg.ts'
import { INGEST, keyFor, publishAddress } from '../../support/ingest.ts'
import type { SealedClient } from '../../support/sealed-client.ts'
import { connectTo, createTestInstallation, type TestInstallation } from '../app/app-support.ts'
import { openSocket, readLiveTags } from './media-support.ts'
import { isAnother, shownIn, WAIT } from './ingest-support.ts'

let installation: TestInstallation
let server: RunningServer
let viewer: SealedClient
const publishers: Publisher[] = []

function startPublisher(key: string, encoding?: readonly string[]): Publisher {
  const publisher = publish(publishAddress(server, key), encoding)
  publishers.push(publisher)
  return publisher
}

async function statusOf(eid: string): Promise<unknown> {
  const { data } = await viewer.call('live.playingVideo', { matchId: `m${eid}`, channel: 'OBTY' })
  return (data as { anchorStatus: number }).anchorStatus
}

/** The publisher state in the snapshot of a room. */
async function anchorStatusIn(chatRoomNo: string): Promise<unknown> {
  const { data } = await viewer.call('chatroom.anonJoin', { chatRoomNo })
  return (data as { snapshot: { anchorStatus: number } }).snapshot.anchorStatus
}

const reaches = (eid: string, status: number): Promise<void> => expect.poll(() => statusOf(eid), WAIT).toBe(status)

/** A publisher's first HLS segment is complete. */
const isOnAir = (eid: string): Promise<void> => expect.poll(() => shownIn(server, `a${eid}`), WAIT).toBe('publisher')

async function stopAll(): Promise<void> {
  for (const publisher of publishers) publisher.kill('SIGKILL')
  await Promise.all(publishers.splice(0).map((publisher) => publisher.ended))
}

describe.skipIf(!HAS_FFMPEG)(`RTMP ingest${NO_FFMPEG}`, () => {
  beforeAll(async () => {
    installation = createTestInstallation()
    server = await installation.start(INGEST)
    viewer = await connectTo(server)
  })
  afterAll(async () => {
    await stopAll()
    await server.close()
    installation.remove()
  })

  it('S4.4 streams a publisher instead of the clip, as FLV over WebSocket that ffprobe decodes, and as HLS', async () => {
    const clip = await openSocket(`${server.url.replace('http', 'ws')}/media/a2001.flv`)
    const closed = once(clip.socket, 'close')
    startPublisher(keyFor('a2001'))
    await closed // viewers of the clip reconnect and get the publisher
    await isOnAir('2001')
    await reaches('2001', 1)

    const { socket, received } = await openSocket(`${server.url.replace('http', 'ws')}/media/a2001.flv`)
    const bytes = await received.until((bytes) => readLiveTags(bytes).filter((tag) => tag.type === 9).length > 60)
    socket.terminate()
    const tags = readLiveTags(bytes)
    expect(tags.slice(0, 4)).toMatchObject([
      { type: 18 },
      { type: 9, isConfig: true },
      { type: 8, isConfig: true },
      { isKey: true, isConfig: false },
    ])
    const streams = await probe(bytes)
    expect(streams.map(({ codec_name }) => codec_name).sort()).toEqual(['aac', 'h264'])
    expect(Number(streams.find(({ codec_type }) => codec_type === 'video')?.nb_read_frames)).toBeGreaterThan(40)

    const playlist = await (await fetch(`${server.url}/media/a2001/index.m3u8`)).text()
    const init = /MAP:URI="([^"]+)"/.exec(playlist)?.[1] ?? ''
    const segments = [...playlist.matchAll(/^\d+\.m4s$/gm)].map(([name]) => name)
    const files = await Promise.all([init, ...segments].map((file) => fetch(`${server.url}/media/a2001/${file}`)))
    expect(files.map(({ status }) => status)).toEqual([200, ...segments.map(() => 200)])
    const media = Buffer.concat(await Promise.all(files.map(async (file) => Buffer.from(await file.arrayBuffer()))))
    const inSegment = await probe(media)
    expect(inSegment.map(({ codec_name }) => codec_name).sort()).toEqual(['aac', 'h264'])
    expect(inSegment.every((stream) => Number(stream.nb_read_frames) >= 24)).toBe(true)
  })

  it('refuses a second publisher of a stream', async () => {
    const second = startPublisher(keyFor('a2001'))
    expect((await second.ended).code).not.toBe(0)
    expect(await statusOf('2001')).toBe(1)
  })

  it('S4.3 reports On2 when the publisher is lost, ends viewers and returns 404; On1 when it is back', async () => {
    const { socket } = await openSocket(`${server.url.replace('http', 'ws')}/media/a2001.flv`)
    const closed = once(socket, 'close')
    await stopAll()
    await reaches('2001', 2)
    await closed
    await expect.poll(async () => (await fetch(`${server.url}/media/a2001.flv`)).status, WAIT).toBe(404)
    await expect.poll(() => anchorStatusIn('r2001'), WAIT).toBe(2) // it is in the room's log one write later

    startPublisher(keyFor('a2001'))
    await reaches('2001', 1)
    const back = await openSocket(`${server.url.replace('http', 'ws')}/media/a2001.flv`)
    await back.received.until((bytes) => readLiveTags(bytes).filter((tag) => tag.type === 9).length > 10)
    back.socket.terminate()
  })

  it('S4.3 reports On2 for a silent connection, and On1 when it continues', async () => {
    publishers[0]?.kill('SIGSTOP')
    await reaches('2001', 2)
    publishers[0]?.kill('SIGCONT')
    await reaches('2001', 1)
  })

  it('S4.3 recovers from a crash of the RTMP process: On2, a new process on the port, On1', async () => {
    const { pid, port } = server.ingest ?? {}
    process.kill(pid ?? 0, 'SIGKILL')
    await reaches('2001', 2)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    await stopAll()
    await isAnother(server, pid ?? 0)
    expect(server.ingest?.port).toBe(port)
    startPublisher(keyFor('a2001'))
    await reaches('2001', 1)
  })

  it.each([
    ['without a key', (): string => 'a2002'],
    ['with a key that somebody has changed', () => keyFor('a2002').slice(0, -2)],
    ['with an expired key', () => keyFor('a2002', -DAY_MS)],
    ["with another room's key", () => keyFor('a2001').replace('a2001', 'a2002')],
    ['with a key of another secret', () => signStreamKey(signingKeyOf('another'), 'a2002', Date.now() + 60_000)],
    ['of a room that does not exist', () => keyFor('a9999')],
  ])('refuses a publisher %s', async (_name, key) => {
    const refused = startPublisher(key())
    expect((await refused.ended).code).not.toBe(0)
    await expect.poll(() => shownIn(server, 'a2002'), WAIT).toBe('clip')
  })

  it('refuses video that browsers cannot play, and keeps the clip', async () => {
    const options = ['-t', '20', '-c:v', 'flv1', '-s', '64x36', '-an']
    expect((await startPublisher(keyFor('a2002'), options).ended).code).not.toBe(0)
    await expect.poll(() => shownIn(server, 'a2002'), WAIT).toBe('clip')
  })

  it('accepts video without audio', async () => {
    startPublisher(keyFor('a2002'), ['-c', 'copy', '-an'])
    await isOnAir('2002')
    const { socket, received } = await openSocket(`${server.url.replace('http', 'ws')}/media/a2002.flv`)
    const bytes = await received.until((bytes) => readLiveTags(bytes).filter((tag) => tag.type === 9).length > 30)
    socket.terminate()
    expect(bytes[4]).toBe(1)
    expect((await probe(bytes)).map(({ codec_name }) => codec_name)).toEqual(['h264'])
  })
})
