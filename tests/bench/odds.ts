import { setTimeout as wait } from 'node:timers/promises'
import type { Match, MatchState, SourceMarket } from '#server/matches/match.ts'
import { oddsOf } from '../server/sports/sports-support.ts'
import { launchChromium } from './harness/chromium.ts'
import { median, percentile, type Bench } from './harness/figures.ts'
import { press } from './harness/mouse.ts'
import type { BenchPage } from './harness/page.ts'
import { type BenchServer, openBenchServer, QUIET_ROOM } from './pixel/bench-server.ts'
import { prebuildFrames, sendFrames } from './pixel/frames.ts'
import { untilQuiet } from './pixel/replay.ts'

const RATE = 1_000
/** Changes of the price, and the shortest time between two. */
const CHANGES = 60
const CHANGE_EVERY_MS = 180
const SETTLE_MS = 1_000
const SELECTIONS = 500
const CHANGES_PER_SECOND = 5
const PAIRS = 6
const PART_MS = 4_000
const PRESSES = 20

/** The last match to begin: nothing but the bench changes it. */
async function idleMatch(server: BenchServer): Promise<string> {
  const idle = new Map<string, number>()
  server.changeMatches((match) => {
    const { fixture, state, kickOffAt } = match
    if (fixture.kind === 'football' && state.clock.phase === 'before') idle.set(fixture.matchId, kickOffAt)
    return match
  })
  for (;;) {
    const [last] = [...idle].toSorted(([, one], [, other]) => other - one)
    if (last) return last[0]
    await wait(50)
  }
}

/** A match with another state. A match of a source has getters, which a spread would lose. */
function withState({ fixture, kickOffAt, round, state }: Match, change: Partial<MatchState>): Match {
  return { fixture, kickOffAt, round, state: { ...state, ...change } }
}

/** A browser at a server, both closed after the work. */
async function inBrowser<Data>(work: (server: BenchServer, page: BenchPage, matchId: string) => Promise<Data>) {
  const server = await openBenchServer()
  const browser = await launchChromium()
  try {
    const page = await browser.newPage({ width: 1280, height: 800 })
    return await work(server, page, await idleMatch(server))
  } finally {
    await browser.close()
    await server.close()
  }
}

const selectionOf = (matchId: string) => `${matchId}.winner.0.home`
const LEG = `document.querySelector('[data-selection]')`

/** Runs in the page: records each text of the selection in the slip with the time at which it was painted. */
const WATCH_PRICE = `(() => {
  window.painted = []
  const after = new MessageChannel()
  after.port1.onmessage = () => {
    const shown = ${LEG}?.textContent ?? ''
    if (window.painted.at(-1)?.[1] !== shown) window.painted.push([performance.timeOrigin + performance.now(), shown])
  }
  const tick = () => { after.port2.postMessage(null); requestAnimationFrame(tick) }
  requestAnimationFrame(tick)
})()`

/** The slip over a room whose chat has {@link RATE} messages a second: from the change of a price to its paint. */
const oddsPixelBench: Bench<'p50' | 'p95' | 'missed'> = {
  name: 'odds-pixel',
  about: `change of a price at its source to the painted slip, beside a room at ${RATE} messages a second`,
  figures: {
    p50: { unit: 'ms' },
    p95: { unit: 'ms', atMost: 60 },
    missed: { unit: 'count', atMost: 0 },
  },
  run: () =>
    inBrowser(async (server, page, matchId) => {
      let price = 1_500
      const withPrice = (match: Match): Match => {
        if (match.fixture.matchId !== matchId) return match
        const { markets: _markets, ...state } = match.state
        return { ...withState(match, {}), state: { ...state, odds: prices.get(price) ?? null } }
      }
      const prices = new Map(
        Array.from({ length: CHANGES + 1 }, (_, step) => [1_500 + step * 10, oddsOf(1_500 + step * 10)]),
      )
      server.changeMatches(withPrice)
      const leg = { id: selectionOf(matchId), price, match: '-', market: '-', pick: '-' }
      const slip = { owner: '', mode: 'single', accept: 'better', legs: [leg], stakes: {}, parlayStake: '', placed: [] }
      await page.addScript(`localStorage.setItem('slip', ${JSON.stringify(JSON.stringify(slip))})`)
      await page.goto(`${server.url}/app/live/${QUIET_ROOM.eid}?slip`)
      await page.waitFor(`${LEG}?.textContent.includes('1.50')`)
      await untilQuiet(server)
      await page.evaluate(WATCH_PRICE)
      const seconds = (CHANGES * CHANGE_EVERY_MS) / 1_000 + 4
      const frames = await prebuildFrames(server.room, server.head(), RATE, seconds)
      const sending = sendFrames(frames, ({ sealed, entries }) => server.emit(sealed, entries))
      await wait(2_000)
      const changedAt: { readonly text: string; readonly at: number }[] = []
      for (let change = 1; change <= CHANGES; change += 1) {
        price += 10
        changedAt.push({ text: (price / 1_000).toFixed(2), at: performance.timeOrigin + performance.now() })
        // Not in step with the timers of the server.
        await wait(CHANGE_EVERY_MS + ((change * 7) % 25))
      }
      await sending
      await wait(SETTLE_MS)
      const painted = await page.evaluate<[number, string][]>('window.painted')
      const times = changedAt.map(({ text, at }) => {
        const found = painted.find(([paintedAt, shown]) => paintedAt >= at && shown.includes(text))
        return found ? found[0] - at : Number.POSITIVE_INFINITY
      })
      const seen = times.filter(Number.isFinite)
      return { p50: percentile(seen, 0.5), p95: percentile(seen, 0.95), missed: times.length - seen.length }
    }),
}

/** Markets with {@link SELECTIONS} selections in two halves, whose prices follow a counter of each half. */
function manyMarkets(counts: readonly [number, number]): SourceMarket[] {
  return Array.from({ length: SELECTIONS / 2 }, (_, index) => {
    const isTotal = index % 2 === 0
    const step = (counts[index % 4 < 2 ? 0 : 1] * 7 + index * 3) % 90
    const line = isTotal ? index / 2 + 1 : (index - 1) / 2 - 60
    const [one, other] = [1_800 + step * 5, 1_800 + (90 - step) * 5]
    const prices: Record<string, number> = isTotal ? { over: one, under: other } : { home: one, away: other }
    return { kind: isTotal ? 'total' : 'handicap', line, isSuspended: false, prices }
  })
}

/** Wall time of the main thread, as a share of the time. */
async function busyDuring(page: BenchPage): Promise<number> {
  const before = await page.metrics()
  await wait(PART_MS)
  const after = await page.metrics()
  const spent = (name: string) => (after[name] ?? 0) - (before[name] ?? 0)
  return (spent('TaskDuration') / spent('Timestamp')) * 100
}

/** The page of a match with many markets: what their changes cost the main thread. Parts with and without alternate. */
const oddsBusyBench: Bench<'main thread' | 'without' | 'changes'> = {
  name: 'odds-busy',
  about: `${SELECTIONS} selections whose prices change ${CHANGES_PER_SECOND} times a second: share of the main thread`,
  figures: {
    'main thread': { unit: '%', atMost: 2 },
    without: { unit: '%' },
    changes: { unit: 'per s' },
  },
  run: () =>
    inBrowser(async (server, page, matchId) => {
      const counts: [number, number] = [0, 0]
      let markets = manyMarkets(counts)
      server.changeMatches((match) => (match.fixture.matchId === matchId ? withState(match, { markets }) : match))
      await page.goto(`${server.url}/app/sports/match/${matchId}`)
      await page.waitFor(`document.querySelectorAll('main button[data-state="open"]').length >= ${SELECTIONS}`)
      await wait(SETTLE_MS * 4)
      let timer: ReturnType<typeof setInterval> | undefined
      let half: 0 | 1 = 0
      const change = () => {
        counts[half] += 1
        half = half === 0 ? 1 : 0
        markets = manyMarkets(counts)
      }
      const differences: number[] = []
      const without: number[] = []
      for (let pair = 0; pair < PAIRS; pair += 1) {
        const still = await busyDuring(page)
        timer = setInterval(change, 1_000 / CHANGES_PER_SECOND / 2)
        await wait(SETTLE_MS)
        differences.push((await busyDuring(page)) - still)
        clearInterval(timer)
        await wait(SETTLE_MS)
        without.push(still)
      }
      return {
        'main thread': median(differences),
        without: median(without),
        changes: SELECTIONS * CHANGES_PER_SECOND,
      }
    }),
}

/** Runs in the page: presses a price and returns the milliseconds until its selection is painted in the slip. */
const PRESS_PRICE = `(index) => new Promise((resolve) => {
  const button = document.querySelectorAll('main button[data-state="open"]')[index]
  const begun = performance.now()
  const count = document.querySelectorAll('[data-selection]').length
  button.click()
  const look = () => {
    if (document.querySelectorAll('[data-selection]').length === count) return requestAnimationFrame(look)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(performance.now() - begun)
    port2.postMessage(null)
  }
  requestAnimationFrame(look)
})`

const oddsPressBench: Bench<'p50' | 'slowest'> = {
  name: 'odds-press',
  about: 'press on a price of the page of a match to its painted selection in the slip beside it',
  figures: { p50: { unit: 'ms' }, slowest: { unit: 'ms', atMost: 50 } },
  run: () =>
    inBrowser(async (server, page, matchId) => {
      await page.goto(`${server.url}/app/sports/match/${matchId}`)
      await page.waitFor(`document.querySelector('[data-slip="rail"]')`)
      await page.waitFor(`document.querySelectorAll('main button[data-state="open"]').length > 10`)
      // A page at rest, as for the changes: for seconds after the load the shell is cached for later visits.
      await wait(SETTLE_MS * 4)
      const times: number[] = []
      for (let count = 0; count < PRESSES; count += 1) {
        times.push(await page.evaluate<number>(`(${PRESS_PRICE})(${count % 10})`))
        await wait(SETTLE_MS / 4)
        await press(page, `${LEG}.querySelector('button')`)
        await page.waitFor(`${LEG} === null`)
        await wait(SETTLE_MS / 4)
      }
      return { p50: percentile(times, 0.5), slowest: Math.max(...times) }
    }),
}

export const oddsBenches: readonly Bench[] = [oddsPixelBench, oddsBusyBench, oddsPressBench]
