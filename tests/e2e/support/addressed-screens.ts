import type { Browser, BrowserContext } from 'playwright'
import { SCREENS } from './screens.ts'

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

export interface AddressedScreen {
  readonly address: string
  readonly isMember: boolean
}

const LIMIT_MS = 120_000

/** Signs in a member who has read the announcement that opens by itself. */
export async function signedInState(browser: Browser, url: string, name = 'fan001'): Promise<StorageState> {
  const context = await browser.newContext({ locale: 'zh-CN' })
  context.setDefaultTimeout(LIMIT_MS)
  const page = await context.newPage()
  await page.goto(`${url}/login?fromPage=%2Fapp%2Fhome`)
  await page.getByRole('textbox', { name: '账号' }).fill(name)
  await page.getByRole('textbox', { name: '密码' }).fill('Play2026x')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL('**/app/home')
  await page.getByRole('button', { name: '知道了' }).click()
  const state = await context.storageState()
  await context.close()
  return state
}

/**
 * The screens of tests/e2e/support/screens.ts that have an address, without the developers' gallery: all for a visitor,
 * and those of members for a member too.
 */
export async function addressedScreens(
  browser: Browser,
  url: string,
  member: StorageState,
): Promise<AddressedScreen[]> {
  const found = new Map<string, AddressedScreen>()
  const context = await browser.newContext({ locale: 'zh-CN', storageState: member })
  context.setDefaultTimeout(LIMIT_MS)
  const page = await context.newPage()
  for (const { route, address, arrive, isMember = false, isCutOff = false } of SCREENS) {
    if (isCutOff || route.startsWith('/gallery')) continue
    let path = address ?? route
    if (arrive !== undefined && route.includes(':')) {
      // oxlint-disable-next-line no-await-in-loop -- one page
      await arrive(page, url)
      const form = new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`)
      // oxlint-disable-next-line no-await-in-loop -- one page
      await page.waitForURL((now) => form.test(now.pathname))
      const { pathname, search } = new URL(page.url())
      path = pathname + search
    }
    for (const each of isMember ? [false, true] : [false]) {
      found.set(`${path} ${each}`, { address: path, isMember: each })
    }
  }
  await context.close()
  return [...found.values()]
}
