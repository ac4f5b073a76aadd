import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import { addressedScreens, signedInState } from './support/addressed-screens.ts'
import { test } from './support/shared-server.ts'
import { entriesMessages } from '#messages/zh/entries.ts'
import { commonText } from '#messages/zh/common.ts'
import { helpMessages } from '#messages/zh/help.ts'
import { newsText } from '#messages/zh/news.ts'
import { roomText } from '#messages/zh/room.ts'
import { sportsText } from '#messages/zh/sports.ts'
import { walletText } from '#messages/zh/wallet.ts'

const PAGES_AT_ONCE = 3
/** Targets of the short run; all targets otherwise. */
const SHORT_TARGETS = 30
const isShort = process.env['TEST_DEEP'] === 'short'
/** A page without more text than this is empty. */
const LEAST_TEXT = 12
/** Titles of pages whose subject does not exist or is not offered. */
const DEAD_TITLES: readonly string[] = [
  commonText('notFound.title'),
  entriesMessages['activity.goneTitle'],
  helpMessages.goneTitle,
  newsText('article.goneTitle'),
  newsText('tips.offTitle'),
  newsText('tip.goneTitle'),
  newsText('expert.goneTitle'),
  roomText('room.unknownTitle'),
  sportsText('match.team.goneTitle'),
  sportsText('match.league.goneTitle'),
  sportsText('match.anchor.goneTitle'),
  walletText('funds.usdt.off'),
  walletText('records.detail.gone'),
]
/** Paths that redirect by design, and their targets. */
const REDIRECTS: ReadonlyMap<string, string> = new Map([
  ['/', '/app/home'],
  ['/app', '/app/home'],
])
/** Screens with only one layout each, whose links are those of other screens. */
const WITHOUT_LINKS = /^\/(app\/perf|play\.html|maintenance|access-|robot-check)/
/** Screens that send a member away as soon as the session is known. */
const FOR_VISITORS_ONLY = /^\/(login|entry\/login|register)/

/** A link or a closed tile, and the screen that has it. */
interface Found {
  readonly target: string
  readonly from: string
}

async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForFunction(() => document.querySelector('main :is(h1, h2), [role="log"], [data-video]') !== null)
  // Lists follow the first paint. A list that cannot be loaded keeps loading.
  await page
    .waitForFunction(() => document.querySelector('[data-loading]') === null, undefined, { timeout: 15_000 })
    .catch(() => undefined)
}

/** Addresses of all links that the page shows, also of those that appear with the focus; on this origin as paths. */
const linksOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      .filter((link) => link.checkVisibility())
      .map(({ href, origin, pathname, search, hash }) =>
        origin === location.origin ? pathname + search + hash : href,
      ),
  )

/** The links of the page and of the menus and panels of its header. */
async function allLinksOf(page: Page): Promise<string[]> {
  const links = await linksOf(page)
  const openers = page.locator('header button[aria-haspopup]')
  for (let index = 0; index < (await openers.count()); index += 1) {
    const opener = openers.nth(index)
    if (!(await opener.isVisible())) continue
    await opener.click()
    await page.locator('[role="menu"], [role="dialog"]').first().waitFor()
    links.push(...(await linksOf(page)))
    await page.keyboard.press('Escape')
    await page.locator('[role="menu"], [role="dialog"]').first().waitFor({ state: 'detached' })
  }
  return links
}

/** What happens after a press on each closed tile: nothing is a dead end. */
async function deadTiles(page: Page): Promise<string[]> {
  const dead: string[] = []
  const tiles = page.locator('main ul[aria-label="场馆"] > li > button')
  for (let index = 0; index < (await tiles.count()); index += 1) {
    const name = (await tiles.nth(index).textContent()) ?? ''
    await tiles.nth(index).click()
    const reason = page.getByRole('region', { name: '提示' }).getByText('场馆暂未开放')
    const isTold = await reason
      .first()
      .waitFor({ timeout: 5_000 })
      .then(
        () => true,
        () => false,
      )
    if (!isTold) dead.push(`tile ${name}`)
  }
  return dead
}

/** Why the page of a target is a dead end; null if it is none. */
async function problemOf(page: Page, url: string, { target, from }: Found, isMember: boolean): Promise<string | null> {
  if (/^(mailto|tel):/.test(target)) return null
  if (!target.startsWith('/')) return target.startsWith('https://') ? null : 'is no https address'
  if (/\.(json|xml|txt|webmanifest|png|jpg|webp|svg)($|\?)/.test(target)) {
    const { status } = await page.request.get(url + target).then((response) => ({ status: response.status() }))
    return status < 400 ? null : `HTTP ${status}`
  }
  const response = await page.goto(url + target, { waitUntil: 'load' })
  if (response !== null && response.status() >= 400) return `HTTP ${response.status()}`
  const wanted = new URL(url + target)
  const content = page.locator('main')
  try {
    await page.waitForFunction(
      (least) =>
        document.querySelector('[role="log"], [data-video]') !== null ||
        [...document.querySelectorAll<HTMLElement>('main')].some(({ innerText }) => innerText.trim().length >= least),
      LEAST_TEXT,
      { timeout: 20_000 },
    )
  } catch {
    return 'is empty'
  }
  if (wanted.hash !== '') {
    const id = decodeURIComponent(wanted.hash.slice(1))
    const isThere = await page
      .waitForFunction((name) => document.getElementById(name) !== null, id, { timeout: 10_000 })
      .then(
        () => true,
        () => false,
      )
    if (!isThere) return `has no element ${wanted.hash}`
  }
  const here = new URL(page.url())
  const expected = REDIRECTS.get(wanted.pathname) ?? wanted.pathname
  if (here.pathname !== expected) {
    const isSignIn = !isMember && here.pathname === '/login'
    const isBack = isSignIn && here.searchParams.get('fromPage')?.startsWith(wanted.pathname) === true
    if (!isBack) return `leads to ${here.pathname}`
  }
  // Some of the screens are about a subject that does not exist; a link to a place on such a page is none to follow.
  if (target.split('#')[0] === from) return null
  const titles = await content.locator('h1, h2, h3').allTextContents()
  const dead = titles.find((title) => DEAD_TITLES.includes(title.trim()))
  return dead ?? null
}

/** Runs `work` for each item on some pages at the same time. */
async function onPages<Item>(
  browser: Browser,
  context: BrowserContextOptions,
  items: Item[],
  work: (page: Page, item: Item) => Promise<void>,
): Promise<void> {
  const open = await browser.newContext({ locale: 'zh-CN', ...context })
  open.setDefaultTimeout(60_000)
  const series = async (): Promise<void> => {
    const page = await open.newPage()
    for (let item = items.shift(); item !== undefined; item = items.shift()) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, in each of the parallel series
      await work(page, item)
    }
  }
  await Promise.all(Array.from({ length: PAGES_AT_ONCE }, series))
  await open.close()
}

for (const isMember of [false, true]) {
  test(`S4.8 no link of any screen leads nowhere, for ${isMember ? 'a member' : 'a visitor'} @both @full`, async ({
    browser,
    server: { url },
    viewport,
    isMobile,
    hasTouch,
  }) => {
    test.setTimeout(1_800_000)
    const storageState = await signedInState(browser, url)
    const context = { viewport, isMobile, hasTouch, ...(isMember && { storageState }) }
    const addresses = (await addressedScreens(browser, url, storageState)).map(({ address }) => address)
    const all = [...new Set(addresses)]
      .filter((address) => !WITHOUT_LINKS.test(address))
      .filter((address) => !isMember || !FOR_VISITORS_ONLY.test(address))
    expect(all.length).toBeGreaterThan(50)
    const screens = isShort ? all.filter((_, index) => index % 6 === 0) : all
    const found = new Map<string, Found>()
    const problems: string[] = []
    await onPages(browser, context, [...screens], async (page, from) => {
      await visit(page, url + from)
      const links = from === '/app/home' ? await allLinksOf(page) : await linksOf(page)
      for (const target of links) if (!found.has(target)) found.set(target, { target, from })
      problems.push(...(await deadTiles(page)).map((tile) => `${from}: ${tile}`))
    })
    expect(found.size).toBeGreaterThan(SHORT_TARGETS)
    const targets = [...found.values()]
    const followed = isShort
      ? targets.filter((_, index) => index % Math.ceil(targets.length / SHORT_TARGETS) === 0)
      : targets
    await onPages(browser, context, [...followed], async (page, link) => {
      const { target, from } = link
      const problem = await problemOf(page, url, link, isMember)
      if (problem === null) return
      // Matches end: a link that the screen no longer has is no dead end.
      await visit(page, url + from)
      if ((await linksOf(page)).includes(target)) problems.push(`${from} → ${target}: ${problem}`)
    })
    expect(problems).toEqual([])
  })
}
