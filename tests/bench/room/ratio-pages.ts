import { launchChromium } from '../harness/chromium.ts'
import { percentile } from '../harness/figures.ts'
import type { BenchPage } from '../harness/page.ts'
import { quietest, watchingHost, type Watched } from '../harness/host.ts'
import { openBenchServer, type BenchServer } from '../pixel/bench-server.ts'
import { prebuildFrames, sendFrames, type PrebuiltFrame } from '../pixel/frames.ts'
import { PROBE, type ProbeReport } from '../pixel/probe.ts'
import { latencies, MEASURED_SECONDS, openRoom, SETTLE_MS, WARM_UP_SECONDS } from '../pixel/replay.ts'
import type { ListBox } from './baseline-page.ts'
import { openBaselineServer, type BaselineServer } from './baseline-server.ts'
import { clockAhead, whileBusy, type Busy } from './busy.ts'

interface Reading {
  readonly latencies: readonly number[]
  readonly report: ProbeReport
  readonly sentAt: readonly number[]
}

const SECONDS = WARM_UP_SECONDS + MEASURED_SECONDS
const SIZE = { width: 1280, height: 800 } as const

/** Attempts until the host is quiet. */
const TRIES = 4

/** Plays consecutive entries of the room until the host was quiet meanwhile. */
function playInQuiet<Value>(
  server: BenchServer,
  rate: number,
  withClear: boolean,
  playOnce: (frames: readonly PrebuiltFrame[]) => Promise<Value>,
): Promise<Watched<Value>> {
  let place = server.head()
  return quietest(async () => {
    const frames = await prebuildFrames(server.room, place, rate, SECONDS, { withClear })
    place = { epoch: place.epoch, seq: frames.at(-1)?.lastSeq ?? place.seq }
    return watchingHost(() => playOnce(frames))
  }, TRIES)
}

/** Plays the frames once and reads from every page when each message was visible. */
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

/** Opens the baseline page with the list in the same box. */
async function openRaw(page: BenchPage, baseline: BaselineServer, box: ListBox): Promise<void> {
  await page.addScript(PROBE)
  await page.goto(baseline.pageFor(box))
  await page.waitFor(`'open' in document.documentElement.dataset`)
}

interface BesideRaw {
  readonly ours: number
  readonly raw: number
  readonly stolen: number
  /** Box of the list in the product's page. */
  readonly box: ListBox
}

/** Both pages are open and get each frame in the same tick of the server, alternating. */
export async function besideRaw(rate: number): Promise<BesideRaw> {
  const server = await openBenchServer()
  const baseline = await openBaselineServer()
  // separate browsers: they share the processor only
  const browsers = [await launchChromium(), await launchChromium()] as const
  try {
    const [ours, raw] = [await browsers[0].newPage(SIZE), await browsers[1].newPage(SIZE)]
    await openRoom(ours, server)
    const box = await ours.evaluate<ListBox>(`document.querySelector('[role="log"]').getBoundingClientRect().toJSON()`)
    await openRaw(raw, baseline, box)
    let isOursFirst = false
    const { value, stolen } = await playInQuiet(server, rate, true, (frames) =>
      play([ours, raw], frames, ({ sealed, entries, clear }) => {
        isOursFirst = !isOursFirst
        if (isOursFirst) server.emit(sealed, entries)
        baseline.emit(clear)
        if (!isOursFirst) server.emit(sealed, entries)
      }),
    )
    const [oursP95 = Number.NaN, rawP95 = Number.NaN] = value.map(({ latencies: each }) => percentile(each, 0.95))
    return { ours: oursP95, raw: rawP95, stolen, box }
  } finally {
    await Promise.all(browsers.map((browser) => browser.close()))
    await baseline.close()
    await server.close()
  }
}

/** The baseline page alone, with the same entries: the 95th percentile. */
export async function rawAlone(rate: number, box: ListBox): Promise<Watched<number>> {
  const server = await openBenchServer()
  const baseline = await openBaselineServer()
  const browser = await launchChromium()
  try {
    const page = await browser.newPage(SIZE)
    await openRaw(page, baseline, box)
    const { value, stolen } = await playInQuiet(server, rate, true, (frames) =>
      play([page], frames, ({ clear }) => baseline.emit(clear)),
    )
    return { value: percentile(value[0]?.latencies ?? [], 0.95), stolen }
  } finally {
    await browser.close()
    await baseline.close()
    await server.close()
  }
}

/** The product's page alone. */
export async function alone(rate: number): Promise<Busy & { readonly reading: Reading; readonly stolen: number }> {
  const server = await openBenchServer()
  const browser = await launchChromium()
  try {
    const page = await browser.newPage(SIZE)
    await openRoom(page, server)
    const { value: played, stolen } = await playInQuiet(server, rate, false, (frames) =>
      whileBusy(page, () => play([page], frames, ({ sealed, entries }) => server.emit(sealed, entries))),
    )
    const { value, busy, processor } = played
    const [reading] = value
    if (reading === undefined) throw new Error('nothing was read')
    return { reading, busy, processor, stolen }
  } finally {
    await browser.close()
    await server.close()
  }
}
