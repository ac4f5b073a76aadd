import type { Page, Route } from '@playwright/test'
import { expect } from '@playwright/test'
import { test } from './support/shared-server.ts'
import { openForm, tryPassword } from './support/sign-in-form.ts'

/** Pages of the wallet whose content is stored for the next load. */
const PAGES = [
  '/app/wallet',
  '/app/wallet/cards',
  '/app/wallet/deposit',
  '/app/wallet/withdraw',
  '/app/wallet/interest',
]

/** Holds all calls of the page and its worker. Returns a function that lets them pass. */
async function holdCalls(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = []
  let isOpen = false
  await page.context().route(/\/api\//, (route) => (isOpen ? route.continue() : void held.push(route)))
  return async () => {
    isOpen = true
    await Promise.all(held.map((route) => route.continue()))
  }
}

test.use({ serviceWorkers: 'block' })

test('decision 204 @both a reload of the wallet shows frame and data of the last visit before the first response', async ({
  page,
  server,
}) => {
  await openForm(page, server, 'fan001')
  await tryPassword(page, 'Play2026x')
  await page.waitForURL('**/app/home')
  for (const path of PAGES) {
    await page.goto(server.url + path)
    const panels = page.locator('#content h2')
    await expect(panels.first(), path).toBeVisible()
    await expect(page.locator('#content [data-loading]'), path).toHaveCount(0)
    const [first = ''] = await panels.allTextContents()
    const release = await holdCalls(page)
    await page.reload()
    await expect(panels.first(), path).toHaveText(first)
    await expect(page.getByText('上次的数据，更新中'), path).toBeVisible()
    await release()
    await expect(page.getByText('上次的数据，更新中'), path).toHaveCount(0)
    await expect(page.locator('#content [inert]'), path).toHaveCount(0)
    await page.context().unroute(/\/api\//)
  }
})
