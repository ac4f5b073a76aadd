import { SKINS } from '#protocol/sites.ts'
import { startTestServer } from '../support/server.ts'
import { launchChromium, type BenchBrowser } from './harness/chromium.ts'
import { median, percentile, type Bench } from './harness/figures.ts'
import { hover, press } from './harness/mouse.ts'
import type { BenchPage } from './harness/page.ts'

type FigureName = `${'home' | 'room'} ${'median' | 'worst' | 'processor'}`

/** Changes per screen: every skin twice. */
const CHANGES = SKINS.length * 2

/** Runs in the page: from the click's timestamp to the end of the frame that shows its effect. */
const CLICK_PROBE = `addEventListener('click', (event) => {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => { window.clickToFrame = performance.now() - event.timeStamp }
    port2.postMessage(null)
  })
}, true)`

interface Change {
  readonly milliseconds: number
  /** Processor time of the main thread, independent of other processes. */
  readonly processor: number
}

/** Opens the skin menu and selects an entry. */
async function change(page: BenchPage, index: number): Promise<Change> {
  await press(page, `[...document.querySelectorAll('header button')].find((each) => each.ariaLabel === '换皮肤')`)
  const entry = `document.querySelectorAll('[role="menuitem"]')[${index % SKINS.length}]`
  // The mouse is on the entry already; the click and its effect are measured.
  await hover(page, entry)
  const middle = await page.evaluate<{ x: number; y: number }>(`(() => {
    const { x, y, width, height } = ${entry}.getBoundingClientRect()
    window.clickToFrame = null
    return { x: x + width / 2, y: y + height / 2 }
  })()`)
  const button = { ...middle, button: 'left', clickCount: 1 }
  await page.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...button, buttons: 1 })
  const before = await page.metrics()
  await page.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...button, buttons: 0 })
  await page.waitFor('window.clickToFrame !== null')
  const after = await page.metrics()
  const milliseconds = await page.evaluate<number>('window.clickToFrame')
  await page.waitFor(`document.querySelector('[role="menuitem"]') === null`)
  return { milliseconds, processor: ((after['ThreadTime'] ?? 0) - (before['ThreadTime'] ?? 0)) * 1000 }
}

async function changesOn(browser: BenchBrowser, address: string): Promise<Record<keyof Change, number[]>> {
  const page = await browser.newPage({ width: 1280, height: 800 })
  await page.addScript(CLICK_PROBE)
  await page.goto(address)
  await page.waitFor(`document.querySelector('[data-connection="online"]')`)
  // the first opening loads the menu's code, which is not measured
  await change(page, 0)
  const changes: Change[] = []
  for (let index = 1; index <= CHANGES; index += 1) changes.push(await change(page, index))
  await page.close()
  return {
    milliseconds: changes.map(({ milliseconds }) => milliseconds),
    processor: changes.map(({ processor }) => processor),
  }
}

/** A change of the skin: from the click to the next painted frame, on the home screen and in a room with a crowd. */
export const skinBench: Bench<FigureName> = {
  name: 'skin',
  about: 'from the click on a skin to the next painted frame, on the home and in a live room',
  figures: {
    'home median': { unit: 'ms', atMost: 50 },
    'home worst': { unit: 'ms' },
    'home processor': { unit: 'ms', atMost: 50 },
    'room median': { unit: 'ms', atMost: 50 },
    'room worst': { unit: 'ms' },
    'room processor': { unit: 'ms', atMost: 50 },
  },
  defaultRuns: 1,
  async run() {
    const server = await startTestServer({ env: { CROWD: '40', WORLD_SEED: '7' }, isMeasured: true })
    const browser = await launchChromium()
    try {
      const home = await changesOn(browser, `${server.url}/app/home`)
      const room = await changesOn(browser, `${server.url}/app/live/2001`)
      return {
        'home median': median(home.milliseconds),
        'home worst': percentile(home.milliseconds, 1),
        'home processor': median(home.processor),
        'room median': median(room.milliseconds),
        'room worst': percentile(room.milliseconds, 1),
        'room processor': median(room.processor),
      }
    } finally {
      await browser.close()
      await server.stop()
    }
  },
}
