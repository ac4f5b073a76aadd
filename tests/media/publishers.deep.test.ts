import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, type ExpectStatic, it } from 'vitest'
import { readFlvTags } from '#server/media/clip.ts'
import { AUDIO_TRACK, VIDEO_TRACK } from '#server/media/hls/mp4-init.ts'
import type { FeedTag } from '#server/media/live/feed-tag.ts'
import type { RunningServer } from '#server/main.ts'
import { createTestInstallation, type TestInstallation } from '../server/app/app-support.ts'
import { shownIn, WAIT } from '../server/media/ingest-support.ts'
import { CLIP_DIRECTORY, openSocket } from '../server/media/media-support.ts'
import { INGEST, keyFor } from '../support/ingest.ts'
import {
  type Change,
  isConfig,
  only,
  type Outcome,
  PUBLISHER_KINDS,
  withSecondTrack,
} from '../support/publisher-kinds.ts'
import { RtmpPublisher } from '../support/rtmp-publisher.ts'

/** The demo clip: 24 s, 25 pictures per second, a key frame every second, AAC in stereo at 48 kHz. */
const CLIP: readonly FeedTag[] = readFlvTags(readFileSync(path.join(CLIP_DIRECTORY, 'football-720.flv'))).map(
  ({ type, time, body }) => ({ kind: type, time, body }),
)
const LENGTH_MS = 9_000
const SAMPLE_RATE = 48_000
const VIDEO_TICKS = 90_000

type Timed = { readonly at: number; readonly tag: FeedTag }

function streamOf(change: Change, lengthMs = LENGTH_MS): Timed[] {
  return CLIP.filter(({ time }) => time < lengthMs).flatMap((tag) =>
    change(tag).map((sent) => ({ at: tag.time, tag: sent })),
  )
}

interface Seen {
  readonly pictures: { time: number; content: number }[]
  readonly sounds: { time: number; content: number }[]
  readonly silences: number
}

/** Tags of a viewer with the time at which the clip shows the same content. */
function seenIn(bytes: Buffer): Seen {
  const seen: Seen & { silences: number } = { pictures: [], sounds: [], silences: 0 }
  for (let at = 13; at + 11 <= bytes.length;) {
    const size = bytes.readUIntBE(at + 1, 3)
    if (at + 15 + size > bytes.length) break
    const time = bytes.readUIntBE(at + 4, 3) + bytes.readUInt8(at + 7) * 0x1000000
    const type = bytes.readUInt8(at)
    const body = bytes.subarray(at + 11, at + 11 + size)
    at += 15 + size
    if (type === 18 || body[1] !== 1) continue
    const content = CONTENT.get(body.subarray(type === 9 ? 5 : 2).toString('base64'))
    if (content === undefined) seen.silences += 1
    else (type === 9 ? seen.pictures : seen.sounds).push({ time, content })
  }
  return seen
}
const CONTENT = new Map(
  CLIP.filter((tag) => tag.kind !== 'script' && !isConfig(tag)).map(({ kind, time, body }) => [
    body.subarray(kind === 'video' ? 5 : 2).toString('base64'),
    time,
  ]),
)

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Offset of sound against picture in the last two seconds. */
function offsetOf({ pictures, sounds }: Seen): number {
  const shift = (frames: Seen['pictures']): number => {
    const last = frames.at(-1)?.time ?? 0
    return median(frames.filter(({ time }) => time > last - 2_000).map(({ time, content }) => time - content))
  }
  return shift(sounds) - shift(pictures)
}

const isRising = (frames: Seen['pictures']): boolean =>
  frames.every(({ time }, index) => time >= (frames[index - 1]?.time ?? 0))

/** Start of picture and sound in the last segment of a room's playlist (seconds); null for a missing track. */
async function lastSegment(server: RunningServer, stream: string): Promise<(number | null)[]> {
  const playlist = await (await fetch(`${server.url}/media/${stream}/index.m3u8`)).text()
  const name = [...playlist.matchAll(/^(\d+\.m4s)/gm)].at(-1)?.[1] ?? ''
  const bytes = Buffer.from(await (await fetch(`${server.url}/media/${stream}/${name}`)).arrayBuffer())
  return [
    [VIDEO_TRACK, VIDEO_TICKS],
    [AUDIO_TRACK, SAMPLE_RATE],
  ].map(([track, rate]) => {
    // A track fragment header is right before the decode time of its first sample.
    for (let at = bytes.indexOf('tfhd'); at >= 0; at = bytes.indexOf('tfhd', at + 4)) {
      if (bytes.readUInt32BE(at + 8) !== track) continue
      return Number(bytes.readBigUInt64BE(bytes.indexOf('tfdt', at) + 8)) / (rate ?? 1)
    }
    return null
  })
}

let installation: TestInstallation
let server: RunningServer
const ROOMS = ['a2003', 'a2004', 'a2001']

const open = (key: string): Promise<RtmpPublisher> => RtmpPublisher.open(server.ingest?.port ?? 0, key)

describe('publishers as they are', () => {
  beforeAll(async () => {
    installation = createTestInstallation()
    server = await installation.start({ ...INGEST, CROWD: '0' })
  })
  afterAll(async () => {
    await server.close()
    installation.remove()
  })

  // Rooms wait for a publisher that has ended, so each case publishes to the next room; the newest publisher counts.
  const queues = new Map(ROOMS.map((room) => [room, Promise.resolve()]))
  const inTurn = async (room: string, run: () => Promise<void>): Promise<void> => {
    const turn = (queues.get(room) ?? Promise.resolve()).then(run)
    queues.set(
      room,
      turn.catch(() => undefined),
    )
    await turn
  }

  const cases = PUBLISHER_KINDS.map(([name, change, outcome], index) => ({
    name,
    change,
    outcome,
    room: ROOMS[index % ROOMS.length] ?? '',
  }))
  it.concurrent.for(cases)('S4.4 $name', { timeout: 120_000 }, ({ change, outcome, room }, { expect }) =>
    inTurn(room, () => check({ expect, change, outcome, room })),
  )

  it('S4.4 keeps the clip of a room while its publisher is refused, and never shows it', async () => {
    const room = 'a2002'
    const { socket } = await openSocket(`${server.url.replace('http', 'ws')}/media/${room}.flv`)
    const publisher = await open(keyFor(room))
    await publisher.status()
    // The picture is good and comes first; the sound is not.
    const tags = CLIP.filter(({ kind, time }) => kind !== 'audio' && time < 400)
    for (const tag of tags) publisher.send(tag)
    publisher.send({ kind: 'audio', time: 400, body: Buffer.from([0x2f, 0, 0, 0]) })
    await publisher.closed
    await expect.poll(() => server.ingest?.stateOf(room), WAIT).toMatchObject({ state: 'none', problem: 'mp3' })
    expect([socket.readyState, await shownIn(server, room)]).toEqual([socket.OPEN, 'clip'])
    socket.terminate()
  })

  it('S4.3 reports On2 while the picture is missing and the sound goes on, and On1 when it is back', async () => {
    const room = 'a2005'
    const publisher = await open(keyFor(room))
    const states: unknown[] = []
    const isPause = ({ kind, time }: FeedTag): boolean => kind === 'video' && time > 2_000 && time < 5_500
    const playing = publisher.play(
      streamOf(
        only((tag) => !isPause(tag)),
        8_000,
      ),
    )
    for (const state of ['live', 'lost', 'live']) {
      await expect.poll(() => server.ingest?.stateOf(room).state, WAIT).toBe(state)
      states.push(publisher.isClosed)
    }
    await playing
    expect(states).toEqual([false, false, false])
    publisher.close()
  })

  it('S4.4 ends a publisher that sends sound alone, and names the reason', { timeout: 60_000 }, async () => {
    const room = 'a2006'
    const publisher = await open(keyFor(room))
    const sounds = CLIP.filter(({ kind }) => kind === 'audio')
    await publisher.play([0, 24_000].flatMap((from) => sounds.map((tag) => ({ at: tag.time + from, tag }))))
    await expect.poll(() => server.ingest?.stateOf(room), WAIT).toMatchObject({ state: 'none', problem: 'soundOnly' })
    expect(server.ingest?.stateOf(room).format).toMatchObject({ video: '', audio: 'AAC' })
  })

  it('names what the last publisher has sent', async () => {
    const room = 'a2006'
    const publisher = await open(keyFor(room))
    await publisher.play(streamOf(withSecondTrack, 3_500))
    publisher.close()
    const format = {
      video: 'H.264',
      audio: 'AAC',
      width: 1280,
      height: 720,
      fps: 25,
      keyFrameAgeMs: null,
      isSilent: false,
    }
    await expect.poll(() => server.ingest?.stateOf(room).format, WAIT).toMatchObject(format)
    expect(server.ingest?.stateOf(room).format?.extraTags).toBeGreaterThan(100)
  })

  it('answers a request to publish after it has checked the key: an error status for a wrong or a busy one or an unknown room', async () => {
    const good = await open(keyFor('a2003'))
    expect(await good.status()).toMatchObject({ level: 'status', code: 'NetStream.Publish.Start' })
    const busy = await open(keyFor('a2003'))
    const wrong = await open(`${keyFor('a2003').slice(0, -3)}abc`)
    const refused = { level: 'error', code: 'NetStream.Publish.BadName' }
    expect(await busy.status()).toMatchObject({ ...refused, description: expect.stringContaining('somebody else') })
    expect(await wrong.status()).toMatchObject({ ...refused, description: expect.stringContaining('key is wrong') })
    const unknown = await open(keyFor('a9999'))
    expect(await unknown.status()).toMatchObject({ ...refused, description: expect.stringContaining('no such room') })
    await Promise.all([busy.closed, wrong.closed, unknown.closed])
    expect(good.isClosed).toBe(false)
    good.close()
  })
})

interface Check {
  readonly expect: ExpectStatic
  readonly change: Change
  readonly outcome: Outcome
  readonly room: string
}

async function check({ expect, change, outcome, room }: Check): Promise<void> {
  // The last publisher of the room has left.
  await expect.poll(() => server.ingest?.stateOf(room).state, WAIT).not.toBe('live')
  const publisher = await open(keyFor(room))
  const before = server.ingest?.stateOf(room).state
  const shownBefore = await shownIn(server, room)
  const playing = publisher.play(streamOf(change))
  if (!outcome.plays) {
    await Promise.all([publisher.closed, playing])
    await expect.poll(() => server.ingest?.stateOf(room).problem, WAIT).toBe(outcome.reason)
    expect(server.ingest?.stateOf(room).state).toBe(before)
    expect(await shownIn(server, room)).toBe(shownBefore)
    return
  }
  await expect.poll(() => server.ingest?.stateOf(room).state, WAIT).toBe('live')
  if (outcome.restarts) {
    await playing
    expect(server.ingest?.stateOf(room)).toMatchObject({ state: 'live', problem: null })
    return publisher.close()
  }
  const { socket, received } = await openSocket(`${server.url.replace('http', 'ws')}/media/${room}.flv`)
  await playing
  const [picture, sound] = await lastSegment(server, room)
  const seen = seenIn(received.bytes)
  const isOpen = socket.readyState === socket.OPEN
  socket.terminate()
  publisher.close()
  expect(isOpen).toBe(true)
  expect(isRising(seen.pictures) && isRising(seen.sounds)).toBe(true)
  expect((seen.pictures.at(-1)?.content ?? 0) - (seen.pictures[0]?.content ?? 0)).toBeGreaterThan(LENGTH_MS - 3_000)
  expect((seen.pictures.at(-1)?.time ?? 0) - (seen.pictures[0]?.time ?? 0)).toBeGreaterThan(LENGTH_MS - 3_500)
  if (outcome.offsetMs === undefined) return expect(sound).toBeNull()
  expect(Math.abs((sound ?? Number.NaN) - (picture ?? Number.NaN))).toBeLessThan(0.9)
  if (outcome.isSilent) return expect(seen.silences).toBeGreaterThan(100)
  expect(Math.abs(offsetOf(seen) - outcome.offsetMs)).toBeLessThan(outcome.toleranceMs ?? 60)
}
