import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { test } from './support/shared-server.ts'

/** Features with a screen, each by the start of its path. */
const AREAS = [
  '/app/home',
  '/app/sports',
  '/app/live',
  '/app/live/:id',
  '/app/news',
  '/app/tips',
  '/app/data',
  '/app/promos',
  '/app/activity/invite',
  '/app/sponsor',
  '/app/help',
  '/app/mine',
  '/app/responsible',
  '/cs',
]

/** The screens that a screen links to when it is completely loaded. */
async function screensLinkedFrom(page: Page, url: string): Promise<string[]> {
  await page.goto(url)
  await expect(page.locator('main h1').first()).toBeAttached()
  await expect(page.locator('main').getByText('正在加载')).toHaveCount(0, { timeout: 30_000 })
  const found = await page
    .locator('a[href^="/"]:visible')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href)))
    .then((urls) => urls.map(({ pathname, search }) => screenOf(pathname, search)))
  return [...new Set(found)]
}

/** The member's page is reached by signing in; one room, article or tip represents all. */
function screenOf(pathname: string, search: string): string {
  const target = /^\/(entry\/)?login$/.test(pathname) ? (new URLSearchParams(search).get('fromPage') ?? '') : pathname
  return target.replace(/^(\/app\/(?:live|news|tips|help))\/.+/, '$1/:id')
}

test('S2.23 S2.22 every feature with a screen is at most two presses from home on a phone @phone', async ({
  page,
  server,
}) => {
  await page.goto(server.url)
  await expect(page.locator('main a[href^="/app/live/"]').first()).toBeVisible({ timeout: 30_000 })
  const first = await screensLinkedFrom(page, `${server.url}/app/home`)
  const reached = new Set(['/app/home', ...first])
  for (const path of first.filter((one) => one.startsWith('/app/') && !one.includes(':') && one !== '/app/home')) {
    // oxlint-disable-next-line no-await-in-loop -- one page
    for (const screen of await screensLinkedFrom(page, server.url + path)) reached.add(screen)
  }
  expect(AREAS.filter((area) => ![...reached].some((one) => one === area || one.startsWith(`${area}/`)))).toEqual([])
  // Live matches are on the first screen, and a room is one press away.
  expect(first).toContain('/app/live/:id')
})
