import { sql } from 'drizzle-orm'
import { launchChromium } from './harness/chromium.ts'
import { type Bench, percentile } from './harness/figures.ts'
import type { BenchPage } from './harness/page.ts'
import { memberScript } from './lighthouse.ts'
import { type BenchServer, openBenchServer } from './pixel/bench-server.ts'

/** Pages of the club that the member's page links to, with an element of their content. */
const PAGES = [
  { path: '/app/vip', shows: 'main progress' },
  { path: '/app/rebate', shows: 'main h1' },
  { path: '/app/welfare', shows: 'main h1' },
  { path: '/app/points', shows: '[data-points]' },
  { path: '/app/messages', shows: '[data-message]' },
  { path: '/app/feedback', shows: 'main textarea' },
  { path: '/app/agent', shows: 'main textarea' },
] as const
const ROUNDS = 5
const MESSAGES = 10_000
const SCROLL_SECONDS = 5
/** A fast wheel: about a screen in a fifth of a second. */
const SCROLL_PIXELS = 60
const MINE = '/app/mine'

/** Runs in the page: presses the link, and returns the milliseconds until the frame with the content is painted. */
const GO = `(path, shows) => new Promise((resolve) => {
  const link = document.querySelector('main a[href="' + path + '"]')
  const begun = performance.now()
  link.click()
  const look = () => {
    if (location.pathname !== path || document.querySelector(shows) === null) return requestAnimationFrame(look)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(performance.now() - begun)
    port2.postMessage(null)
  }
  requestAnimationFrame(look)
})`

/** Runs in the page: goes to the end until all messages are loaded; returns how many the list then has. */
const LOAD_ALL = `new Promise((resolve) => {
  const next = () => {
    if (document.querySelector('main').textContent.includes('共 ${MESSAGES} 条')) return resolve()
    window.scrollTo(0, document.documentElement.scrollHeight)
    setTimeout(next, 20)
  }
  next()
})`

/** Runs in the page: scrolls in each frame; returns the times between frames and the most messages in the document. */
const SCROLL = `new Promise((resolve) => {
  window.scrollTo(0, 0)
  const times = []
  let rows = 0
  let last = 0
  const end = performance.now() + ${SCROLL_SECONDS * 1_000}
  const step = (at) => {
    if (last > 0) times.push(at - last)
    last = at
    rows = Math.max(rows, document.querySelectorAll('[data-message]').length)
    window.scrollBy(0, ${SCROLL_PIXELS})
    if (at > end) resolve({ times, rows })
    else requestAnimationFrame(step)
  }
  setTimeout(() => requestAnimationFrame(step), 500)
})`

type Figure = 'median' | 'p95' | 'slowest' | 'frames' | 'frame p95' | 'rows'

/** Gives the member fan001 this many notices, a second apart. A member of 90 days without a sign-in would be dormant. */
async function sendMessages({ database }: BenchServer, count: number): Promise<void> {
  await database.db.execute(sql`
    insert into message (id, kind, audience, member_id, title, content, jump_url, operator, created_at, publish_at)
    select gen_random_uuid(), 'notice', 'member', m.id, '第 ' || i || ' 条通知', '今晚 2 点到 4 点维护，期间不能投注。', '', 'root',
      m.created_at + i * interval '1 microsecond', now() - i * interval '1 second'
    from member m, generate_series(1, ${count}) i where m.name = 'fan001'`)
  await database.db.execute(sql`
    update member set created_at = created_at - interval '30 days' where name = 'fan001'`)
}

async function pressTimes(page: BenchPage): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { path, shows } of PAGES) {
      // oxlint-disable-next-line no-await-in-loop -- one press after the other
      const time = await page.evaluate<number>(`(${GO})('${path}', '${shows}')`)
      // The first round loads code and data.
      if (round > 0) times.push(time)
      // oxlint-disable-next-line no-await-in-loop -- as above
      await page.evaluate('history.back()')
      // oxlint-disable-next-line no-await-in-loop -- as above
      await page.waitFor(
        `location.pathname === '${MINE}' && document.querySelector('main a[href="${PAGES[0].path}"]') !== null`,
      )
    }
  }
  return times
}

/** The pages of a signed-in member: presses on the member's page, and a scroll through a full inbox. */
export const memberPagesBench: Bench<Figure> = {
  name: 'member-pages',
  about: 'press on the member page to the painted page of the club, from cached data; scroll through 10,000 messages',
  figures: {
    median: { unit: 'ms' },
    p95: { unit: 'ms', atMost: 100 },
    slowest: { unit: 'ms' },
    // While 3,600 pixels a second are scrolled.
    frames: { unit: 'per s', atLeast: 58 },
    'frame p95': { unit: 'ms', atMost: 20 },
    // Messages in the document at the same time.
    rows: { unit: 'count', atMost: 60 },
  },
  defaultRuns: 1,
  async run() {
    const server = await openBenchServer()
    const browser = await launchChromium()
    try {
      await sendMessages(server, MESSAGES)
      const page = await browser.newPage({ width: 1280, height: 800 })
      await page.addScript(await memberScript(server.url))
      await page.goto(server.url + MINE)
      await page.waitFor(`document.querySelector('main a[href="${PAGES[0].path}"]') !== null`)
      const presses = await pressTimes(page)
      await page.evaluate(`(${GO})('/app/messages', '[data-message]')`)
      await page.evaluate(LOAD_ALL)
      const { times, rows } = await page.evaluate<{ times: number[]; rows: number }>(SCROLL)
      return {
        median: percentile(presses, 0.5),
        p95: percentile(presses, 0.95),
        slowest: Math.max(...presses),
        frames: (times.length / times.reduce((sum, time) => sum + time, 0)) * 1_000,
        'frame p95': percentile(times, 0.95),
        rows,
      }
    } finally {
      await browser.close()
      await server.close()
    }
  },
}
