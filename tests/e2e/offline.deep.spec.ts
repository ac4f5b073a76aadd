import { expect, test, type Page } from '@playwright/test'
import type { TestServer } from '../support/server.ts'
import { startTestServer } from '../support/server.ts'
import { prepareDeployment, type Deployment } from './support/deployment.ts'
import { cachedResponses, waitForServiceWorker } from './support/cached-shell.ts'
import { RoomPage } from './support/room-page.ts'

const ROOM = '/app/live/2001'

let deployment: Deployment
let server: TestServer

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  deployment = await prepareDeployment()
  server = await startTestServer({ root: deployment.root, env: { CROWD: '20', WORLD_SEED: '7' } })
})
test.afterAll(async () => {
  await server.stop()
  await deployment.remove()
})

test('the shell is shown without a server, and contains no data of the last member', async ({ page }) => {
  await page.goto(`${server.url}/app/live`)
  await waitForServiceWorker(page)

  const room = new RoomPage(page)
  await room.signIn(server.url, 'fan001', ROOM)
  const message = `只说给这个房间听 ${Date.now().toString(36)}`
  await room.noteRows()
  await room.say(message)
  await room.noted(message)
  const token = await page.evaluate(() => sessionStorage.getItem('tb-token') ?? '')
  expect(token.length).toBeGreaterThan(20)
  const account = page.getByRole('button', { name: / 的账号$/ })
  const nickname = ((await account.first().getAttribute('aria-label')) ?? '').replace(/ 的账号$/, '')
  expect(nickname.length).toBeGreaterThan(1)

  const check = async (): Promise<void> => {
    const cached = await cachedResponses(page)
    expect(cached.length).toBeGreaterThan(10)
    const foreign = cached
      .map(({ url }) => new URL(url))
      .filter(({ pathname }) => !/^\/(?:assets\/.+)?$/.test(pathname))
    expect(foreign.map(String)).toEqual([])
    const revealing = cached.filter(
      ({ text }) => text.includes(message) || text.includes(token) || text.includes(nickname),
    )
    expect(revealing.map(({ url }) => url)).toEqual([])
  }
  await check()

  await server.kill('SIGTERM')
  await page.goto(`${server.url}/app/live`)
  await expect(page.locator('html')).toHaveAttribute('data-site', '5009')
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await expect(page.getByRole('button', { name: '重试' }).first()).toBeVisible({ timeout: 30_000 })

  await server.restart()
  await page.goto(`${server.url}/app/live`)
  await expect(page.getByRole('link', { name: /^进入/ }).first()).toBeVisible({ timeout: 30_000 })
  await account.first().click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await expect(page.getByRole('link', { name: '登录', exact: true }).first()).toBeVisible()
  await check()
  expect(await page.evaluate(() => sessionStorage.getItem('tb-token'))).toBeNull()
})

test('settled 29 the shell of one site is not shown for another without a server @full', async ({ page }) => {
  await page.goto(`${server.url}/app/live?siteId=5015`)
  await waitForServiceWorker(page)
  await page.goto(`${server.url}/app/live?siteId=5015`)
  await server.kill('SIGTERM')
  await page.goto(`${server.url}/app/home?siteId=5015`)
  await expect(page.locator('html')).toHaveAttribute('data-skin', 'fresh')
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await page.goto(`${server.url}/app/live?siteId=5003`)
  await expect(page.getByRole('heading', { name: '现在没有网络' })).toBeVisible()
  await server.restart()
})

test('a new build is offered without a forced reload, and drafts are kept @full', async ({ context, page }) => {
  const before = await deployment.build()
  const other = await context.newPage()
  for (const one of [other, page]) {
    await new RoomPage(one).open(server.url, '2001')
    await waitForServiceWorker(one)
    await one.evaluate(() => Object.assign(window, { isSamePage: true }))
  }
  const isSame = (one: Page) => one.evaluate(() => 'isSamePage' in window)
  await new RoomPage(page).signIn(server.url, 'fan001', ROOM)
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await page.getByRole('textbox', { name: '说点什么' }).fill('写了一半的话')

  const next = await deployment.deploy()
  expect(next).not.toBe(before)
  await server.restart()
  await page.bringToFront()
  const prompt = page.getByRole('region', { name: '版本更新' })
  await expect(prompt.getByText('有新版本，刷新后生效')).toBeVisible({ timeout: 60_000 })
  expect(await isSame(page)).toBe(true)
  await expect(page.getByRole('textbox', { name: '说点什么' })).toHaveValue('写了一半的话')

  await other.bringToFront()
  const others = other.getByRole('region', { name: '版本更新' })
  await expect(others).toBeVisible({ timeout: 60_000 })
  await others.getByRole('button', { name: '稍后' }).click()
  await expect(others).toBeHidden()

  await page.bringToFront()
  await prompt.getByRole('button', { name: '刷新' }).click()
  await expect.poll(() => isSame(page).catch(() => true), { timeout: 90_000 }).toBe(false)
  await expect(page.locator('meta[name="grandstand-build"]')).toHaveAttribute('content', next)
  await expect(page.getByRole('textbox', { name: '说点什么' })).toHaveValue('写了一半的话')
  await expect(prompt).toBeHidden()
  expect(await isSame(other)).toBe(true)

  // The previous build is retained while a page of it is open.
  await expect.poll(() => page.evaluate(() => caches.keys()), { timeout: 30_000 }).toContain(`grandstand-shell-${next}`)
  await other.close()
})

test('SERVICE_WORKER=0 removes the service worker and its caches @full', async ({ page }) => {
  await page.goto(`${server.url}/app/live`)
  await waitForServiceWorker(page)
  await server.restart({ SERVICE_WORKER: '0' })
  // A visit that is answered from the cache registers the service worker again. The next visit removes it.
  const remaining = async () => {
    await page.goto(`${server.url}/app/live`)
    return page.evaluate(async () => [
      (await navigator.serviceWorker.getRegistrations()).length,
      (await caches.keys()).length,
    ])
  }
  await expect.poll(remaining, { timeout: 60_000, intervals: [3_000] }).toEqual([0, 0])
})
