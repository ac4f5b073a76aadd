import { launchChromium } from './harness/chromium.ts'
import { percentile, type Bench } from './harness/figures.ts'
import { openBenchServer } from './pixel/bench-server.ts'

/** Screens of the navigation, with an element of their content. */
const SCREENS = [
  { path: '/app/home', shows: 'main a[href^="/app/live/"]' },
  { path: '/app/live', shows: 'main a[href^="/app/live/"]' },
  { path: '/app/news', shows: 'main a[href^="/app/news/"]' },
] as const
const ROUNDS = 10
/** An entry of the shell's navigation. */
const ENTRY = '[data-connection] header nav a'

/**
 * Runs in the page: presses a navigation entry and returns the milliseconds until the frame in which the entry is
 * current and the content is painted.
 */
const GO = `(path, shows) => new Promise((resolve) => {
  const entry = document.querySelector('${ENTRY}[href="' + path + '"]')
  const begun = performance.now()
  entry.click()
  const look = () => {
    if (!entry.hasAttribute('aria-current') || document.querySelector(shows) === null) return requestAnimationFrame(look)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(performance.now() - begun)
    port2.postMessage(null)
  }
  requestAnimationFrame(look)
})`

/**
 * Runs in the page: resolves when the page is idle after its start: the service worker has cached the shell and nothing
 * was fetched for a second.
 */
const AT_REST = `navigator.serviceWorker.ready.then(() => new Promise((resolve) => {
  const REST_MS = 1000
  let timer = setTimeout(resolve, REST_MS)
  new PerformanceObserver(() => {
    clearTimeout(timer)
    timer = setTimeout(resolve, REST_MS)
  }).observe({ type: 'resource' })
}))`

/** From a press in the navigation to the painted screen, after every screen was visited once. */
export const routeBench: Bench<'median' | 'p95' | 'slowest'> = {
  name: 'route',
  about: 'press in the navigation to the painted screen, from cached data',
  figures: { median: { unit: 'ms' }, p95: { unit: 'ms', atMost: 100 }, slowest: { unit: 'ms' } },
  async run() {
    const server = await openBenchServer()
    const browser = await launchChromium()
    try {
      const page = await browser.newPage({ width: 1280, height: 800 })
      await page.goto(`${server.url}/app/home`)
      const isReady = [ENTRY, SCREENS[0].shows].map((each) => `document.querySelector('${each}') !== null`).join(' && ')
      await page.waitFor(isReady)
      await page.evaluate(AT_REST)
      const go = ({ path, shows }: (typeof SCREENS)[number]) => page.evaluate<number>(`(${GO})('${path}', '${shows}')`)
      const times: number[] = []
      for (let round = 0; round <= ROUNDS; round += 1) {
        for (const screen of [...SCREENS.slice(1), SCREENS[0]]) {
          // oxlint-disable-next-line no-await-in-loop -- one press after the other
          const time = await go(screen)
          // The first round visits each screen for the first time.
          if (round > 0) times.push(time)
        }
      }
      return { median: percentile(times, 0.5), p95: percentile(times, 0.95), slowest: Math.max(...times) }
    } finally {
      await browser.close()
      await server.close()
    }
  },
}
