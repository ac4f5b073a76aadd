import type { Page } from '@playwright/test'

/** One screen, or one state of it, as the visual suite visits it. */
export interface Screen {
  /** File name of its picture. */
  readonly name: string
  /** The router's own path, or the page that is no part of it. */
  readonly route: string
  /** Where to go; without it `route` as it stands. */
  readonly address?: string
  /** How to get there by hand where an address is not enough. */
  readonly arrive?: (page: Page, url: string) => Promise<void>
  /** A selector of what stands there when the screen has its content. */
  readonly shows: string
  /** Opens or fills something once the screen stands. */
  readonly act?: (page: Page) => Promise<void>
  /** What lies over the page then: only it is judged, the page below has a screen of its own. */
  readonly layer?: string
  readonly isMember?: boolean
  /** The server cannot be reached: what the console and the network say about that is no finding. */
  readonly isCutOff?: boolean
}

/** Presses the first control of this name. */
export const press = (role: 'button' | 'tab' | 'menuitem', name: string | RegExp) => async (page: Page) => {
  await page.getByRole(role, { name, exact: true }).first().click()
}

/** An answer that sends the page elsewhere, provoked on the rehearsal page. */
export const rehearse = (line: string, path: string) => async (page: Page, url: string) => {
  await page.goto(`${url}/gallery/outcomes`)
  await page.locator(`[data-line="${line}"]`).getByRole('button').click()
  await page.waitForURL(`**${path}*`)
}

/** Opens a list and follows the first link that leads to one of its pages. */
export const follow = (list: string, link: string) => async (page: Page, url: string) => {
  await page.goto(url + list)
  await page.locator(`main ${link}`).first().click()
}
