import { expect } from '@playwright/test'
import { RoomPage } from './support/room-page.ts'
import { test } from './support/shared-server.ts'

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
})

test('S8.9 S4.15 a draft and the open gift panel survive the end of the session', async ({ page, server }) => {
  const room = new RoomPage(page)
  await room.signIn(server.url, 'vip0009', '/app/live/2001')
  await page.getByRole('textbox', { name: '说点什么' }).fill('写了一半的话')
  await page.getByRole('button', { name: /围巾/ }).first().click()
  await expect(page.getByRole('button', { name: /^送出/ })).toBeVisible()
  // An invalid token: HTTP 401 without a code (settled 1).
  await page.context().route('**/gift/v1/ranking', (route) => route.fulfill({ status: 401, body: '' }))
  await page.getByRole('tab', { name: '礼物榜' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '去登录' }).click()
  await page.waitForURL('**/login?fromPage=%2Fapp%2Flive%2F2001')
  await page.context().unroute('**/gift/v1/ranking')
  await page.getByLabel('密码').fill('Play2026x')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL('**/app/live/2001')
  await expect(page.getByRole('textbox', { name: '说点什么' })).toHaveValue('写了一半的话')
  await expect(page.getByRole('button', { name: /^送出/ })).toBeVisible()
})

test('S2.9 S2.12 maintenance replaces every screen except /cs by /maintenance, and all recover', async ({
  page,
  server,
}) => {
  const until = new Date(Date.now() + 3_600_000).toISOString()
  await server.restart({ MAINTENANCE_UNTIL: until })
  await page.goto(`${server.url}/app/live/2001`)
  await page.waitForURL('**/maintenance')
  // Less than an hour is left: the restart takes its time on a busy machine.
  await expect(page.getByRole('timer')).toContainText(/^(5\d|1:00):\d\d/)
  await page.getByRole('link', { name: '联系客服' }).click()
  await page.waitForURL('**/cs')
  await expect(page.getByText('service@grandstand.example')).toBeVisible()
  await page.reload()
  await expect(page.getByText('service@grandstand.example')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/cs')
  await page.goBack()
  await page.waitForURL('**/maintenance')
  await page.getByRole('button', { name: '立即检查' }).click()
  await expect(page.getByText(/已检查，尚未恢复/)).toBeVisible()

  await server.restart({ MAINTENANCE_UNTIL: '' })
  await page.getByRole('button', { name: '立即检查' }).click()
  await page.waitForURL('**/app/live/2001')
  await new RoomPage(page).waitUntilOnline()
})
