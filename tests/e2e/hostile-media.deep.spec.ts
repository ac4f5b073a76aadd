import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import type { TestServer } from '../support/server.ts'
import { startTestServer } from '../support/server.ts'
import { RoomPage } from './support/room-page.ts'

const CROWD = '400'
const FLV_HEADER = Buffer.from([0x46, 0x4c, 0x56, 1, 5, 0, 0, 0, 9, 0, 0, 0, 0])
const GARBAGE_EVERY_MS = 50

let server: TestServer
test.beforeAll(async () => {
  server = await startTestServer({ env: { CROWD, WORLD_SEED: '7' } })
})
test.afterAll(async () => {
  await server.stop()
})

interface Asked {
  flv: number
  hls: number
}

/** Replaces every FLV source with random bytes and every playlist with HTML; counts requests. */
async function spoilMedia(page: Page): Promise<Asked> {
  const asked = { flv: 0, hls: 0 }
  await page.routeWebSocket(/\/media\/.*\.flv/, (socket) => {
    asked.flv += 1
    socket.send(FLV_HEADER)
    const timer = setInterval(() => socket.send(randomBytes(16 * 1024)), GARBAGE_EVERY_MS)
    socket.onClose(() => clearInterval(timer))
  })
  await page.route(/\.m3u8/, async (route) => {
    asked.hls += 1
    await route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Sign in to this network</h1>' })
  })
  return asked
}

/** The newest sequence number of the list. */
async function newest(room: RoomPage): Promise<number> {
  const numbers = await room.rows().evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('data-seq'))))
  return Math.max(0, ...numbers)
}

test('invalid stream sources are reported and tried a limited number of times, and the chat continues @full', async ({
  page,
}) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  const asked = await spoilMedia(page)
  const room = new RoomPage(page)
  await room.open(server.url, '2001')
  const from = Date.now()
  const picture = page.locator('[data-video]')
  await expect(picture).toHaveAttribute('data-video', 'error', { timeout: 40_000 })
  await expect(picture.getByRole('alert')).toContainText('线路的画面无法播放')
  const before = await newest(room)
  await expect.poll(() => newest(room), { timeout: 40_000 }).toBeGreaterThan(before + 3)
  const seconds = (Date.now() - from) / 1000
  // at most one attempt per second; an HLS attempt may make four requests
  expect(asked.flv).toBeLessThanOrEqual(seconds + 4)
  expect(asked.hls).toBeLessThanOrEqual(4 * (seconds + 4))
  expect(asked.flv).toBeGreaterThan(1)

  // The sources work again, and the video starts by itself.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await expect(picture).toHaveAttribute('data-video', 'playing', { timeout: 40_000 })
  expect(errors).toEqual([])
})
