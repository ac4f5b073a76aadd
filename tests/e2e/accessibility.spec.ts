import { expect, test } from '@playwright/test'
import type { TestServer } from '../support/server.ts'
import { startTestServer } from '../support/server.ts'
import { axeFindings } from './support/axe.ts'

/** Sites of the demo that wear the two finished skins; all seven are looked at in accessibility.deep.spec.ts. */
const SITES = { glow: 5009, fresh: 5001 } as const

let server: TestServer

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  server = await startTestServer({ env: { CROWD: '40', WORLD_SEED: '7' } })
})
test.afterAll(async () => {
  await server.stop()
})
test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
})

for (const [skin, siteId] of Object.entries(SITES)) {
  const size = skin === 'fresh' ? ' @both' : ''
  test(`${skin}: the live list and a refused sign-in have no axe finding${size}`, async ({ page }) => {
    await page.goto(`${server.url}/app/live?siteId=${siteId}`)
    await expect(page.locator('html')).toHaveAttribute('data-skin', skin)
    await expect(page.getByRole('link', { name: /^进场/ }).first()).toBeVisible()
    expect(await axeFindings(page)).toEqual([])

    await page.goto(`${server.url}${skin === 'fresh' ? '/entry/login' : '/login'}?siteId=${siteId}`)
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await expect(page.getByLabel('账号')).toHaveAttribute('aria-invalid', 'true')
    expect(await axeFindings(page)).toEqual([])
  })
}

test('the gallery has no axe finding, and changes its skin live', async ({ page }) => {
  await page.goto(`${server.url}/gallery`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: '清晨' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-skin', 'fresh')
  await expect(page.locator('html')).toHaveAttribute('data-layout', 'card')
})

test('the shell changes the skin live in demo mode', async ({ page }) => {
  await page.goto(`${server.url}/app/live`)
  await page.getByRole('button', { name: '换皮肤' }).click()
  await page.getByRole('menuitem', { name: '雅集' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-skin', 'elegant')
  await expect(page.locator('html')).toHaveAttribute('data-layout', 'rule')
})
