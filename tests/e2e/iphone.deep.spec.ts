import { devices, expect } from '@playwright/test'
import { test } from './support/shared-server.ts'
import { leaveOut } from './support/lean-browser.ts'
import { RoomPage } from './support/room-page.ts'

const { userAgent } = devices['iPhone 14']
test.use({ userAgent, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('S1.12 S9.13 an iPhone plays the video, opens dialogs and sheets, and sends a gift', async ({ page, server }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.addInitScript(leaveOut)
  const room = new RoomPage(page)
  await room.signIn(server.url, 'fan001', '/app/live/2001')
  expect(await page.evaluate(() => ['MediaSource' in window, 'exitFullscreen' in document])).toEqual([false, false])
  // Without Media Source the browser plays the HLS source natively.
  await expect(page.locator('[data-video]').first()).toHaveAttribute('data-video', 'playing', { timeout: 40_000 })
  expect(await page.evaluate(() => document.querySelector('video')?.src)).toContain('.m3u8')

  await page.getByRole('button', { name: '邀请好友' }).tap()
  const invitation = page.getByRole('dialog', { name: '邀请好友' })
  await expect(invitation.getByRole('button', { name: '保存图片' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(invitation).toHaveCount(0)

  await page.getByRole('button', { name: '礼物' }).first().tap()
  const gifts = page.getByRole('dialog', { name: '送礼物' })
  await gifts.getByRole('button', { name: '送出（1 金币）' }).tap()
  await expect(page.locator('[data-gift-tray]').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(gifts).toHaveCount(0)
  // The list renders the rows in view only, so their number says nothing.
  await expect(
    room
      .rows('gift')
      .filter({ hasText: /^我\s*送出加油棒/ })
      .first(),
  ).toBeVisible()
  expect(errors).toEqual([])
})
