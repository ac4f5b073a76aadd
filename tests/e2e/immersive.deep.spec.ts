import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { RoomPage } from './support/room-page.ts'
import { test } from './support/shared-server.ts'

const EID = '2001'
const LANDSCAPE = { width: 844, height: 390 }

/** The picture has the whole window, and score, chat and composer are over it. */
async function expectImmersive(page: Page): Promise<void> {
  const window = page.viewportSize()!
  const picture = page.locator('[data-video]')
  await expect.poll(async () => (await picture.boundingBox())?.width).toBe(window.width)
  expect((await picture.boundingBox())?.height).toBe(window.height)
  const chat = (await page.getByRole('log').boundingBox())!
  expect(chat.x).toBeGreaterThan(window.width / 2)
  expect(chat.y + chat.height).toBeLessThan(window.height)
  const score = (await page.locator('[data-immersive] header').boundingBox())!
  expect(score.y + score.height).toBeLessThan(window.height / 4)
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: '说点什么' }).fill(text)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('log').getByText(text)).toBeVisible()
}

test('a phone in landscape shows an immersive picture with chat, composer and gifts @phone', async ({
  page,
  server,
}) => {
  const room = new RoomPage(page)
  await room.signIn(server.url, 'rich001', `/app/live/${EID}`)
  await page.setViewportSize(LANDSCAPE)
  await expectImmersive(page)
  // The composer comes with the controls.
  const picture = page.locator('[data-video]')
  await expect(picture).toHaveAttribute('data-controls', 'hidden')
  await picture.tap({ position: { x: 150, y: 200 } })
  await say(page, '横屏也能聊')
  await page.getByRole('button', { name: '礼物', exact: true }).tap()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: '收起聊天' }).tap()
  await expect(page.getByRole('log')).toBeHidden()
  await page.getByRole('button', { name: '展开聊天' }).tap()
  await expect(page.getByRole('log')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(async () => (await picture.boundingBox())?.height).toBeLessThan(300)
})

test('full screen has the score, chat, composer and gifts @full', async ({ page, server }) => {
  const room = new RoomPage(page)
  await room.signIn(server.url, 'rich001', `/app/live/${EID}`)
  await page.locator('[data-video]').hover()
  await page.getByRole('button', { name: '全屏', exact: true }).click()
  await expectImmersive(page)
  await say(page, '全屏也能聊')
  await page.getByRole('button', { name: '礼物', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.locator('[data-video]').hover({ position: { x: 200, y: 300 } })
  await page.getByRole('button', { name: '退出全屏' }).click()
  await expect.poll(async () => (await page.locator('[data-video]').boundingBox())?.width).toBeLessThan(1000)
})

test('a swipe on the picture goes to the next live room, and Back leaves the rooms @phone', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/app/live`)
  await page.getByRole('main').getByRole('link', { name: /^进入/ }).first().tap()
  await new RoomPage(page).waitUntilOnline()
  const first = new URL(page.url()).pathname
  const picture = page.locator('[data-video]')
  await expect(picture).toBeVisible()
  await picture.evaluate((element) => {
    const surface = element.querySelector('[aria-hidden="true"]:not(canvas)')!
    const touch = (clientX: number) => new Touch({ identifier: 1, target: surface, clientX, clientY: 120 })
    const options = { bubbles: true, cancelable: true }
    surface.dispatchEvent(new TouchEvent('touchstart', { ...options, touches: [touch(300)] }))
    surface.dispatchEvent(new TouchEvent('touchend', { ...options, changedTouches: [touch(120)] }))
  })
  await page.waitForURL((url) => url.pathname !== first && url.pathname.startsWith('/app/live/'))
  await expect(page.getByRole('log')).toBeVisible()
  await page.goBack()
  await page.waitForURL('**/app/live')
})

/** Share of the picture that is covered while nothing happens. Runs in the page. */
const coveredShare = () => {
  const picture = document.querySelector('video')!
  const box = picture.getBoundingClientRect()
  const [columns, rows] = [Math.round(box.width), Math.round(box.height)]
  const isCovered = new Uint8Array(columns * rows)
  const isPainted = (element: Element): boolean => {
    const { backgroundColor, backgroundImage } = getComputedStyle(element)
    if (backgroundColor !== 'rgba(0, 0, 0, 0)' || backgroundImage !== 'none') return true
    return element.matches('img, svg, canvas') || [...element.childNodes].some((node) => node.nodeValue?.trim())
  }
  const boxes = [...document.querySelectorAll('[data-video], [data-video] *')]
    .filter((element) => !element.contains(picture) && !element.closest('[data-danmaku], .visually-hidden'))
    .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .filter(isPainted)
    .map((element) => element.getBoundingClientRect())
  for (const { left, right, top, bottom } of boxes) {
    const [first, last] = [Math.max(0, Math.floor(left - box.left)), Math.min(columns, Math.ceil(right - box.left))]
    for (let y = Math.max(0, Math.floor(top - box.top)); y < Math.min(rows, bottom - box.top); y += 1) {
      isCovered.fill(1, y * columns + first, Math.max(y * columns + first, y * columns + last))
    }
  }
  return isCovered.reduce((sum, one) => sum + one, 0) / isCovered.length
}

test('at most 8 % of the picture is covered while nothing happens @both @full', async ({ page, context, server }) => {
  const address = `${server.url}/app/live/${EID}`
  const playing = (tab: Page) => expect(tab.locator('[data-video="playing"]')).toBeVisible({ timeout: 30_000 })
  await page.goto(address)
  await playing(page)
  // A second tab takes the sound, so that the first one offers it.
  const second = await context.newPage()
  // The browser lets a page start with sound after a press only.
  await second.goto(`${server.url}/app/live`)
  await second.locator(`a[href="/app/live/${EID}"]`).first().click()
  await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.muted)).toBe(true)
  await second.close()
  await page.bringToFront()
  const offer = page.locator('[data-sound-offer] > span')
  await offer.waitFor({ state: 'attached' })
  await offer.evaluate((text) => Promise.all(text.getAnimations().map(({ finished }) => finished)))
  await page.mouse.move(0, 0)
  await expect(page.locator('[data-video]')).toHaveAttribute('data-controls', 'hidden')
  // Gifts of the crowd and the marquee cover it for a moment.
  await expect.poll(() => page.evaluate(coveredShare), { timeout: 60_000 }).toBeLessThanOrEqual(0.08)
  expect(await page.evaluate(coveredShare)).toBeGreaterThan(0.01)
})
