import { setTimeout as wait } from 'node:timers/promises'
import { LOOP_SECONDS } from '../../scripts/clip/stage.mjs'
import type { FeedTag } from '#server/media/live/feed-tag.ts'
import { keyFor } from '../support/ingest.ts'
import { RtmpPublisher } from '../support/rtmp-publisher.ts'
import { preciseNow } from './harness/clock.ts'
import { type Bench, type Figure, median } from './harness/figures.ts'
import { FlvWatch } from './publishers/flv-watch.ts'
import { MediaServerProcess } from './publishers/server-process.ts'
import { STREAMS } from './publishers/server.ts'
import { clipTags, loopOf } from './publishers/stream.ts'

const KBPS = 500
const SECOND_BYTES = (KBPS * 1_000) / 8
/** Length, type and end of a unit of filler. */
const FILLER_HEAD_BYTES = 6
const SETTLE_MS = 5_000
const MEASURED_MS = 60_000
const EDGE_MS = 10_000
const WAIT_MS = 250

const FIGURES = {
  server: { unit: 'cores', atMost: 0.5 },
  'main process': { unit: 'cores' },
  'RTMP process': { unit: 'cores' },
  'bit rate of all': { unit: 'per s', atLeast: STREAMS.length * KBPS * 0.95 },
  'drift of arrival': { unit: 'ms', atMost: 40 },
  'drift of sound and picture': { unit: 'ms', atMost: 40 },
  'pictures lost': { unit: 'count', atMost: 0 },
  'off the air': { unit: 'count', atMost: 0 },
  generator: { unit: 'cores' },
} as const satisfies Record<string, Figure>
type Name = keyof typeof FIGURES

/** An H.264 unit of type 12, which decoders skip. */
function filler(bytes: number): Buffer {
  const content = Math.max(0, bytes - FILLER_HEAD_BYTES)
  const head = Buffer.alloc(5, 12)
  head.writeUInt32BE(content + 2)
  return Buffer.concat([head, Buffer.alloc(content, 255), Buffer.from([128])])
}

/** Brings each second of the clip to {@link KBPS}. */
function padded(tags: readonly FeedTag[]): FeedTag[] {
  const isPicture = ({ kind, body }: FeedTag): boolean => kind === 'video' && body[1] === 1
  const secondOf = ({ time }: FeedTag): number => Math.floor(time / 1_000)
  const perPicture = Array.from({ length: LOOP_SECONDS }, (_, second) => {
    const sent = tags.filter((tag) => secondOf(tag) === second)
    const missing = SECOND_BYTES - sent.reduce((sum, { body }) => sum + body.length, 0)
    return Math.round(missing / sent.filter(isPicture).length)
  })
  return tags.map((tag) =>
    isPicture(tag) ? { ...tag, body: Buffer.concat([tag.body, filler(perPicture[secondOf(tag)] ?? 0)]) } : tag,
  )
}

/** Change of the lateness of a stream between the first and the last ten seconds. */
function driftOf({ pictures }: FlvWatch, from: number, to: number): number {
  const late = (start: number): number =>
    median(pictures.filter(({ at }) => at >= start && at < start + EDGE_MS).map(({ lateMs }) => lateMs))
  return Math.abs(late(to - EDGE_MS) - late(from))
}

async function measure(server: MediaServerProcess): Promise<Record<Name, number>> {
  const watches = await Promise.all(STREAMS.map((name) => FlvWatch.open(`${server.ready.url}/media/${name}.flv`)))
  await wait(SETTLE_MS)
  const [from, before, own] = [preciseNow(), await server.processorSeconds(), process.cpuUsage()]
  await wait(MEASURED_MS)
  const [to, after] = [preciseNow(), await server.processorSeconds()]
  const used = process.cpuUsage(own)
  const seconds = (to - from) / 1_000
  const [main = Number.NaN, rtmp = Number.NaN] = after.map((value, index) => (value - (before[index] ?? 0)) / seconds)
  const { states } = await server.report()
  const shown = STREAMS.map((name) => states[name])
  const pictures = watches.map((watch) => watch.pictures.filter(({ at }) => at >= from && at < to).length)
  const figures: Record<Name, number> = {
    server: main + rtmp,
    'main process': main,
    'RTMP process': rtmp,
    'bit rate of all': shown.reduce((sum, state) => sum + (state?.kbps ?? 0), 0),
    'drift of arrival': Math.max(...watches.map((watch) => driftOf(watch, from, to))),
    'drift of sound and picture': Math.max(...shown.map((state) => Math.abs(state?.format?.driftMs ?? Number.NaN))),
    'pictures lost': pictures.reduce((sum, count) => sum + Math.max(0, Math.floor(seconds * 25) - 2 - count), 0),
    'off the air': shown.filter((state) => state?.state !== 'live').length,
    generator: (used.user + used.system) / 1e6 / seconds,
  }
  for (const watch of watches) watch.close()
  return figures
}

/** Fifty publishers in real time with a viewer each, at the media server without the rest of the product. */
export const publishersLoadBench: Bench<Name> = {
  name: 'publishers-load',
  about: `${STREAMS.length} publishers at ${KBPS} kbit/s with a viewer each for ${MEASURED_MS / 1_000} s; processor time of server and RTMP process`,
  defaultRuns: 1,
  figures: FIGURES,
  async run() {
    const tags = loopOf(padded(await clipTags('football-360.flv')), SETTLE_MS + MEASURED_MS + 60_000)
    const server = await MediaServerProcess.start()
    const publishers: RtmpPublisher[] = []
    try {
      for (const name of STREAMS) {
        const publisher = await RtmpPublisher.open(server.ready.port, keyFor(name))
        publishers.push(publisher)
        await publisher.status()
        void publisher.play(tags)
      }
      for (;;) {
        const { states } = await server.report()
        if (STREAMS.every((name) => states[name]?.state === 'live')) break
        await wait(WAIT_MS)
      }
      return await measure(server)
    } finally {
      for (const publisher of publishers) publisher.close()
      await server.stop()
    }
  },
}
