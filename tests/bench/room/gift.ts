import { roomText } from '#messages/zh/room.ts'
import { launchChromium } from '../harness/chromium.ts'
import { median, type Bench } from '../harness/figures.ts'
import { press } from '../harness/mouse.ts'
import { openBenchServer, QUIET_ROOM } from '../pixel/bench-server.ts'
import { signIn } from './sign-in.ts'

const PRESSES = 10
/** The cheapest gift. */
const GIFT = `document.querySelector('fieldset[aria-label="${roomText('gift.rail')}"] button:not(:disabled)')`
const TOTAL = roomText('gift.total', { total: '' }).split(' ')[0] ?? ''
const SEND = `[...document.querySelectorAll('button')].find((button) => button.textContent.startsWith('${TOTAL} '))`

/** Runs in the page: presses the button and returns the milliseconds until the tray with this count is painted. */
const SEND_ONE = `(count) => new Promise((resolve) => {
  const button = ${SEND}
  const begun = performance.now()
  button.click()
  const look = () => {
    if (Number(document.querySelector('[data-gift-tray]')?.dataset.combo) !== count) return requestAnimationFrame(look)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(performance.now() - begun)
    port2.postMessage(null)
  }
  requestAnimationFrame(look)
})`

/** Time from the press on the send button to the painted tray. */
export const roomGiftBench: Bench<'own gift' | 'slowest'> = {
  name: 'room-gift',
  about: 'press on the button that sends a gift to the painted tray of it',
  figures: { 'own gift': { unit: 'ms', atMost: 100 }, slowest: { unit: 'ms' } },
  async run() {
    const server = await openBenchServer()
    const browser = await launchChromium()
    try {
      const page = await browser.newPage({ width: 1280, height: 800 })
      await signIn(page, server.url, `/app/live/${QUIET_ROOM.eid}`)
      await press(page, GIFT)
      await page.waitFor(`${SEND} !== undefined`)
      const times: number[] = []
      for (let count = 1; count <= PRESSES; count += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one press after the other
        times.push(await page.evaluate<number>(`(${SEND_ONE})(${count})`))
      }
      return { 'own gift': median(times), slowest: Math.max(...times) }
    } finally {
      await browser.close()
      await server.close()
    }
  },
}
