import type { Locator } from '@playwright/test'
import { expect } from '@playwright/test'
import { RoomPage } from './support/room-page.ts'
import { test } from './support/shared-server.ts'

/** Counts the taps of a person on a phone. */
class Finger {
  taps = 0

  async tap(target: Locator): Promise<void> {
    this.taps += 1
    await target.tap()
  }
}

test('a person finds what is live with one tap, and is in a room with two @phone', async ({ page, server }) => {
  await page.goto(`${server.url}/app/home`)
  const finger = new Finger()
  await finger.tap(page.getByRole('link', { name: '直播', exact: true }))
  await expect(page.getByRole('heading', { name: '正在直播' })).toBeVisible()
  expect(finger.taps).toBe(1)
  await finger.tap(page.getByRole('main').getByRole('link', { name: /^进入/ }).first())
  await new RoomPage(page).waitUntilOnline()
  await expect(page.getByRole('log')).toBeVisible()
  expect(finger.taps).toBe(2)
})

test('a member speaks with two taps, sends a gift with three, changes the quality with two @phone', async ({
  page,
  server,
}) => {
  await new RoomPage(page).signIn(server.url, 'rich001', '/app/live/2001')
  const speaking = new Finger()
  await speaking.tap(page.getByRole('textbox', { name: '说点什么' }))
  await page.keyboard.type('两下就能说话')
  await speaking.tap(page.getByRole('button', { name: '发送', exact: true }))
  await expect(page.getByRole('log').getByText('两下就能说话')).toBeVisible()
  expect(speaking.taps).toBe(2)

  const giving = new Finger()
  await giving.tap(page.getByRole('button', { name: '礼物', exact: true }))
  await giving.tap(page.getByRole('button', { name: /围巾/ }).first())
  await giving.tap(page.getByRole('button', { name: /^送出（10 / }))
  await expect(page.locator('[data-gift-tray]').first()).toBeAttached()
  expect(giving.taps).toBe(3)

  const leaving = new Finger()
  leaving.taps += 1
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(new URL(page.url()).pathname).toBe('/app/live/2001')
  expect(leaving.taps).toBe(1)

  // The controls are there for three seconds after a room is entered or the picture is tapped.
  const picture = page.locator('[data-video]')
  await expect(picture).toHaveAttribute('data-controls', 'hidden')
  await picture.tap({ position: { x: 60, y: 100 } })
  const choosing = new Finger()
  await choosing.tap(page.getByRole('button', { name: /^线路和清晰度/ }))
  const other = page.getByRole('radio', { name: '线路二' })
  await choosing.tap(other)
  await expect(other).toBeChecked()
  expect(choosing.taps).toBe(2)
})
