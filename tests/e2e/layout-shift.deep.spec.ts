import { expect } from '@playwright/test'
import { measureLayoutShift, SHIFT_SIZES } from '../support/layout-shift.ts'
import { addressedScreens, signedInState } from './support/addressed-screens.ts'
import { test } from './support/shared-server.ts'

/** More than the bench allows, for a busy machine. */
const BOUND = 0.05
const LOADS_AT_ONCE = 3
/** The short run loads the screens of visitors only, half of them at one of the two sizes. `npm run bench -- shift` loads all. */
const isShort = process.env['TEST_DEEP'] === 'short'
/** A screen is complete when nothing has loaded or moved for this time. */
const QUIET_MS = isShort ? 800 : 1_500

test('no screen moves while it loads @both @full', async ({ browser, server }, { project }) => {
  test.setTimeout(1_500_000)
  const size = project.name === 'phone' ? 'phone' : 'desktop'
  const storageState = await signedInState(browser, server.url)
  const screens = await addressedScreens(browser, server.url, storageState)
  const loads = isShort
    ? screens.filter(({ isMember }) => !isMember).filter((_, index) => index % 4 === (size === 'phone' ? 0 : 2))
    : screens
  expect(loads.length).toBeGreaterThan(isShort ? 10 : 60)
  const moved: string[] = []
  const work = async (): Promise<void> => {
    for (let load = loads.shift(); load !== undefined; load = loads.shift()) {
      const { address, isMember } = load
      const context = { ...SHIFT_SIZES[size], ...(isMember && { storageState }) }
      // oxlint-disable-next-line no-await-in-loop -- one after the other, in each of the parallel series
      const { score, worst } = await measureLayoutShift(browser, server.url + address, { context, quietMs: QUIET_MS })
      if (score > BOUND) moved.push(`${address}${isMember ? ' (member)' : ''}: ${score.toFixed(3)}, ${worst}`)
    }
  }
  await Promise.all(Array.from({ length: LOADS_AT_ONCE }, work))
  expect(moved).toEqual([])
})
