import { setTimeout as wait } from 'node:timers/promises'
import type { IngestStateView } from '#protocol/console/rooms.ts'
import type { FeedTag } from '#server/media/live/feed-tag.ts'
import { keyFor } from '../support/ingest.ts'
import { PUBLISHER_KINDS } from '../support/publisher-kinds.ts'
import { RtmpPublisher } from '../support/rtmp-publisher.ts'
import type { Bench, Figure } from './harness/figures.ts'
import { MediaServerProcess } from './publishers/server-process.ts'
import { clipTags, loopOf } from './publishers/stream.ts'

const CONNECTS = 100
/** Connects of each kind before the first reading of the memory. */
const WARM_UP = 10
/** Each publisher sends this much of the clip at once. */
const SENT_MS = 3_000
const LIMIT_MS = 10_000
const SETTLE_MS = 1_000
const LIVE_MS = 280_000
const MEGABYTE = 1024 * 1024

/** A room with its clip, one with a publisher, and one whose publishers come and go. */
const CLIP_ROOM = 'a1'
const LIVE_ROOM = 'a2'
const OTHER_ROOM = 'a3'

const FIGURES = {
  connects: { unit: 'count' },
  'rooms off the air': { unit: 'count', atMost: 0 },
  'refused without a reason': { unit: 'count', atMost: 0 },
  'memory of the main process': { unit: 'MB', atMost: 5 },
  'memory of the RTMP process': { unit: 'MB', atMost: 5 },
} as const satisfies Record<string, Figure>
type Name = keyof typeof FIGURES

/** One connection with a fault, from start to end. */
interface Fault {
  readonly room: string
  readonly key: string
  readonly tags: readonly FeedTag[]
  /** The server ends it, and the console names this problem. */
  readonly problem: IngestStateView['problem']
}

function faultsOf(clip: readonly FeedTag[]): Fault[] {
  const sent = clip.filter(({ time }) => time < SENT_MS)
  const kinds = PUBLISHER_KINDS.map(([, change, outcome]) => ({
    room: outcome.plays ? OTHER_ROOM : CLIP_ROOM,
    key: keyFor(outcome.plays ? OTHER_ROOM : CLIP_ROOM),
    tags: sent.flatMap((tag) => change(tag)),
    problem: outcome.plays ? null : outcome.reason,
  }))
  const refused = [
    { room: LIVE_ROOM, key: keyFor(LIVE_ROOM), tags: [], problem: 'busy' },
    { room: LIVE_ROOM, key: `${keyFor(LIVE_ROOM).slice(0, -3)}abc`, tags: [], problem: 'key' },
  ] as const
  return [...kinds, ...refused]
}

/** Returns true if a refused publisher was notified, or ended by the server. */
async function connect(port: number, { key, tags, problem }: Fault): Promise<boolean> {
  const publisher = await RtmpPublisher.open(port, key)
  const status = await publisher.status()
  for (const tag of tags) publisher.send(tag)
  const isRefused = problem !== null
  const limit = new AbortController()
  const ended = isRefused
    ? await Promise.race([
        publisher.closed.then(() => true),
        wait(LIMIT_MS, false, { signal: limit.signal }).catch(() => false),
      ])
    : true
  limit.abort()
  publisher.close()
  await publisher.closed
  return ended && (tags.length > 0 || status?.level === 'error')
}

/** True if viewers of the room get a stream. */
async function isOnAir(server: MediaServerProcess, room: string): Promise<boolean> {
  const { ok, body } = await fetch(`${server.ready.url}/media/${room}.flv`)
  await body?.cancel()
  return ok
}

/** Connects with each fault. Returns the number of rooms that went off the air and of missing reasons. */
async function connectAll(server: MediaServerProcess, faults: readonly Fault[], count: number): Promise<number[]> {
  let [offAir, unnamed] = [0, 0]
  for (const fault of faults) {
    for (let index = 0; index < count; index += 1) {
      if (!(await connect(server.ready.port, fault))) unnamed += 1
    }
    const { states } = await server.report()
    if (fault.problem !== null && states[fault.room]?.problem !== fault.problem) unnamed += 1
    const isAsBefore = states[LIVE_ROOM]?.state === 'live' && (states[CLIP_ROOM]?.state ?? 'none') === 'none'
    const areShown = await Promise.all([CLIP_ROOM, LIVE_ROOM].map((room) => isOnAir(server, room)))
    if (!isAsBefore || areShown.includes(false)) offAir += 1
  }
  return [offAir, unnamed]
}

async function memoryOf(server: MediaServerProcess): Promise<[main: number, rtmp: number]> {
  await wait(SETTLE_MS)
  return [(await server.report()).heldBytes, await server.rtmpHeldBytes()]
}

/** A hundred connects with each kind of stream that the matrix test has, and with wrong and busy keys. */
export const publishersFaultsBench: Bench<Name> = {
  name: 'publishers-faults',
  about: `${CONNECTS} connects with each kind of stream and with wrong and busy keys: rooms that go off the air, and memory after ${WARM_UP} and all of them`,
  defaultRuns: 1,
  figures: FIGURES,
  async run() {
    const clip = await clipTags('football-360.flv')
    const faults = faultsOf(clip)
    const server = await MediaServerProcess.start()
    const live = await RtmpPublisher.open(server.ready.port, keyFor(LIVE_ROOM))
    try {
      await live.status()
      void live.play(loopOf(clip, LIVE_MS))
      while ((await server.report()).states[LIVE_ROOM]?.state !== 'live') await wait(100)
      await connectAll(server, faults, WARM_UP)
      const before = await memoryOf(server)
      const [offAir = Number.NaN, unnamed = Number.NaN] = await connectAll(server, faults, CONNECTS)
      const after = await memoryOf(server)
      return {
        connects: faults.length * CONNECTS,
        'rooms off the air': offAir,
        'refused without a reason': unnamed,
        'memory of the main process': (after[0] - before[0]) / MEGABYTE,
        'memory of the RTMP process': (after[1] - before[1]) / MEGABYTE,
      }
    } finally {
      live.close()
      await server.stop()
    }
  },
}
