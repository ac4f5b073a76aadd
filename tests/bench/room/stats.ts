import { launchChromium } from '../harness/chromium.ts'
import { median, type Bench } from '../harness/figures.ts'
import type { BenchPage } from '../harness/page.ts'
import { openBenchServer, QUIET_ROOM } from '../pixel/bench-server.ts'
import { prebuildFrames, sendFrames } from '../pixel/frames.ts'
import { untilQuiet } from '../pixel/replay.ts'

const RATE = 100
const PAIRS = 8
const PART_MS = 4_000
/** Opening and closing the panel is not measured. */
const SETTLE_MS = 700

type FigureName = 'panel costs' | 'panel costs in processor time' | 'busy without'

async function setShown(page: BenchPage, isShown: boolean): Promise<void> {
  const key = { key: '~', code: 'Backquote', windowsVirtualKeyCode: 192, modifiers: 8 }
  if ((await page.evaluate<boolean>(`document.querySelector('[data-stats]') !== null`)) === isShown) return
  await page.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key })
  await page.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key })
  await page.waitFor(`(document.querySelector('[data-stats]') !== null) === ${isShown}`)
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
}

/** Wall time and processor time of the main thread, ms per second. */
async function costOf(page: BenchPage): Promise<{ work: number; processor: number }> {
  const before = await page.metrics()
  await new Promise((resolve) => setTimeout(resolve, PART_MS))
  const after = await page.metrics()
  const seconds = (after['Timestamp'] ?? 0) - (before['Timestamp'] ?? 0)
  const spent = (name: string) => (((after[name] ?? 0) - (before[name] ?? 0)) * 1000) / seconds
  return { work: spent('TaskDuration'), processor: spent('ThreadTime') }
}

/**
 * The stats panel (`?stats`) in a room with video and chat, compared with the page without it: parts alternate, and the
 * median of the differences counts.
 */
export const roomStatsBench: Bench<FigureName> = {
  name: 'room-stats',
  about: `what the panel of ?stats costs the main thread, with video and ${RATE} messages a second`,
  defaultRuns: 1,
  figures: {
    'panel costs': { unit: 'ms/s', atMost: 10 },
    'panel costs in processor time': { unit: 'ms/s', atMost: 10 },
    'busy without': { unit: 'ms/s' },
  },
  async run() {
    const server = await openBenchServer()
    const browser = await launchChromium()
    try {
      const page = await browser.newPage({ width: 1280, height: 800 })
      await page.goto(`${server.url}/app/live/${QUIET_ROOM.eid}?stats`)
      await page.waitFor(`document.querySelector('[data-connection="online"]')`)
      await page.waitFor(`document.querySelector('[data-stats]')`)
      await untilQuiet(server)
      const seconds = (PAIRS * 2 * (PART_MS + 2 * SETTLE_MS)) / 1000
      const frames = await prebuildFrames(server.room, server.head(), RATE, seconds)
      let isOver = false
      const sending = sendFrames(frames, ({ sealed, entries }) => {
        if (!isOver) server.emit(sealed, entries)
      })
      const differences: { work: number; processor: number }[] = []
      const without: number[] = []
      for (let pair = 0; pair < PAIRS; pair += 1) {
        // alternate the order
        const order = pair % 2 === 0 ? [false, true] : [true, false]
        const cost = { true: { work: 0, processor: 0 }, false: { work: 0, processor: 0 } }
        for (const isShown of order) {
          await setShown(page, isShown)
          cost[`${isShown}`] = await costOf(page)
        }
        without.push(cost.false.work)
        differences.push({
          work: cost.true.work - cost.false.work,
          processor: cost.true.processor - cost.false.processor,
        })
      }
      isOver = true
      await sending
      return {
        'panel costs': median(differences.map(({ work }) => work)),
        'panel costs in processor time': median(differences.map(({ processor }) => processor)),
        'busy without': median(without),
      }
    } finally {
      await browser.close()
      await server.close()
    }
  },
}
