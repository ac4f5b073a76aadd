import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { scrambleUrl } from '../../src/protocol/rules/xhlkx.ts'
import { test } from './support/shared-server.ts'

/** A window of a desktop that shows a low picture, the usual one, and two high ones. */
const WINDOWS = [
  { width: 1280, height: 800 },
  { width: 1280, height: 650 },
  { width: 1280, height: 1024 },
  { width: 1920, height: 1080 },
]
const PHONE = { width: 390, height: 844 }
/** Sites of four skins, one of each layout, and with islands in the stage. */
const SITES = [5009, 5001, 5003, 5007]

const playing = (page: Page) => page.locator('[data-video="playing"]')

/** Width and height in CSS pixels of the black beside and above the picture, and the size of the picture. */
function bars(page: Page) {
  return page.evaluate(() => {
    const video = document.querySelector('video')
    if (!video) throw new Error('no video')
    const { width, height } = video.getBoundingClientRect()
    const ratio = video.videoWidth / video.videoHeight
    const scale = getComputedStyle(video).objectFit === 'cover' ? Math.max : Math.min
    const shown = scale(width, height * ratio)
    return { beside: width - shown, above: height - shown / ratio, shape: width / height, width }
  })
}

async function expectNoBars(page: Page, what: string): Promise<void> {
  await expect
    .poll(async () => {
      const { beside, above } = await bars(page)
      return [beside < 1, above < 1]
    }, what)
    .toEqual([true, true])
  await expect.poll(async () => Math.abs((await bars(page)).shape / (16 / 9) - 1), { message: what }).toBeLessThan(0.01)
}

test('the stage of a room has the shape of the picture in every window and skin @full', async ({ page, server }) => {
  for (const site of SITES) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`${server.url}/app/live/2001?siteId=${site}`)
    await expect(playing(page)).toBeVisible({ timeout: 60_000 })
    for (const size of [...WINDOWS, PHONE]) {
      await page.setViewportSize(size)
      await expectNoBars(page, `site ${site} at ${size.width}x${size.height}`)
    }
  }
})

test('the picture has 720 rows on a desktop and 360 in a narrow window @full', async ({ page, server }) => {
  const rows = () => page.evaluate(() => document.querySelector('video')?.videoHeight)
  await page.goto(`${server.url}/app/live/2001`)
  await expect(playing(page)).toBeVisible({ timeout: 60_000 })
  expect(await rows()).toBe(720)
  await page.setViewportSize(PHONE)
  await page.reload()
  await expect(playing(page)).toBeVisible({ timeout: 60_000 })
  expect(await rows()).toBe(360)
  // A larger picture gets the larger quality without a reload.
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect.poll(rows).toBe(720)
})

test('S2.14 the player of play.html has the shape of the picture @full', async ({ page, server }) => {
  const query = new URLSearchParams({ xhlkx: scrambleUrl('/media/a2001.flv'), heights: '360,720' })
  await page.goto(`${server.url}/play.html?${query.toString()}`)
  await expect(playing(page)).toBeVisible({ timeout: 60_000 })
  for (const size of [...WINDOWS, PHONE]) {
    await page.setViewportSize(size)
    await expectNoBars(page, `${size.width}x${size.height}`)
  }
})
