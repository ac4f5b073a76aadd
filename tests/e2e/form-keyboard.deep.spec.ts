import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { signedInState } from './support/addressed-screens.ts'
import { test } from './support/shared-server.ts'

/** What an on-screen keyboard leaves of a phone. */
const VIEWPORT = { width: 390, height: 420 }
const MAX_STOPS = 80

const VISITOR_FORMS = ['/login', '/register', '/forgot']
const MEMBER_FORMS = ['password', 'phone', 'email', 'passkeys', 'idle']

/** Runs in the page: the focused control of the content, and whether something else covers its centre. */
function readFocus(): { name: string; isCovered: boolean; isSubmit: boolean } | null {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element.closest('main') === null) return null
  // A visually hidden radio or checkbox is drawn by its label.
  const shown = element.closest('label') ?? element
  const { left, top, width, height } = shown.getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + height / 2)
  const isCovered = hit === null || !(shown.contains(hit) || hit.contains(shown))
  const name = element.getAttribute('name') ?? element.textContent?.trim() ?? element.tagName
  return { name, isCovered, isSubmit: element.matches('[type=submit]') }
}

/** Tabs through the screen, and returns the covered controls and how many controls and submit buttons there were. */
async function tabThrough(page: Page) {
  const covered: string[] = []
  let controls = 0
  let submits = 0
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    // oxlint-disable no-await-in-loop -- one key after the other
    await page.keyboard.press('Tab')
    const focus = await page.evaluate(readFocus)
    // oxlint-enable no-await-in-loop
    if (focus === null && controls > 0) break
    if (focus === null) continue
    controls += 1
    if (focus.isSubmit) submits += 1
    if (focus.isCovered) covered.push(focus.name)
  }
  return { covered, controls, submits }
}

test('S5.27 above an on-screen keyboard no focused control of an account form is covered @phone @full', async ({
  browser,
  server,
}) => {
  const storageState = await signedInState(browser, server.url)
  const forms = [
    ...VISITOR_FORMS.map((path) => ({ path, state: undefined })),
    ...MEMBER_FORMS.map((part) => ({ path: `/app/security/${part}`, state: storageState })),
  ]
  for (const { path, state } of forms) {
    // oxlint-disable no-await-in-loop -- one page after the other
    const context = await browser.newContext({
      viewport: VIEWPORT,
      isMobile: true,
      hasTouch: true,
      locale: 'zh-CN',
      ...(state && { storageState: state }),
    })
    const page = await context.newPage()
    await page.goto(server.url + path)
    await expect(page.locator('main h1').first()).toBeVisible()
    await expect(page.locator('main :is(input, button, a[href])').first()).toBeAttached()
    const { covered, controls } = await tabThrough(page)
    expect(controls, path).toBeGreaterThan(1)
    expect(covered, path).toEqual([])
    // The submit button can be brought above the keyboard and bars, and pressed.
    const submit = page.locator('main [type=submit]').first()
    if ((await submit.count()) > 0) await submit.click({ trial: true })
    await context.close()
    // oxlint-enable no-await-in-loop
  }
})
