import { expect } from '@playwright/test'
import { test } from './support/shared-server.ts'
import { axeFindings } from './support/axe.ts'

/** The names of the skins in the menu. */
const LIVE_CHANGES = [
  ['清晨', 'fresh', 'card'],
  ['雅集', 'elegant', 'rule'],
  ['三原色', 'triadTheme', 'card'],
  ['包厢', 'classy', 'edge'],
  ['记录纸', 'simple', 'rule'],
  ['德比', 'colorful', 'card'],
  ['灯下', 'glow', 'edge'],
] as const

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
})

// All screens in all seven skins are checked in visual.deep.spec.ts.
test('the live list and a refused sign-in have no axe finding @both', async ({ page, server }) => {
  await page.goto(`${server.url}/app/live?siteId=5001`)
  await expect(page.locator('html')).toHaveAttribute('data-skin', 'fresh')
  await expect(page.getByRole('link', { name: /^进入/ }).first()).toBeVisible()
  expect(await axeFindings(page)).toEqual([])

  await page.goto(`${server.url}/entry/login?siteId=5001`)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByLabel('账号')).toHaveAttribute('aria-invalid', 'true')
  expect(await axeFindings(page)).toEqual([])
})

test('S9.19 the shell changes between all seven skins without a reload or another stylesheet', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/app/live`)
  await expect(page.getByRole('link', { name: /^进入/ }).first()).toBeVisible()
  const documents: string[] = []
  const sheets: Promise<string>[] = []
  page.on('response', (response) => {
    const kind = response.request().resourceType()
    if (kind === 'document') documents.push(response.url())
    // The menu loads its own stylesheet, but none of a skin.
    if (kind === 'stylesheet') sheets.push(response.text())
  })
  const grounds: string[] = []
  for (const [name, skin, layout] of LIVE_CHANGES) {
    // oxlint-disable no-await-in-loop -- one after another, as a person does
    await page.getByRole('button', { name: '换皮肤' }).click()
    await page.getByRole('menuitem', { name }).click()
    await expect(page.locator('html')).toHaveAttribute('data-skin', skin)
    await expect(page.locator('html')).toHaveAttribute('data-layout', layout)
    grounds.push(await page.evaluate(() => getComputedStyle(document.body).backgroundColor))
    // oxlint-enable no-await-in-loop
  }
  expect(new Set(grounds).size).toBe(LIVE_CHANGES.length)
  expect(documents).toEqual([])
  expect((await Promise.all(sheets)).filter((sheet) => sheet.includes('[data-skin='))).toEqual([])
})
