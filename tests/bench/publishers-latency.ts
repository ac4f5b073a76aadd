import { setTimeout as wait } from 'node:timers/promises'
import { HAS_FFMPEG } from '../support/ffmpeg.ts'
import { INGEST, keyFor } from '../support/ingest.ts'
import { RtmpPublisher } from '../support/rtmp-publisher.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { launchChromium } from './harness/chromium.ts'
import { type Bench, type Figure, percentile } from './harness/figures.ts'
import type { BenchPage } from './harness/page.ts'
import { FRAMES_PROBE, type ShownFrame } from './publishers/frames-probe.ts'
import { encodedTags, loopOf, type TimedTag } from './publishers/stream.ts'
import { SAMPLE_INTERVAL_MS } from './video/probe.ts'
import { BROWSER_RULES, chooseHls, openRoom, QUIET, reportOf } from './video/room.ts'
import { delayOf, frameOf } from './video/strip.ts'

/** A talk show, whose match does not end. */
const NUMBER = 5001
const ROOM = `/app/live/${NUMBER}`
const STREAM = `a${NUMBER}`
/** Distinguishes the publisher from the clip. */
const WIDTH = 960
/** Returns of the publisher whose first frame is measured. */
const RETURNS = 20
const FRAME_LIMIT_MS = 10_000
const LATENCY_MS = 90_000
const STREAM_MS = LATENCY_MS + 60_000
const LEAST_SAMPLES = Math.floor((0.8 * LATENCY_MS) / SAMPLE_INTERVAL_MS)

const FIGURES = {
  'flv first frame p50': { unit: 'ms' },
  'flv first frame p95': { unit: 'ms', atMost: 1_000 },
  'flv first frame after the clip': { unit: 'ms' },
  'hls first frame p50': { unit: 'ms' },
  'hls first frame p95': { unit: 'ms' },
  'flv latency p50': { unit: 'ms' },
  'flv latency p95': { unit: 'ms', atMost: 1_500 },
  'hls latency p50': { unit: 'ms' },
  'hls latency p95': { unit: 'ms', atMost: 3_000 },
  'flv stalls': { unit: 'count', atMost: 0 },
  'hls stalls': { unit: 'count', atMost: 0 },
  samples: { unit: 'count', atLeast: LEAST_SAMPLES },
} as const satisfies Record<string, Figure>
type Name = keyof typeof FIGURES

/** Times (epoch ms) at which the server logged that the publisher is on air. */
function onAirTimes(server: TestServer): number[] {
  return server
    .output()
    .split('\n')
    .filter((line) => line.includes('a publisher is on air'))
    .map((line) => (JSON.parse(line) as { time: number }).time)
}

async function until<Value>(
  read: () => Promise<Value | null> | Value | null,
  limitMs = FRAME_LIMIT_MS,
): Promise<Value> {
  const end = performance.now() + limitMs
  for (;;) {
    const value = await read()
    if (value !== null) return value
    if (performance.now() > end) throw new Error(`nothing within ${limitMs} ms`)
    await wait(20)
  }
}

/** Milliseconds from `onAir` until the page shows a frame of the publisher. */
async function firstFrame(page: BenchPage, onAir: number): Promise<number> {
  const shownAt = await until(async () => {
    const frames = await page.evaluate<ShownFrame[]>(`framesProbe.since(${onAir})`)
    return frames.find(([, width]) => width === WIDTH)?.[0] ?? null
  })
  return shownAt - onAir
}

const isInterrupted = (page: BenchPage): Promise<void> =>
  page.waitFor(`document.querySelector('[data-video]').dataset.video === 'interrupted'`)

interface OnAir {
  readonly publisher: RtmpPublisher
  /** Of its first tag and of the log line, epoch ms. */
  readonly startedAt: number
  readonly onAirAt: number
}

async function goOnAir(server: TestServer, port: number, tags: readonly TimedTag[]): Promise<OnAir> {
  const before = onAirTimes(server).length
  const publisher = await RtmpPublisher.open(port, keyFor(STREAM))
  await publisher.status()
  const startedAt = Date.now()
  void publisher.play(tags)
  const onAirAt = await until(() => onAirTimes(server)[before] ?? null)
  return { publisher, startedAt, onAirAt }
}

/** First frames of the pages after the publisher has come and after each of its returns. */
async function firstFrames(
  pages: readonly BenchPage[],
  start: () => Promise<OnAir>,
): Promise<{ readonly afterClip: readonly number[]; readonly returns: readonly (readonly number[])[] }> {
  const found: number[][] = []
  for (let index = 0; index <= RETURNS; index += 1) {
    const { publisher, onAirAt } = await start()
    found.push(await Promise.all(pages.map((page) => firstFrame(page, onAirAt))))
    publisher.close()
    await Promise.all(pages.map(isInterrupted))
    await wait(500)
  }
  const [afterClip = [], ...returns] = found
  return { afterClip, returns }
}

async function latencies(page: BenchPage, startedAt: number): Promise<{ delays: number[]; stalls: number }> {
  const { samples, stallMs } = await reportOf(page)
  const delays = samples.flatMap(([shownAt, levels]) => {
    const frame = frameOf(levels)
    return frame === null ? [] : [delayOf(frame, shownAt - startedAt)]
  })
  return { delays, stalls: stallMs.length }
}

/** What viewers wait for: the first frame of a publisher, and the delay of its pictures, by a counter in the picture. */
export const publishersLatencyBench: Bench<Name> = {
  name: 'publishers-latency',
  about: `a publisher with key frames every 2 s: first frame after "on air" of ${RETURNS} returns, and delay of viewers who join in the middle`,
  defaultRuns: 1,
  figures: FIGURES,
  async run() {
    if (!HAS_FFMPEG) throw new Error('ffmpeg is not installed (Debian: apt-get install ffmpeg)')
    const tags = loopOf(await encodedTags(WIDTH), STREAM_MS)
    const server = await startTestServer({ env: { ...QUIET, ...INGEST, LOG_LEVEL: 'info' }, isMeasured: true })
    const browser = await launchChromium(BROWSER_RULES)
    let publisher: RtmpPublisher | null = null
    try {
      const port = Number(/rtmp:\/\/127\.0\.0\.1:(\d+)\/live/.exec(server.output())?.[1])
      const start = (): Promise<OnAir> => goOnAir(server, port, tags)
      const open = (): Promise<BenchPage> => openRoom(browser, server.url, { room: ROOM, script: FRAMES_PROBE })
      const first = [await open(), await open()] as const
      await chooseHls(first[1])
      const { afterClip, returns } = await firstFrames(first, start)
      for (const page of first) await page.close()

      const last = await start()
      publisher = last.publisher
      await wait(5_000)
      const [flv, hls] = [await open(), await open()] as const
      await chooseHls(hls)
      for (const page of [flv, hls]) await page.evaluate('videoProbe.sample()')
      await wait(LATENCY_MS)
      const [flvDelays, hlsDelays] = [await latencies(flv, last.startedAt), await latencies(hls, last.startedAt)]
      const [flvFirst, hlsFirst] = [0, 1].map((index) => returns.map((times) => times[index] ?? Number.NaN))
      return {
        'flv first frame p50': percentile(flvFirst ?? [], 0.5),
        'flv first frame p95': percentile(flvFirst ?? [], 0.95),
        'flv first frame after the clip': afterClip[0] ?? Number.NaN,
        'hls first frame p50': percentile(hlsFirst ?? [], 0.5),
        'hls first frame p95': percentile(hlsFirst ?? [], 0.95),
        'flv latency p50': percentile(flvDelays.delays, 0.5),
        'flv latency p95': percentile(flvDelays.delays, 0.95),
        'hls latency p50': percentile(hlsDelays.delays, 0.5),
        'hls latency p95': percentile(hlsDelays.delays, 0.95),
        'flv stalls': flvDelays.stalls,
        'hls stalls': hlsDelays.stalls,
        samples: Math.min(flvDelays.delays.length, hlsDelays.delays.length),
      }
    } finally {
      publisher?.close()
      await browser.close()
      await server.stop()
    }
  },
}
