import type { Browser, Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { openDatabase } from '../../server/database/open.ts'
import { member } from '../../server/database/schema/member.ts'
import { grantCoins } from '../../server/wallet/ledger/postings.ts'
import { DEPTH } from '../support/depth.ts'
import { ANCHORS, TEAMS } from '../../server/demo/world/teams.ts'
import { SKINS } from '../../src/protocol/sites.ts'
import { silentLog } from '../support/logs.ts'
import type { TestServer } from '../support/server.ts'
import { startTestServer } from '../support/server.ts'
import { addressedScreens, signedInState } from './support/addressed-screens.ts'
import { textFaults } from './support/text-boxes.ts'
import { skinFindings, wear } from './support/visual.ts'

const STEP = 20
const NARROWEST = 320
const WIDEST = 1920
const everyWidth = Array.from({ length: (WIDEST - NARROWEST) / STEP + 1 }, (_, index) => NARROWEST + index * STEP)
const LISTED = [320, 390, 768, 1024, 1280, 1440, 1920]
const LANDSCAPE = { width: 844, height: 390 }
const sizesOf = (widths: readonly number[]) => widths.map((width) => ({ width, height: 844 }))
/** The short run leaves 390 and 1280 px to the visual suite. */
const SIZES = [...sizesOf(DEPTH === 'full' ? everyWidth : [320, 768, 1024, 1920]), LANDSCAPE]
const NAME_WIDTHS = DEPTH === 'full' ? LISTED : [320, 1024]
/** The sizes at which long names are checked too. */
const NAME_SIZES = SIZES.filter((size) => NAME_WIDTHS.includes(size.width) || size === LANDSCAPE)
const PAGES_AT_ONCE = 2
const MEMBER = 'rich001'

let server: TestServer
test.beforeAll(async () => {
  server = await startTestServer({ env: { CROWD: '20', WORLD_SEED: '7' } })
  await server.kill('SIGTERM')
  await makeRich(server.dataDirectory)
  await server.restart()
})
test.afterAll(() => server.stop())

/** Gives the member a balance of twelve digits, in the database of a stopped server. */
async function makeRich(dataDirectory: string): Promise<void> {
  const store = await openDatabase({ dataDirectory, log: silentLog })
  const [found] = await store.db.select({ id: member.id }).from(member).where(eq(member.name, MEMBER))
  await store.db.transaction((tx) => grantCoins(tx, [{ memberId: found!.id, coins: 888_888_888_888 }], Date.now()))
  await store.close()
}

/** A layout that depends on the size is drawn a moment after the change, on a busy machine some seconds later. */
const SETTLED_AFTER_MS = 4_000

/** Faults that remain when the layout has settled. */
async function lastingFaults(page: Page): Promise<string[]> {
  const until = Date.now() + SETTLED_AFTER_MS
  let faults = await textFaults(page)
  // oxlint-disable-next-line no-await-in-loop -- again until the layout has settled
  while (faults.length > 0 && Date.now() < until) faults = await textFaults(page)
  return faults
}

const NAMES = [
  ...Object.values(TEAMS)
    .flat()
    .map(({ name }) => name),
  ...ANCHORS.map(({ nick }) => nick),
]
const LONGEST_NAME = 24

/** Writes names of 24 wide characters where the page shows a name of a team or an anchor. The returned function undoes it. */
async function lengthenNames(page: Page): Promise<() => Promise<void>> {
  const original = await page.evaluateHandle(
    ({ names, length }) => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const changed: [Node, string][] = []
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const text = node.nodeValue ?? ''
        if (!names.includes(text.trim())) continue
        changed.push([node, text])
        node.nodeValue = text.trim().padEnd(length, '长名字')
      }
      return changed
    },
    { names: NAMES, length: LONGEST_NAME },
  )
  return () =>
    original.evaluate((changed) => {
      for (const [node, text] of changed) node.nodeValue = text
    })
}

/**
 * Runs the work for each screen, two screens at a time. A page shows one after the other, because it keeps the cache of
 * the browser: most of the time would be the loading of scripts.
 */
async function onEachScreen(
  browser: Browser,
  storageState: Awaited<ReturnType<typeof signedInState>>,
  addresses: string[],
  work: (page: Page, address: string) => Promise<void>,
): Promise<void> {
  const next = async (): Promise<void> => {
    const context = await browser.newContext({ locale: 'zh-CN', storageState, reducedMotion: 'reduce' })
    const page = await context.newPage()
    // oxlint-disable no-await-in-loop -- one screen after the other, in each of the parallel pages
    for (let address = addresses.shift(); address !== undefined; address = addresses.shift()) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(server.url + address)
      await page.waitForLoadState('networkidle')
      await work(page, address)
    }
    // oxlint-enable no-await-in-loop
    await context.close()
  }
  await Promise.all(Array.from({ length: PAGES_AT_ONCE }, next))
}

test('no text overlaps, is cut off or leaves the window at any width, nor with names of 24 characters @full', async ({
  browser,
}) => {
  test.setTimeout(1_500_000)
  const storageState = await signedInState(browser, server.url, MEMBER)
  const all = (await addressedScreens(browser, server.url, storageState)).filter(({ isMember }) => !isMember)
  // The short run checks each fourth screen.
  const screens = all.filter((_, index) => DEPTH === 'full' || index % 4 === 0).map(({ address }) => address)
  const found = new Map<string, number[]>()
  const note = (fault: string, width: number) => found.set(fault, [...(found.get(fault) ?? []), width])
  await onEachScreen(browser, storageState, screens, async (page, address) => {
    // oxlint-disable no-await-in-loop -- one size after the other
    for (const size of SIZES) {
      await page.setViewportSize(size)
      for (const fault of await lastingFaults(page)) note(`${address} ${fault}`, size.width)
      if (!NAME_SIZES.includes(size)) continue
      const restore = await lengthenNames(page)
      for (const fault of await textFaults(page)) note(`${address} with long names ${fault}`, size.width)
      await restore()
    }
    // oxlint-enable no-await-in-loop
  })
  expect([...found].map(([fault, widths]) => `${fault} at ${widths.join(', ')}`)).toEqual([])
})

// Takes about half an hour.
test('no screen has findings of axe, overlaps or overflow at eight sizes in seven skins @full', async ({ browser }) => {
  test.setTimeout(5_400_000)
  const storageState = await signedInState(browser, server.url, MEMBER)
  const screens = await addressedScreens(browser, server.url, storageState)
  const found = new Map<string, string[]>()
  const note = (fault: string, where: string) => found.set(fault, [...(found.get(fault) ?? []), where])
  const addresses = [...new Set(screens.map(({ address }) => address))]
  await onEachScreen(browser, storageState, addresses, async (page, address) => {
    // oxlint-disable no-await-in-loop -- one size and skin after the other
    for (const size of [...sizesOf(LISTED), LANDSCAPE]) {
      await page.setViewportSize(size)
      for (const skin of SKINS) {
        await wear(page, skin)
        const findings = [...(await lastingFaults(page)), ...(await skinFindings(page))]
        for (const finding of findings) note(`${address} ${finding}`, `${size.width} ${skin}`)
      }
    }
    // oxlint-enable no-await-in-loop
  })
  expect([...found].map(([fault, places]) => `${fault} at ${places.join(', ')}`)).toEqual([])
})

test('no text overlaps at twice the font size of the browser @full', async ({ browser }) => {
  test.setTimeout(300_000)
  const found: string[] = []
  // oxlint-disable no-await-in-loop -- one screen after the other
  for (const { width, height } of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    const context = await browser.newContext({ locale: 'zh-CN', viewport: { width, height }, reducedMotion: 'reduce' })
    const page = await context.newPage()
    for (const address of [
      '/app/sports',
      '/app/live',
      '/app/live/2001',
      '/app/news',
      '/app/data',
      '/login',
      '/register',
    ]) {
      await page.goto(server.url + address)
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
      await page.waitForLoadState('networkidle')
      const faults = await lastingFaults(page)
      // Names may be cut off, which no walk of widths allows at the usual size.
      found.push(
        ...faults.filter((fault) => !fault.startsWith('cut off')).map((fault) => `${address} ${fault} at ${width}`),
      )
    }
    await context.close()
  }
  // oxlint-enable no-await-in-loop
  expect(found).toEqual([])
})
