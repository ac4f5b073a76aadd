import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { deploymentOf, SKIN_LAYOUT } from '../../src/protocol/sites.ts'
import type { TestServer } from '../support/server.ts'
import { startTestServer } from '../support/server.ts'
import { dragToEnd, openForm, safetyWindow, tryPassword } from './support/sign-in-form.ts'

let server: TestServer
const config = (values: object) => ({ SITE_HOSTS: 'localhost=5003', SITE_CONFIG: JSON.stringify(values) })

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  server = await startTestServer({ env: { CROWD: '0', ...config({ multiLanguageEntrance: 1, geetestSwitch: 1 }) } })
})
test.afterAll(() => server.stop())

const dataset = (page: Page) =>
  page.evaluate(() => Object.fromEntries(Object.entries(document.documentElement.dataset)))
const shown = (siteId: number) => {
  const { skin, settleCurrency } = deploymentOf(siteId)
  return { site: String(siteId), skin, layout: SKIN_LAYOUT[skin], currency: settleCurrency }
}

/** Opens a URL and resolves with the site of the worker's handshake. */
async function open(page: Page, path: string): Promise<unknown> {
  // Ends the page before, whose handshake may not have been sent yet.
  await page.goto('about:blank')
  const handshake = page.waitForRequest((request) => request.url().endsWith('/api/gw/ic/v2/vvm'))
  await page.goto(new URL(path, server.url).href)
  const body: unknown = (await handshake).postDataJSON()
  return typeof body === 'object' && body !== null && 'siteId' in body ? body.siteId : null
}

for (const siteId of [5001, 5015, 5028]) {
  test(`S1.3 S1.4 site ${siteId}: page and calls are of it, on every screen of the tab and after a reload${siteId === 5001 ? '' : ' @full'}`, async ({
    page,
  }) => {
    const problems: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text())
    })
    expect(await open(page, `/app/live?siteId=${siteId}`)).toBe(siteId)
    expect(await dataset(page)).toMatchObject(shown(siteId))
    await page.getByRole('link', { name: '登录' }).first().click()
    await page.waitForURL(/\/login\b/)
    await expect(page).toHaveURL(new RegExp(`[?&]siteId=${siteId}\\b`))
    const again = page.waitForRequest((request) => request.url().endsWith('/api/gw/ic/v2/vvm'))
    await page.reload()
    expect((await again).postDataJSON()).toMatchObject({ siteId })
    expect(await dataset(page)).toMatchObject(shown(siteId))
    await page.goBack()
    await expect(page).toHaveURL(new RegExp(`/app/live\\?siteId=${siteId}$`))
    expect(problems).toEqual([])
  })
}

test('S1.3 the tab keeps its site over a full load of an address without it', async ({ page, context }) => {
  expect(await open(page, '/app/live?siteId=5015')).toBe(5015)
  for (const path of ['/app/news', '/login?fromPage=%2Fapp%2Fhome#form', '/']) {
    await page.goto(new URL(path, server.url).href)
    await page.waitForURL(/[?&]siteId=5015\b/)
    expect(await dataset(page)).toMatchObject(shown(5015))
  }
  await page.goto(new URL('/login?fromPage=%2Fapp%2Fhome#form', server.url).href)
  await page.waitForURL(/\/login\?fromPage=%2Fapp%2Fhome&siteId=5015#form$/)
  // Another tab has the site of its host, and another choice in this tab wins.
  const other = await context.newPage()
  expect(await open(other, '/app/news')).toBe(5009)
  expect(await open(page, '/app/news?siteId=5001')).toBe(5001)
  await page.goto(new URL('/app/live', server.url).href)
  await page.waitForURL(/\/app\/live\?siteId=5001$/)
  // An unknown site ends the choice.
  expect(await open(page, '/app/news?siteId=4000')).toBe(5009)
  expect(await open(page, '/app/live')).toBe(5009)
})

test('S9.18 a host without a site shows the configured one @full', async ({ page }) => {
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.text().startsWith('site configuration')) problems.push(message.text())
  })
  for (const text of ['5000', '5029', 'abc', '__proto__', '5015"><script>']) {
    expect(await open(page, `/app/live?siteId=${encodeURIComponent(text)}`)).toBe(5009)
    expect(await dataset(page)).toMatchObject(shown(5009))
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  }
  expect(problems).toEqual([])
})

test('S1.3 a host shows its own site @full', async ({ page }) => {
  expect(await open(page, `http://localhost:${server.port}/app/live`)).toBe(5003)
  expect(await dataset(page)).toMatchObject(shown(5003))
})

test('S7.52 a sign-in with offline geetest requires a verification and continues', async ({ page }) => {
  const vendor: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('geetest.com')) vendor.push(request.url())
  })
  const known = page.waitForResponse((response) => response.url().includes('/configInfo/v2/gets'))
  await openForm(page, server, 'admin01')
  await known
  await tryPassword(page, 'Play2026x')
  await safetyWindow(page).getByRole('tab', { name: '滑块' }).click()
  await dragToEnd(page)
  await page.waitForURL('**/app/home')
  expect(vendor).toEqual([])
})

test('S1.5 S1.6 S7.34 English is available only if the site enables it', async ({ page }) => {
  const english: string[] = []
  page.on('request', (request) => {
    if (/\/assets\/english-[\w-]+\.js/.test(request.url())) english.push(request.url())
  })
  const button = page.getByRole('button', { name: '语言 / Language' })
  await open(page, '/app/live')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await button.click()
  expect(english).toEqual([])
  await page.getByText('English', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
  expect(english.length).toBeGreaterThan(0)

  await server.restart(config({}))
  english.length = 0
  await open(page, '/app/live')
  await expect(page.getByRole('link', { name: '登录' }).first()).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await expect(button).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('zh-CN')
  expect(english).toEqual([])
})
