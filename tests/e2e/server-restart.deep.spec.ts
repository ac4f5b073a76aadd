import { expect } from '@playwright/test'
import { scrambleUrl } from '../../src/protocol/rules/xhlkx.ts'
import { RoomPage } from './support/room-page.ts'
import { test } from './support/shared-server.ts'

test('S4.17 S4.22 S4.26 an open room shows that the server returned closed, and continues when it opens @full', async ({
  page,
  server,
}) => {
  const room = new RoomPage(page)
  await room.open(server.url, '2001')
  await server.restart({ MAINTENANCE_UNTIL: '2099-01-01T00:00:00Z' })
  await expect(page.getByText('系统维护中').first()).toBeVisible({ timeout: 60_000 })
  expect(new URL(page.url()).pathname).toBe('/app/live/2001')
  await server.restart()
  await room.waitUntilOnline(60_000)
  await server.restart({ CAVEAT_ADDRESSES: '127.0.0.0/8' })
  await page.waitForURL('**/access-alert', { timeout: 60_000 })
  await expect(page.getByText('你所在的网络暂时不能使用看台')).toBeVisible()
  await server.restart()
  await page.getByRole('button', { name: '重试' }).click()
  await page.waitForURL('**/app/live/2001')
  await room.waitUntilOnline()
})

test('settled 23 the video recovers after an outage of 6 s', async ({ page, server }) => {
  await page.goto(`${server.url}/play.html?${new URLSearchParams({ xhlkx: scrambleUrl('/media/a2001.flv') })}`)
  const picture = page.locator('[data-video]')
  await expect(picture).toHaveAttribute('data-video', 'playing', { timeout: 40_000 })
  await server.kill('SIGKILL')
  await expect(picture).toHaveAttribute('data-video', 'stalled', { timeout: 30_000 })
  await expect(page.getByText('线路不稳定')).toBeVisible()
  const downAt = Date.now()
  await expect.poll(() => Date.now() - downAt, { timeout: 30_000, intervals: [200] }).toBeGreaterThan(6_000)
  await server.restart()
  // The limit of 1.5 s is checked by `npm run bench -- room-recovery`.
  await expect(picture).toHaveAttribute('data-video', 'playing', { timeout: 30_000 })
})
