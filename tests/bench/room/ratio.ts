import { launchChromium } from '../harness/chromium.ts'
import { percentile, type Bench, type Figure } from '../harness/figures.ts'
import type { BenchPage } from '../harness/page.ts'
import { openBenchServer } from '../pixel/bench-server.ts'
import { prebuildFrames, sendFrames, type PrebuiltFrame } from '../pixel/frames.ts'
import { PROBE, type ProbeReport } from '../pixel/probe.ts'
import { framesDuring, latencies, MEASURED_SECONDS, openRoom, SETTLE_MS, WARM_UP_SECONDS } from '../pixel/replay.ts'
import type { ListBox } from './baseline-page.ts'
import { openBaselineServer } from './baseline-server.ts'
import { clockAhead, whileBusy, type Busy } from './busy.ts'

const RATES = [1_000, 5_000, 100_000] as const
type Rate = (typeof RATES)[number]
const NAMES = { 1_000: '1k', 5_000: '5k', 100_000: '100k' } as const satisfies Record<Rate, string>

const FIGURES = {
  'p95 of raw': { unit: '×', atMost: 1.25 },
  'p95 beside raw': { unit: 'ms' },
  'raw p95': { unit: 'ms' },
  p50: { unit: 'ms' },
  p95: { unit: 'ms' },
  fps: { unit: 'fps', atLeast: 58 },
  'long tasks': { unit: 'count', atMost: 0 },
  'blank frames': { unit: 'count', atMost: 0 },
  busy: { unit: '%', atMost: 50 },
  processor: { unit: '%' },
} as const satisfies Record<string, Figure>
type FigureName = `${(typeof NAMES)[Rate]} ${keyof typeof FIGURES}` | '100k busy of 1k'

interface Reading {
  readonly latencies: readonly number[]
  readonly report: ProbeReport
  readonly sentAt: readonly number[]
}

const SIZE = { width: 1280, height: 800 } as const

/** Plays the frames once and reads from every page when each message was to be seen. */
async function play(
  pages: readonly BenchPage[],
  frames: readonly PrebuiltFrame[],
  emit: (frame: PrebuiltFrame) => void,
): Promise<readonly Reading[]> {
  const ahead = await Promise.all(pages.map(clockAhead))
  await Promise.all(pages.map((page) => page.evaluate('probe.start()')))
  const sentAt = await sendFrames(frames, emit)
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  return Promise.all(
    pages.map(async (page, index) => {
      const report = await page.evaluate<ProbeReport>('probe.stop()')
      return { report, sentAt, latencies: latencies(frames, sentAt, report, ahead[index]) }
    }),
  )
}

/** Both pages are open and get each frame in the same turn of the server's loop, first the one and then the other. */
async function besideRaw(rate: Rate): Promise<{ ours: number; raw: number }> {
  const server = await openBenchServer()
  const baseline = await openBaselineServer()
  // one browser each: nothing but the processor is shared
  const browsers = [await launchChromium(), await launchChromium()] as const
  try {
    const [ours, raw] = [await browsers[0].newPage(SIZE), await browsers[1].newPage(SIZE)]
    await openRoom(ours, server)
    const box = await ours.evaluate<ListBox>(`document.querySelector('[role="log"]').getBoundingClientRect().toJSON()`)
    await raw.addScript(PROBE)
    await raw.goto(baseline.pageFor(box))
    await raw.waitFor(`'open' in document.documentElement.dataset`)
    const seconds = WARM_UP_SECONDS + MEASURED_SECONDS
    const frames = await prebuildFrames(server.room, server.head(), rate, seconds, { withClear: true })
    let isOursFirst = false
    const [read, readRaw] = await play([ours, raw], frames, ({ sealed, entries, clear }) => {
      isOursFirst = !isOursFirst
      if (isOursFirst) server.emit(sealed, entries)
      baseline.emit(clear)
      if (!isOursFirst) server.emit(sealed, entries)
    })
    return { ours: percentile(read?.latencies ?? [], 0.95), raw: percentile(readRaw?.latencies ?? [], 0.95) }
  } finally {
    await Promise.all(browsers.map((browser) => browser.close()))
    await baseline.close()
    await server.close()
  }
}

/** Our page by itself: what a viewer's machine has to do. */
async function alone(rate: Rate): Promise<Busy & { readonly reading: Reading }> {
  const server = await openBenchServer()
  const browser = await launchChromium()
  try {
    const page = await browser.newPage(SIZE)
    await openRoom(page, server)
    const frames = await prebuildFrames(server.room, server.head(), rate, WARM_UP_SECONDS + MEASURED_SECONDS)
    const { value, busy, processor } = await whileBusy(page, () =>
      play([page], frames, ({ sealed, entries }) => server.emit(sealed, entries)),
    )
    const [reading] = value
    if (reading === undefined) throw new Error('nothing was read')
    return { reading, busy, processor }
  } finally {
    await browser.close()
    await server.close()
  }
}

async function measure(rate: Rate): Promise<Record<keyof typeof FIGURES, number>> {
  const paired = await besideRaw(rate)
  const { reading, busy, processor } = await alone(rate)
  const { perSecond, blank } = framesDuring(reading.report, reading.sentAt)
  return {
    'p95 of raw': paired.ours / paired.raw,
    'p95 beside raw': paired.ours,
    'raw p95': paired.raw,
    p50: percentile(reading.latencies, 0.5),
    p95: percentile(reading.latencies, 0.95),
    fps: perSecond,
    'long tasks': reading.report.longTasks.length,
    'blank frames': blank,
    busy,
    processor,
  }
}

/**
 * Send time to the frame that shows it, ours against a bare `ws` with a list made by hand. The ratio comes from both pages
 * side by side, fed with the same entries at the same instants; everything else from ours by itself.
 */
export const roomRatioBench: Bench<FigureName> = {
  name: 'room-ratio',
  about: 'the live room against raw ws with a hand-made list: 1,000, 5,000 and 100,000 messages a second',
  figures: {
    ...(Object.fromEntries(
      RATES.flatMap((rate) => Object.entries(FIGURES).map(([name, figure]) => [`${NAMES[rate]} ${name}`, figure])),
    ) as Record<FigureName, Figure>),
    '100k busy of 1k': { unit: '×', atMost: 1.6 },
  },
  async run() {
    const measured: Record<string, number> = {}
    for (const rate of RATES) {
      for (const [name, value] of Object.entries(await measure(rate))) measured[`${NAMES[rate]} ${name}`] = value
    }
    const ratio = (measured['100k busy'] ?? Number.NaN) / (measured['1k busy'] ?? Number.NaN)
    return { ...measured, '100k busy of 1k': ratio } as Record<FigureName, number>
  },
}
