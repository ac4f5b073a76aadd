import { launchChromium } from './harness/chromium.ts'
import type { Bench } from './harness/figures.ts'
import { percentile } from './harness/figures.ts'
import type { BenchPage } from './harness/page.ts'
import type { BenchServer } from './pixel/bench-server.ts'
import { openBenchServer, QUIET_ROOM } from './pixel/bench-server.ts'
import type { PrebuiltFrame } from './pixel/frames.ts'
import { prebuildFrames, sendFrames } from './pixel/frames.ts'
import type { ProbeReport } from './pixel/probe.ts'
import { PROBE } from './pixel/probe.ts'

const WARM_UP_SECONDS = 2
const MEASURED_SECONDS = 5
/** A message is the newest visible one, or older, at the latest this long after the last was sent. */
const SETTLE_MS = 500

type FigureName = 'p50' | 'p95' | 'p99' | 'frames per second' | 'long tasks' | 'blank frames' | 'main thread busy'

interface Goals {
  readonly name: string
  readonly rate: number
  readonly latency: Partial<Record<'p95' | 'p99', number>>
}

/** Waits until the room is open and the entries that opening causes are through. */
async function openRoom(page: BenchPage, server: BenchServer): Promise<void> {
  await page.addScript(PROBE)
  await page.goto(`${server.url}/app/live/${QUIET_ROOM.eid}`)
  await page.waitFor(`document.querySelector('[data-connection="online"]')`)
  await page.evaluate(`document.querySelectorAll('video').forEach((video) => video.pause())`)
  let seq = -1
  while (seq !== server.head().seq) {
    seq = server.head().seq
    await new Promise((resolve) => setTimeout(resolve, 6_000))
  }
}

/** Send time to the end of the frame that shows it, for every measured message. */
function latencies(frames: readonly PrebuiltFrame[], sentAt: readonly number[], report: ProbeReport): number[] {
  const measured: number[] = []
  let shown = 0
  for (const [index, frame] of frames.entries()) {
    if (frame.dueMs <= WARM_UP_SECONDS * 1000) continue
    const sent = sentAt[index] ?? 0
    for (shown = 0; shown < report.frames.length; shown += 1) {
      const [at, seq] = report.frames[shown] ?? [0, null]
      if (at >= sent && seq !== null && seq >= frame.lastSeq) break
    }
    const at = report.frames[shown]?.[0] ?? Number.POSITIVE_INFINITY
    for (let entry = 0; entry < frame.entries; entry += 1) measured.push(at - sent)
  }
  return measured
}

async function measure(rate: number): Promise<Record<FigureName, number>> {
  const server = await openBenchServer()
  const browser = await launchChromium()
  try {
    const page = await browser.newPage({ width: 1280, height: 800 })
    await openRoom(page, server)
    const seconds = WARM_UP_SECONDS + MEASURED_SECONDS
    const frames = await prebuildFrames(server.room, server.head(), rate, seconds)
    await page.evaluate('probe.start()')
    const before = await page.metrics()
    const begun = performance.now()
    const sentAt = await sendFrames(frames, (sealed, entries) => server.emit(sealed, entries))
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
    const after = await page.metrics()
    const elapsed = (performance.now() - begun) / 1000
    const report = await page.evaluate<ProbeReport>('probe.stop()')
    const measured = latencies(frames, sentAt, report)
    const first = sentAt[0] ?? 0
    const during = report.frames.filter(([at]) => at >= first + WARM_UP_SECONDS * 1000 && at <= (sentAt.at(-1) ?? 0))
    const span = ((during.at(-1)?.[0] ?? 0) - (during[0]?.[0] ?? 0)) / 1000
    return {
      p50: percentile(measured, 0.5),
      p95: percentile(measured, 0.95),
      p99: percentile(measured, 0.99),
      'frames per second': (during.length - 1) / span,
      'long tasks': report.longTasks.length,
      'blank frames': during.filter(([, seq]) => seq === null).length,
      'main thread busy': (((after['TaskDuration'] ?? 0) - (before['TaskDuration'] ?? 0)) / elapsed) * 100,
    }
  } finally {
    await browser.close()
    await server.close()
  }
}

function pixelBench({ name, rate, latency }: Goals): Bench<FigureName> {
  const bound = (figure: 'p95' | 'p99') => (latency[figure] === undefined ? {} : { atMost: latency[figure] })
  return {
    name,
    about: `socket to pixel: ${rate} messages a second, sealing, feed and real rows included`,
    figures: {
      p50: { unit: 'ms' },
      p95: { unit: 'ms', ...bound('p95') },
      p99: { unit: 'ms', ...bound('p99') },
      'frames per second': { unit: 'fps', atLeast: 58 },
      'long tasks': { unit: 'count', atMost: 0 },
      'blank frames': { unit: 'count', atMost: 0 },
      'main thread busy': { unit: '%' },
    },
    run: () => measure(rate),
  }
}

export const pixelBenches: readonly Bench[] = [
  pixelBench({ name: 'pixel-1k', rate: 1_000, latency: { p95: 40 } }),
  pixelBench({ name: 'pixel-20k', rate: 20_000, latency: { p99: 50 } }),
]
