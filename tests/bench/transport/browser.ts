import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'vite'
import { PROJECT_ROOT } from '../../support/project.ts'
import { launchChromium } from '../harness/chromium.ts'
import { median } from '../harness/figures.ts'
import type { BenchPage } from '../harness/page.ts'
import type { FeedCost } from './feed-cost.ts'
import type { SealCost } from './seal-cost.worker.ts'
import { openTransportServer } from './server.ts'

export interface BrowserFigures extends SealCost {
  /**
   * Milliseconds of the main thread for a list of 200 matches out of a worker, at full speed and slowed down four times:
   * asking, the way over the thread border, the view.
   */
  readonly listMs: number
  readonly slowListMs: number
  /** The whole call at full speed: with what the browser itself notes on that thread of every request of a worker. */
  readonly listCallMs: number
  /** The same for the whole objects, at full speed. */
  readonly objectsMs: number
  /** What the way through the worker adds to a call. */
  readonly hopMs: number
  /** What an entry of a room costs its worker. */
  readonly feed: FeedCost
}

const LISTS = 40
const HOPS = 150
const WARM_UP = 15
const ROUNDS = 5

/** Builds the page of the bench, opens it in a browser beside a real server, and measures it from outside. */
export async function measureBrowser(): Promise<BrowserFigures> {
  const folder = await mkdtemp(path.join(tmpdir(), 'grandstand-bench-'))
  await buildPage(folder)
  const server = await openTransportServer(folder)
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    await page.goto(`${server.url}/`)
    await page.waitFor('globalThis.bench !== undefined && crossOriginIsolated')
    await page.evaluate(`bench.start(${JSON.stringify(server.identity)})`)
    // Processor time of the thread, so that what else runs on the machine is not counted as work of the page.
    await page.send('Performance.disable')
    await page.send('Performance.enable', { timeDomain: 'threadTicks' })
    const cost = await page.evaluate<SealCost>('bench.seal()')
    const feed = await page.evaluate<FeedCost>('bench.feed()')
    await page.evaluate(`bench.hop(${WARM_UP})`)
    const hops = await page.evaluate<{ worker: number[]; thread: number[] }>(`bench.hop(${HOPS})`)
    const listCallMs = await mainThreadMs(page, 'lists')
    const listMs = await mainThreadMs(page, 'views')
    const objectsMs = await mainThreadMs(page, 'objects')
    await page.throttle(4)
    const slowListMs = await mainThreadMs(page, 'views')
    const hopMs = median(hops.worker) - median(hops.thread)
    return { ...cost, feed, listMs, listCallMs, slowListMs, objectsMs, hopMs }
  } finally {
    await browser.close()
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** One bundle of the page with its workers, minified as the program is. */
async function buildPage(outDir: string): Promise<void> {
  await build({
    root: PROJECT_ROOT,
    configFile: false,
    logLevel: 'warn',
    worker: { format: 'es' },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      copyPublicDir: false,
      rollupOptions: {
        input: path.join(PROJECT_ROOT, 'tests/bench/transport/page.ts'),
        output: { entryFileNames: 'assets/[name].js' },
      },
    },
  })
}

/**
 * Main-thread time of one call: the processor time of the page's tasks over many calls, less what an idle page spends in as long. The best
 * of several rounds is the least disturbed one.
 */
async function mainThreadMs(page: BenchPage, what: 'lists' | 'views' | 'objects'): Promise<number> {
  await page.evaluate(`bench.${what}(${WARM_UP})`)
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const busy = await taskTime(page, `bench.${what}(${LISTS})`)
    const idle = await taskTime(page, `new Promise((resolve) => setTimeout(resolve, ${Math.ceil(busy.wallMs)}))`)
    rounds.push((busy.taskMs - idle.taskMs) / LISTS)
  }
  return Math.min(...rounds)
}

async function taskTime(page: BenchPage, expression: string): Promise<{ taskMs: number; wallMs: number }> {
  const before = await page.metrics()
  const startedAt = performance.now()
  await page.evaluate(expression)
  const wallMs = performance.now() - startedAt
  const after = await page.metrics()
  return { taskMs: ((after['TaskDuration'] ?? Number.NaN) - (before['TaskDuration'] ?? Number.NaN)) * 1000, wallMs }
}
