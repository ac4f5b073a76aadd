import type { Page } from '@playwright/test'

/** A screen, or a state of one, in the visual suite. */
export interface Screen {
  /** File name of its screenshot. */
  readonly name: string
  /** Path of the router, or the name of another page. */
  readonly route: string
  /** URL to open; `route` by default. */
  readonly address?: string
  /** Navigates there if a URL is not enough. */
  readonly arrive?: (page: Page, url: string) => Promise<void>
  /** Selector of its content. */
  readonly shows: string
  /** Opens or fills in something on the screen. */
  readonly act?: (page: Page) => Promise<void>
  /** Selector of an overlay; only it is checked. */
  readonly layer?: string
  readonly isMember?: boolean
  /** The server is unreachable, so console and network errors are expected. */
  readonly isCutOff?: boolean
}

/** Presses the first control with this name. */
export const press = (role: 'button' | 'tab' | 'menuitem', name: string | RegExp) => async (page: Page) => {
  await page.getByRole(role, { name, exact: true }).first().click()
}

/** Opens the page by a code that is provoked on the rehearsal page. */
export const rehearse = (line: string, path: string) => async (page: Page, url: string) => {
  await page.goto(`${url}/gallery/outcomes`)
  await page.locator(`[data-line="${line}"]`).getByRole('button').click()
  await page.waitForURL(`**${path}*`)
}

/** Opens a list and follows its first link. */
export const follow = (list: string, link: string) => async (page: Page, url: string) => {
  await page.goto(url + list)
  await page.locator(`main ${link}`).first().click()
}
