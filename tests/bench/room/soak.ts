import { FEED_MAX_TEXT_ROWS_PER_BATCH } from '#protocol/constants.ts'
import { launchChromium } from '../harness/chromium.ts'
import type { Bench } from '../harness/figures.ts'
import type { BenchPage } from '../harness/page.ts'
import { openBenchServer } from '../pixel/bench-server.ts'
import { prebuildFrames, sendFrames } from '../pixel/frames.ts'
import { openRoom, SETTLE_MS } from '../pixel/replay.ts'
import { readHeaps } from './heap.ts'

const MINUTES = 60
const RATE = 50
/** An hour is simulated in a minute. */
const COMPRESSION = 60
const VISIBLE_ROWS = 60
const ROW_PX = 29
/** Rows rendered above the viewport; while following, nothing is below except rows of the current frame. */
const OVERSCAN_ROWS = Math.ceil(240 / ROW_PX)
/** Rows of one frame are rendered at once and removed before the next; texts are limited to one batch. */
const ARRIVING_ROWS = FEED_MAX_TEXT_ROWS_PER_BATCH
/** The newest entries may be reverts, which have no row. */
const LAST_ENTRIES = 10
const CATCH_UP_MS = 60_000

type FigureName = 'page heap' | 'worker heap' | 'DOM rows' | 'most DOM rows' | 'DOM nodes' | 'messages' | 'listeners'

/** Counts rows after every frame, including short peaks. */
const ROW_PROBE = `(() => {
  let most = 0
  const after = new MessageChannel()
  const rows = () => document.querySelectorAll('[role="log"] [data-seq]')
  after.port1.onmessage = () => { most = Math.max(most, rows().length) }
  const tick = () => { after.port2.postMessage(null); requestAnimationFrame(tick) }
  requestAnimationFrame(tick)
  window.rowProbe = {
    now: () => rows().length,
    most: () => most,
    newest: () => Math.max(...[...rows()].map((row) => Number(row.dataset.seq))),
  }
})()`

interface Counters {
  readonly nodes: number
  readonly jsEventListeners: number
}

function countersOf(page: BenchPage): Promise<Counters> {
  return page.send('Memory.getDOMCounters') as unknown as Promise<Counters>
}

/** An hour in a busy room at sixty times the speed: the remaining memory. */
export const roomSoakBench: Bench<FigureName> = {
  name: 'room-soak',
  isQuietItself: true,
  about: `${MINUTES} minutes at ${RATE} messages a second, ${COMPRESSION} times as fast: heap above idle, rows in the document`,
  defaultRuns: 1,
  figures: {
    'page heap': { unit: 'MB', atMost: 10 },
    'worker heap': { unit: 'MB', atMost: 10 },
    'DOM rows': { unit: 'count', atMost: VISIBLE_ROWS + OVERSCAN_ROWS },
    'most DOM rows': { unit: 'count', atMost: VISIBLE_ROWS + OVERSCAN_ROWS + ARRIVING_ROWS },
    'DOM nodes': { unit: 'count' },
    listeners: { unit: 'count' },
    messages: { unit: 'count', atLeast: MINUTES * 60 * RATE },
  },
  async run() {
    const server = await openBenchServer()
    const browser = await launchChromium()
    try {
      const page = await browser.newPage({ width: 1280, height: 800 })
      await page.addScript(ROW_PROBE)
      await openRoom(page, server)
      const workers = await page.workers()
      const frames = await prebuildFrames(server.room, server.head(), RATE * COMPRESSION, (MINUTES * 60) / COMPRESSION)
      const idle = await readHeaps(page, workers)
      const before = await countersOf(page)

      await sendFrames(frames, ({ sealed, entries }) => server.emit(sealed, entries))
      const newest = (frames.at(-1)?.lastSeq ?? 0) - LAST_ENTRIES
      await page.waitFor(`rowProbe.newest() >= ${newest}`, CATCH_UP_MS)
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
      const heaps = await readHeaps(page, workers)
      const after = await countersOf(page)
      return {
        'page heap': heaps.page - idle.page,
        'worker heap': heaps.workers - idle.workers,
        'DOM rows': await page.evaluate<number>('rowProbe.now()'),
        'most DOM rows': await page.evaluate<number>('rowProbe.most()'),
        'DOM nodes': after.nodes - before.nodes,
        listeners: after.jsEventListeners - before.jsEventListeners,
        messages: frames.reduce((sum, { entries }) => sum + entries, 0),
      }
    } finally {
      await browser.close()
      await server.close()
    }
  },
}
