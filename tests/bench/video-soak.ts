import { LOOP_SECONDS } from '../../scripts/clip/stage.mjs'
import { startTestServer } from '../support/server.ts'
import { launchChromium } from './harness/chromium.ts'
import type { Bench, Figure } from './harness/figures.ts'
import { percentile } from './harness/figures.ts'
import type { BenchPage } from './harness/page.ts'
import { SAMPLE_INTERVAL_MS, type VideoReport } from './video/probe.ts'
import { BROWSER_RULES, chooseHls, openRoom, QUIET, reportOf } from './video/room.ts'
import { delayOf, frameOf } from './video/strip.ts'

const LOOPS = 10
/** The last loop of the clip must be sampled. */
const SOAK_MS = LOOPS * LOOP_SECONDS * 1000 + 2 * SAMPLE_INTERVAL_MS
const LEAST_SAMPLES = Math.floor((0.95 * SOAK_MS) / SAMPLE_INTERVAL_MS)

/** The library of the FLV source. */
export type FlvLibrary = 'flv' | 'mpegts'

const FIGURES = {
  loops: { unit: 'count', atLeast: LOOPS },
  stalls: { unit: 'count', atMost: 0 },
  'shown as stalled': { unit: 'count', atMost: 0 },
  'longest stall': { unit: 'ms' },
  'latency p50': { unit: 'ms' },
  'latency p95': { unit: 'ms', atMost: 2_000 },
  'latency highest': { unit: 'ms' },
  samples: { unit: 'count', atLeast: LEAST_SAMPLES },
  'frames shown': { unit: 'per s' },
  'frames dropped': { unit: '%' },
} as const satisfies Record<string, Figure>
type FigureName = `${FlvLibrary | 'hls'} ${keyof typeof FIGURES}`

/** Loops of the clip in the samples: the frame number decreased. */
function loopsIn(frames: readonly number[]): number {
  return frames.filter((frame, index) => index > 0 && frame < (frames[index - 1] ?? 0)).length
}

function figuresOf(report: VideoReport): Record<keyof typeof FIGURES, number> {
  if (report.isHidden) throw new Error('a hidden page shows no frames: nothing was measured')
  const seen = report.samples.flatMap(([shownAt, levels]) => {
    const frame = frameOf(levels)
    return frame === null ? [] : [{ shownAt, frame }]
  })
  const latencies = seen.map(({ frame, shownAt }) => delayOf(frame, shownAt))
  const seconds = ((seen.at(-1)?.shownAt ?? 0) - (seen[0]?.shownAt ?? 0)) / 1000
  return {
    loops: loopsIn(seen.map(({ frame }) => frame)),
    stalls: report.stallMs.length + (report.isWaiting ? 1 : 0),
    'shown as stalled': report.states['stalled'] ?? 0,
    'longest stall': Math.max(0, ...report.stallMs),
    'latency p50': percentile(latencies, 0.5),
    'latency p95': percentile(latencies, 0.95),
    'latency highest': Math.max(...latencies),
    samples: seen.length,
    'frames shown': (report.frames - report.dropped) / seconds,
    'frames dropped': (report.dropped / report.frames) * 100,
  }
}

/**
 * Ten loops of the clip with two engines in two pages with separate profiles: HLS, and FLV by the named library.
 * Latency is end to end: the frame number in the video compared with the server's clock, which is also the browser's.
 */
export function videoSoakBench(library: FlvLibrary): Bench<FigureName> {
  const engines = [library, 'hls'] as const
  return {
    name: 'video-soak',
    isQuietItself: true,
    about: `${LOOPS} loops of the clip, FLV (--engine flv or mpegts) and HLS side by side: stalls, latency from glass to glass`,
    defaultRuns: 1,
    figures: Object.fromEntries(
      engines.flatMap((engine) => Object.entries(FIGURES).map(([name, figure]) => [`${engine} ${name}`, figure])),
    ) as Record<FigureName, Figure>,
    async run() {
      const server = await startTestServer({ env: QUIET, isMeasured: true })
      const browser = await launchChromium(BROWSER_RULES)
      try {
        const flv = await openRoom(browser, server.url, { flvEngine: library })
        const hls = await openRoom(browser, server.url)
        await chooseHls(hls)
        const pages: readonly BenchPage[] = [flv, hls]
        for (const page of pages) await page.evaluate('videoProbe.sample()')
        await new Promise((resolve) => setTimeout(resolve, SOAK_MS))
        const measured = await Promise.all(pages.map(async (page) => figuresOf(await reportOf(page))))
        return Object.fromEntries(
          engines.flatMap((engine, index) =>
            Object.entries(measured[index] ?? {}).map(([name, value]) => [`${engine} ${name}`, value]),
          ),
        ) as Record<FigureName, number>
      } finally {
        await browser.close()
        await server.stop()
      }
    },
  }
}
