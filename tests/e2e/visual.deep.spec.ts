import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { nextSessionExpiry } from '../../src/protocol/rules/member/session-expiry.ts'
import type { Skin } from '../../src/protocol/sites.ts'
import { SKINS } from '../../src/protocol/sites.ts'
import { DEPTH } from '../support/depth.ts'
import type { TestServer } from '../support/server.ts'
import { startTestServer } from '../support/server.ts'
import { RoomPage } from './support/room-page.ts'
import type { Screen } from './support/screen.ts'
import { SCREENS } from './support/screens.ts'
import { skinFindings, visualFindings, wear } from './support/visual.ts'

/** All seven skins, or those of `TEST_SKINS=fresh,glow`. */
const CHOSEN = skinsNamed(process.env['TEST_SKINS'])
/** All skins at both sizes; in the short run one per size, with two layouts. */
const wornAt = (size: string): readonly Skin[] => (DEPTH === 'full' ? CHOSEN : [size === 'phone' ? 'elegant' : 'glow'])
/** Screenshots for review, ignored by git. The short run takes none. */
const PICTURES = path.join('test-results', 'visual')

let server: TestServer
/** Storage state of the signed-in member, and the end of the session (S9.20). */
let member: Awaited<ReturnType<BrowserContext['storageState']>> = { cookies: [], origins: [] }
let memberUntil = 0

test.use({ actionTimeout: 30_000 })
test.beforeAll(async ({ browser }) => {
  server = await startTestServer({ env: { CROWD: '40', WORLD_SEED: '7' } })
  await mkdir(PICTURES, { recursive: true })
  await renewMember(browser)
})
test.afterAll(async () => {
  await server.stop()
})

for (const [position, screen] of SCREENS.entries()) {
  // The short run checks each fortieth screen, at one of the two sizes.
  if (DEPTH !== 'full' && position % 40 !== 0) continue
  const sizes = DEPTH === 'full' ? '@both' : position % 80 === 0 ? '@phone' : ''
  test(`S9.19 ${screen.name} (${screen.route}) is whole ${sizes}`, async ({ page }, { project }) => {
    const faults = watchFaults(page)
    await open(page, screen)
    const findings: string[] = []
    for (const [index, skin] of wornAt(project.name).entries()) {
      // oxlint-disable no-await-in-loop -- one page wears one skin at a time
      await wear(page, skin)
      const found = await (index === 0 ? visualFindings : skinFindings)(page, screen.layer)
      findings.push(...found.map((finding) => `${skin}: ${finding}`))
      if (DEPTH !== 'full') continue
      // A room fills the window, including overlays.
      const isWhole = screen.route !== '/app/live/:eid' && screen.layer === undefined
      await page.screenshot({
        path: path.join(PICTURES, `${screen.name}-${skin}-${project.name}.png`),
        fullPage: isWhole,
      })
      // oxlint-enable no-await-in-loop
    }
    expect([...findings, ...(screen.isCutOff ? [] : faults)]).toEqual([])
  })
}

/**
 * @throws if the list contains an unknown skin
 */
function skinsNamed(list: string | undefined): readonly Skin[] {
  if (list === undefined) return SKINS
  return list.split(',').map((name) => {
    const skin = SKINS.find((each) => each === name)
    if (skin === undefined) throw new Error(`TEST_SKINS: no skin "${name}"; there are ${SKINS.join(', ')}`)
    return skin
  })
}

async function open(page: Page, screen: Screen): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  if (screen.isMember) await signIn(page)
  if (screen.isCutOff) await page.route(/\/(api|timeServer|socket\.io|vvm)/, (route) => route.abort())
  if (screen.arrive) await screen.arrive(page, server.url)
  else await page.goto(server.url + (screen.address ?? screen.route))
  await expect(page.locator(screen.shows).first()).toBeVisible({ timeout: 30_000 })
  await screen.act?.(page)
  if (screen.layer) await expect(page.locator(screen.layer).first()).toBeVisible()
  await atRest(page, screen)
}

/** Waits for pending requests, and for the deferred parts of an idle page (`later`). */
async function atRest(page: Page, { isCutOff = false, route }: Screen): Promise<void> {
  // Nothing is deferred without a server or in play.html.
  if (!isCutOff && route !== 'play.html') await page.waitForFunction(lastOfLaterIsThere, null, { timeout: 30_000 })
  await page.evaluate(untilNothingCame, 500)
}

/** Runs in the page: the toast container is the last deferred part. */
const lastOfLaterIsThere = () =>
  performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/ToastBoard-'))

/** Runs in the page: resolves when no request has ended for this time, or after three seconds. */
const untilNothingCame = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, 3000)
    let timer = setTimeout(resolve, milliseconds)
    new PerformanceObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(resolve, milliseconds)
    }).observe({ type: 'resource' })
  })

/** Signs the member in with a separate browser context. */
async function renewMember(browser: Browser): Promise<void> {
  memberUntil = nextSessionExpiry(Date.now())
  const context = await browser.newContext()
  const page = await context.newPage()
  await new RoomPage(page).signIn(server.url, 'fan001', '/app/live/2001')
  // Reads the announcement that opens by itself, which would cover the screens.
  await page.goto(`${server.url}/app/home`)
  await page.getByRole('button', { name: '知道了' }).click()
  member = await context.storageState()
  await context.close()
}

/** Applies the storage state of the member. The suite may take longer than a session. */
async function signIn(page: Page): Promise<void> {
  const browser = page.context().browser()
  if (browser !== null && Date.now() >= memberUntil) await renewMember(browser)
  await page.context().addCookies(member.cookies)
  const stored = member.origins.flatMap(({ localStorage }) => localStorage)
  await page.addInitScript((items) => {
    for (const { name, value } of items) localStorage.setItem(name, value)
  }, stored)
}

/** Collects errors of the page. */
function watchFaults(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() !== 'error' || isInterruptedStream(message.text())) return
    faults.push(`console: ${message.text()}`)
  })
  page.on('requestfailed', (request) => {
    // A closed stream is cancelled, which is not a failure.
    const reason = request.failure()?.errorText ?? ''
    if (reason !== 'net::ERR_ABORTED') faults.push(`request: ${request.url()} ${reason}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`answer: ${response.url()} ${response.status()}`)
  })
  return faults
}

/** The demo interrupts anchors at random times. The streams of an interrupted anchor respond with 404. */
function isInterruptedStream(text: string): boolean {
  return /\/media\/\w+\.flv' failed: .* response code: 404$/.test(text)
}
