import { launchChromium } from './harness/chromium.ts'
import type { Bench } from './harness/figures.ts'
import { percentile } from './harness/figures.ts'
import { openBenchServer } from './pixel/bench-server.ts'
import { prebuildFrames, sendFrames } from './pixel/frames.ts'
import type { ProbeReport } from './pixel/probe.ts'
import { framesDuring, latencies, MEASURED_SECONDS, openRoom, SETTLE_MS, WARM_UP_SECONDS } from './pixel/replay.ts'

type FigureName = 'p50' | 'p95' | 'p99' | 'frames per second' | 'long tasks' | 'blank frames' | 'main thread busy'

interface Goals {
  readonly name: string
  readonly rate: number
  readonly latency: Partial<Record<'p95' | 'p99', number>>
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
    const sentAt = await sendFrames(frames, ({ sealed, entries }) => server.emit(sealed, entries))
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
    const after = await page.metrics()
    const elapsed = (performance.now() - begun) / 1000
    const report = await page.evaluate<ProbeReport>('probe.stop()')
    const measured = latencies(frames, sentAt, report)
    const { perSecond, blank } = framesDuring(report, sentAt)
    return {
      p50: percentile(measured, 0.5),
      p95: percentile(measured, 0.95),
      p99: percentile(measured, 0.99),
      'frames per second': perSecond,
      'long tasks': report.longTasks.length,
      'blank frames': blank,
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
