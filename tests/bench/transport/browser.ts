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
   * Main-thread milliseconds for a list of 200 matches from a worker, at full speed and slowed down four times: request,
   * transfer, view.
   */
  readonly listMs: number
  readonly slowListMs: number
  /** The whole call at full speed, with the browser's own work for each request of a worker. */
  readonly listCallMs: number
  /** The same without packing, at full speed. */
  readonly objectsMs: number
  /** Additional latency of a call through the worker. */
  readonly hopMs: number
  /** Worker time per entry of a room. */
  readonly feed: FeedCost
}

const LISTS = 40
const HOPS = 150
const WARM_UP = 15
const ROUNDS = 5

/** Builds the page of the benchmark, opens it in a browser with a real server, and measures it from outside. */
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
    // CPU time of the thread, which does not include other programs.
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

/** Bundles the page with its workers, minified like the product. */
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
 * Main-thread time of one call: CPU time of the page's tasks over many calls, minus that of an idle page. Returns the best of
 * several rounds.
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
