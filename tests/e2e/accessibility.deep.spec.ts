import { expect, test } from '@playwright/test'
import { SKINS } from '../../src/protocol/sites.ts'
import type { TestServer } from '../support/server.ts'
import { startTestServer } from '../support/server.ts'
import { axeFindings } from './support/axe.ts'

const OVERLAYS = [
  ['再问一次', 'alertdialog'],
  ['对话框', 'dialog'],
  ['抽屉', 'dialog'],
  ['菜单', 'menu'],
] as const

let server: TestServer

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  server = await startTestServer({ env: { CROWD: '40', WORLD_SEED: '7' } })
})
test.afterAll(async () => {
  await server.stop()
})

for (const [position, skin] of SKINS.entries()) {
  const siteId = 5001 + position * 2

  test(`${skin}: list, empty search, sign-in and every part, open or closed, have no axe finding @both`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(`${server.url}/app/live?siteId=${siteId}`)
    await expect(page.locator('html')).toHaveAttribute('data-skin', skin)
    await expect(page.getByRole('link', { name: /^进场/ }).first()).toBeVisible()
    expect(await axeFindings(page), 'list').toEqual([])

    await page.goto(`${server.url}/app/live?siteId=${siteId}&q=%E6%B2%A1%E6%9C%89%E8%BF%99%E9%98%9F`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('没找到')
    expect(await axeFindings(page), 'search').toEqual([])

    for (const path of ['/login', '/entry/login']) {
      await page.goto(`${server.url}${path}?siteId=${siteId}`)
      await expect(page.getByLabel('账号')).toBeVisible()
      expect(await axeFindings(page), path).toEqual([])
    }

    await page.goto(`${server.url}/gallery?siteId=${siteId}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await axeFindings(page), 'gallery').toEqual([])
    for (const [name, role] of OVERLAYS) {
      await page.getByRole('button', { name, exact: true }).click()
      const layer = page.getByRole(role)
      await expect(layer).toBeVisible()
      await layer.evaluate((element) => Promise.all(element.getAnimations().map((animation) => animation.finished)))
      expect(await axeFindings(page), name).toEqual([])
      await page.keyboard.press('Escape')
      await expect(layer).toBeHidden()
    }
  })
}
