import { walletText } from '#messages/zh/wallet.ts'
import { launchChromium } from './harness/chromium.ts'
import { median, percentile, type Bench } from './harness/figures.ts'
import { press } from './harness/mouse.ts'
import type { BenchPage } from './harness/page.ts'
import { openBenchServer } from './pixel/bench-server.ts'
import { signIn } from './room/sign-in.ts'

/** More in a row meet the limits of calls. */
const PRESSES = 5
const ROUNDS = 10
const HOME = '/app/wallet'
const DEPOSIT = '/app/wallet/deposit'

const button = (text: string) =>
  `[...document.querySelectorAll('button')].findLast((one) => one.textContent === '${text}')`
const link = (path: string) => `document.querySelector('main a[href^="${path}"]')`
const AMOUNT = `document.querySelector('main form input[inputmode="decimal"]')`
const SUBMIT = `document.querySelector('main form button[type="submit"]')`
/** The available balance. */
const BALANCE = `[...document.querySelectorAll('main b')].find((one) => /^¥[\\d,.]+$/.test(one.textContent))`

/** Runs in the page: clicks and returns the milliseconds until the frame in which the condition holds is painted. */
const untilPainted = (target: string, condition: string) => `new Promise((resolve) => {
  const target = ${target}
  const begun = performance.now()
  target.click()
  const look = () => {
    if (!(${condition})) return requestAnimationFrame(look)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(performance.now() - begun)
    port2.postMessage(null)
  }
  requestAnimationFrame(look)
})`

/** The button shows progress, unless the response was faster than a frame. */
const IS_PENDING = `target.getAttribute('aria-busy') === 'true' || location.pathname !== '${DEPOSIT}'`

/** Opens the form of a deposit from the wallet and types an amount. */
async function fillDeposit(page: BenchPage): Promise<void> {
  await press(page, link(DEPOSIT))
  await press(page, AMOUNT)
  await page.send('Input.insertText', { text: '100' })
  await page.waitFor(`${AMOUNT}.value === '100'`)
}

/** Cancels the order whose payment is shown, because a member has few open ones, and returns to the wallet. */
async function cancelDeposit(page: BenchPage): Promise<void> {
  await page.waitFor(`location.pathname.startsWith('${DEPOSIT}/')`)
  await press(page, button(walletText('deposit.act.cancel')))
  await page.waitFor(`document.querySelector('[role="alertdialog"]')`)
  await press(page, button(walletText('deposit.act.cancel')))
  await page.waitFor(`document.querySelector('main').textContent.includes('${walletText('deposit.head.cancelled')}')`)
  await press(page, `document.querySelector('main a[href="${DEPOSIT}"], main a[href="${HOME}"]')`)
}

async function pendingTimes(page: BenchPage): Promise<number[]> {
  const times: number[] = []
  for (let count = 0; count < PRESSES; count += 1) {
    // oxlint-disable no-await-in-loop -- one deposit after the other
    await fillDeposit(page)
    times.push(await page.evaluate<number>(untilPainted(SUBMIT, IS_PENDING)))
    await cancelDeposit(page)
    await page.goto(new URL(HOME, await page.evaluate<string>('location.href')).href)
    await page.waitFor(BALANCE)
    // oxlint-enable no-await-in-loop
  }
  return times
}

/** Between the wallet and its deposit page, after both were shown once. */
async function cachedTimes(page: BenchPage): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    // oxlint-disable no-await-in-loop -- one press after the other
    const there = await page.evaluate<number>(untilPainted(link(DEPOSIT), AMOUNT))
    const back = await page.evaluate<number>(untilPainted(link(HOME), BALANCE))
    // oxlint-enable no-await-in-loop
    if (round > 0) times.push(there, back)
  }
  return times
}

/** What a member waits for in the wallet: the sign that a money call is made, and a page from cached data. */
export const walletBench: Bench<'pending' | 'slowest pending' | 'cached page' | 'slowest page'> = {
  name: 'wallet',
  about: 'press on the button of a deposit to its painted pending state, and on a link to a cached page of the wallet',
  figures: {
    pending: { unit: 'ms', atMost: 100 },
    'slowest pending': { unit: 'ms' },
    'cached page': { unit: 'ms', atMost: 100 },
    'slowest page': { unit: 'ms' },
  },
  async run() {
    const server = await openBenchServer()
    const browser = await launchChromium()
    try {
      const page = await browser.newPage({ width: 1280, height: 800 })
      await signIn(page, server.url, HOME)
      await page.waitFor(BALANCE)
      await press(page, link(DEPOSIT))
      await press(page, button(walletText('deposit.limit.skip')))
      await page.waitFor(AMOUNT)
      await press(page, link(HOME))
      const pending = await pendingTimes(page)
      const cached = await cachedTimes(page)
      return {
        pending: median(pending),
        'slowest pending': Math.max(...pending),
        'cached page': percentile(cached, 0.95),
        'slowest page': Math.max(...cached),
      }
    } finally {
      await browser.close()
      await server.close()
    }
  },
}
