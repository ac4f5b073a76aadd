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

test('full screen has the score, chat, composer and gifts', async ({ page, server }) => {
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
