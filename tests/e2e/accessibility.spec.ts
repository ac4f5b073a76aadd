import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import type { TestServer } from '../support/server.ts'
import { startTestServer } from '../support/server.ts'

/** Sites of the demo that wear the two finished skins. */
const SITES = { glow: 5009, fresh: 5001 } as const

let server: TestServer

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  server = await startTestServer({ env: { CROWD: '60', WORLD_SEED: '7' } })
})
test.afterAll(async () => {
  await server.stop()
})

/** What axe has to say of the page as it stands: rule, place and reason. */
async function findings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id} ${node.target.join(' ')}: ${rule.help}`))
}

for (const [skin, siteId] of Object.entries(SITES)) {
  test(`${skin}: the live list, a search and the sign-in form have no axe finding @both`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(`${server.url}/app/live?siteId=${siteId}`)
    await expect(page.locator('html')).toHaveAttribute('data-skin', skin)
    await expect(page.getByRole('link', { name: /^进场/ }).first()).toBeVisible()
    expect(await findings(page)).toEqual([])

    await page.goto(`${server.url}/app/live?siteId=${siteId}&q=%E6%B2%A1%E6%9C%89%E8%BF%99%E9%98%9F`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('没找到')
    expect(await findings(page)).toEqual([])

    await page.goto(`${server.url}${skin === 'fresh' ? '/entry/login' : '/login'}?siteId=${siteId}`)
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await expect(page.getByLabel('账号')).toHaveAttribute('aria-invalid', 'true')
    expect(await findings(page)).toEqual([])
  })

  test(`${skin}: every part of the gallery, open or closed, has no axe finding @both`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(`${server.url}/gallery?siteId=${siteId}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await findings(page)).toEqual([])
    for (const name of ['再问一次', '对话框', '抽屉', '菜单']) {
      await page.getByRole('button', { name, exact: true }).click()
      const layer = page.getByRole(name === '菜单' ? 'menu' : name === '再问一次' ? 'alertdialog' : 'dialog')
      await expect(layer).toBeVisible()
      await layer.evaluate((element) => Promise.all(element.getAnimations().map((animation) => animation.finished)))
      expect(await findings(page), name).toEqual([])
      await page.keyboard.press('Escape')
      await expect(layer).toBeHidden()
    }
  })
}

test('a skin is changed live and the page says so at once', async ({ page }) => {
  await page.goto(`${server.url}/app/live`)
  await page.getByRole('button', { name: '换皮肤' }).click()
  await page.getByRole('menuitem', { name: '清晨' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-skin', 'fresh')
  await expect(page.locator('html')).toHaveAttribute('data-layout', 'card')
})
