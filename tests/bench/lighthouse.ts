import { chromium } from 'playwright'
import { BROWSER_FLAGS, findBrowser, NO_BROWSER_MESSAGE } from '../../scripts/find-browser.mjs'
import { signedInState } from '../e2e/support/addressed-screens.ts'
import type { Bench } from './harness/figures.ts'
import { audit } from './lighthouse/audit.ts'
import { calibratedSlowdown, PRESET_SLOWDOWN } from './lighthouse/calibration.ts'
import { openBenchServer, QUIET_ROOM } from './pixel/bench-server.ts'

/** Bounds of all pages. */
const PROMISED = {
  LCP: { unit: 'ms', atMost: 2500 },
  TBT: { unit: 'ms', atMost: 200 },
  CLS: { unit: 'score', atMost: 0.02 },
  accessibility: { unit: 'points', atLeast: 100 },
  'best practices': { unit: 'points', atLeast: 100 },
} as const

type FigureName =
  | 'performance'
  | keyof typeof PROMISED
  | 'TBT of processor'
  | 'scripts'
  | 'benchmark index'
  | 'slowdown'
  | `calibrated ${'performance' | 'LCP' | 'TBT'}`

interface Page {
  readonly name: string
  readonly path: string
  readonly performance: number
  /** KiB of scripts before the largest contentful paint, transferred; without a bound they are only reported. */
  readonly scripts?: number
  /** Runs before the scripts of the page. */
  readonly before?: string
  /** Opened by a signed-in member. */
  readonly isMember?: boolean
}

/** A browser without autoplay, so that the video of the room is paused. */
const PAUSED = `HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('not now', 'NotAllowedError'))`

/** Points of the pages of accounts, of the wallet, of the club and of activities. */
const FORM = 95

const PAGES: readonly Page[] = [
  { name: 'home', path: '/app/home', performance: 90, scripts: 180 },
  { name: 'list', path: '/app/live', performance: 80 },
  { name: 'room', path: `/app/live/${QUIET_ROOM.eid}`, performance: 80, before: PAUSED },
  { name: 'login', path: '/login', performance: FORM },
  { name: 'register', path: '/register', performance: FORM },
  { name: 'forgot', path: '/forgot', performance: FORM },
  { name: 'security', path: '/app/security', performance: FORM, isMember: true },
  { name: 'profile', path: '/app/profile', performance: FORM, isMember: true },
  { name: 'wallet', path: '/app/wallet', performance: FORM, isMember: true },
  ...['vip', 'rebate', 'welfare', 'points', 'messages', 'feedback', 'agent', 'promos'].map((name) => ({
    name,
    path: `/app/${name}`,
    performance: FORM,
    isMember: true,
  })),
  ...['sign-in', 'wheel', 'red-rain', 'lottery', 'guess', 'quiz', 'breakout', 'novice', 'deposit'].map((name) => ({
    name: `activity-${name}`,
    path: `/app/activity/${name}`,
    performance: FORM,
    isMember: true,
  })),
]
const RUNS = 5

/**
 * Audits a page of the build on an empty server with Lighthouse's phone preset and, on machines that are slower than
 * the preset assumes, again with the slowdown for such a machine ("calibrated").
 */
function lighthouseBench({ name, path, performance, scripts, before, isMember = false }: Page): Bench<FigureName> {
  return {
    name: `lighthouse-${name}`,
    about: `Lighthouse with its own phone preset on ${path}`,
    figures: {
      performance: { unit: 'points', atLeast: performance },
      ...PROMISED,
      'TBT of processor': { unit: 'ms' },
      scripts: { unit: 'KB', ...(scripts !== undefined && { atMost: scripts }) },
      'benchmark index': { unit: 'points' },
      slowdown: { unit: '×' },
      'calibrated performance': { unit: 'points', atLeast: performance },
      'calibrated LCP': PROMISED.LCP,
      'calibrated TBT': PROMISED.TBT,
    },
    defaultRuns: RUNS,
    async run() {
      const server = await openBenchServer()
      try {
        const url = `${server.url}${path}`
        const script = isMember ? await memberScript(server.url) : before
        const { findings, ...report } = await audit(url, script)
        for (const finding of findings) console.error(`  ${finding}`)
        const slowdown = calibratedSlowdown(report['benchmark index'])
        const calibrated = slowdown === PRESET_SLOWDOWN ? report : await audit(url, script, slowdown)
        return {
          ...report,
          slowdown,
          'calibrated performance': calibrated.performance,
          'calibrated LCP': calibrated.LCP,
          'calibrated TBT': calibrated.TBT,
        }
      } finally {
        await server.close()
      }
    },
  }
}

/** A script that gives a page the session of the member fan001, who signs in for it. */
export async function memberScript(url: string): Promise<string> {
  const found = await findBrowser()
  if (found === null) throw new Error(NO_BROWSER_MESSAGE)
  const { executablePath, environment } = found
  const browser = await chromium.launch({
    executablePath,
    args: [...BROWSER_FLAGS],
    env: { ...process.env, ...environment },
  })
  try {
    const { cookies, origins } = await signedInState(browser, url)
    const pairs = cookies.map((cookie) => `${cookie.name}=${cookie.value}; path=/`)
    const items = origins.flatMap(({ localStorage }) => localStorage.map((item) => [item.name, item.value]))
    return `for (const pair of ${JSON.stringify(pairs)}) document.cookie = pair
      for (const [key, value] of ${JSON.stringify(items)}) localStorage.setItem(key, value)`
  } finally {
    await browser.close()
  }
}

/** The first screens of a visitor, and pages of a member. */
export const lighthouseBenches: readonly Bench[] = PAGES.map(lighthouseBench)
