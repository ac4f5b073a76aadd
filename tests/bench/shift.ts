import { chromium, type Browser } from 'playwright'
import { BROWSER_FLAGS, findBrowser, NO_BROWSER_MESSAGE } from '../../scripts/find-browser.mjs'
import { addressedScreens, signedInState } from '../e2e/support/addressed-screens.ts'
import { measureLayoutShift, SHIFT_SIZES } from '../support/layout-shift.ts'
import { startTestServer } from '../support/server.ts'
import type { Bench } from './harness/figures.ts'
import { openBenchServer, QUIET_ROOM } from './pixel/bench-server.ts'

const BOUND = 0.02
const ROOM_SECONDS = 30
const MESSAGES_PER_SECOND = 20
/** As many as the history of a room contains. */
const HISTORY_ROWS = 50
/** Slows down the page, to find shifts that a fast machine hides: SHIFT_SLOWDOWN=4. */
const SLOWDOWN = Number(process.env['SHIFT_SLOWDOWN'] ?? 1)
/** Only addresses that contain one of these texts: SHIFT_ONLY=/app/news,/login. */
const ONLY = (process.env['SHIFT_ONLY'] ?? '').split(',')

type Size = keyof typeof SHIFT_SIZES
const COLUMNS = [
  ['phone', 'visitor'],
  ['phone', 'member'],
  ['desktop', 'visitor'],
  ['desktop', 'member'],
] as const satisfies readonly (readonly [Size, string])[]
type Column = `${Size} ${'visitor' | 'member'}`
type FigureName = Column | `busy room ${Size}`

const score = { unit: 'score', atMost: BOUND } as const

/** Layout shift without input: all screens in a cold browser, and a room with 20 messages per second. */
export const shiftBench: Bench<FigureName> = {
  name: 'shift',
  about: `layout shift of every screen within 6 s, and of a room with ${MESSAGES_PER_SECOND} messages/s in ${ROOM_SECONDS} s`,
  figures: {
    'phone visitor': score,
    'phone member': score,
    'desktop visitor': score,
    'desktop member': score,
    'busy room phone': score,
    'busy room desktop': score,
  },
  defaultRuns: 1,
  async run() {
    const found = await findBrowser()
    if (found === null) throw new Error(NO_BROWSER_MESSAGE)
    const { executablePath, environment } = found
    const browser = await chromium.launch({
      executablePath,
      args: [...BROWSER_FLAGS, '--autoplay-policy=no-user-gesture-required'],
      env: { ...process.env, ...environment },
    })
    try {
      const screens = await measureScreens(browser)
      return {
        ...screens,
        'busy room phone': await measureBusyRoom(browser, 'phone'),
        'busy room desktop': await measureBusyRoom(browser, 'desktop'),
      }
    } finally {
      await browser.close()
    }
  },
}

/** Prints a table of all screens and returns the largest shift of each column. */
async function measureScreens(browser: Browser): Promise<Record<Column, number>> {
  const server = await startTestServer({ env: { CROWD: '20', WORLD_SEED: '7' }, isMeasured: true })
  const largest: Record<Column, number> = {
    'phone visitor': 0,
    'phone member': 0,
    'desktop visitor': 0,
    'desktop member': 0,
  }
  try {
    const storageState = await signedInState(browser, server.url)
    const screens = await addressedScreens(browser, server.url, storageState)
    const addresses = [...new Set(screens.map(({ address }) => address))]
    console.error(`| address | ${Object.keys(largest).join(' | ')} | worst |\n|${'---|'.repeat(6)}`)
    for (const address of addresses.filter((each) => ONLY.some((part) => each.includes(part)))) {
      // The four loads slow each other down, which shows shifts that a fast machine hides.
      // oxlint-disable-next-line no-await-in-loop -- one address after the other
      const measured = await Promise.all(
        COLUMNS.map(async ([size, viewer]) => {
          const context = { ...SHIFT_SIZES[size], ...(viewer === 'member' && { storageState }) }
          const shift = await measureLayoutShift(browser, server.url + address, { context, slowdown: SLOWDOWN })
          largest[`${size} ${viewer}`] = Math.max(largest[`${size} ${viewer}`], shift.score)
          return shift
        }),
      )
      const [worst] = measured.toSorted((one, other) => other.score - one.score)
      console.error(`| ${address} | ${measured.map((shift) => shift.score.toFixed(3)).join(' | ')} | ${worst?.worst} |`)
    }
  } finally {
    await server.stop()
  }
  return largest
}

async function measureBusyRoom(browser: Browser, size: Size): Promise<number> {
  const server = await openBenchServer()
  let timer: NodeJS.Timeout | undefined
  try {
    await server.say(HISTORY_ROWS)
    const { score: value, worst } = await measureLayoutShift(browser, `${server.url}/app/live/${QUIET_ROOM.eid}`, {
      context: SHIFT_SIZES[size],
      limitMs: ROOM_SECONDS * 1_000,
      slowdown: SLOWDOWN,
      onLoaded: () => {
        timer = setInterval(() => void server.say(1), 1_000 / MESSAGES_PER_SECOND)
      },
    })
    console.error(`busy room, ${size}: ${value.toFixed(3)} ${worst}`)
    return value
  } finally {
    clearInterval(timer)
    await server.close()
  }
}
