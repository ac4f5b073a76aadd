import { expect, type Page, type Response, test } from '@playwright/test'
import { signStreamKey, signingKeyOf } from '#server/media/ingest/stream-key.mjs'
import { HAS_FFMPEG, NO_FFMPEG, publish, type Publisher } from '../support/ffmpeg.ts'
import type { TestServer } from '../support/server.ts'
import { startTestServer } from '../support/server.ts'
import { RoomPage } from './support/room-page.ts'

/** A talk show, whose match does not end. */
const EID = '5001'
const STREAM = `a${EID}`
const SECRET = 'a secret of the tests alone, 32 characters'
/** Encoded like OBS, with reordered frames, but small: its width distinguishes it from the clip. */
const WIDTH = 320
const PICTURE = ['-vf', `scale=${WIDTH}:-2`, '-g', '50', '-bf', '2', '-pix_fmt', 'yuv420p']
const ENCODING = ['-c:v', 'libx264', '-preset', 'superfast', ...PICTURE, '-c:a', 'aac', '-ar', '44100']

let server: TestServer
let publisher: Publisher

test.skip(!HAS_FFMPEG, `RTMP ingest${NO_FFMPEG}`)
test.beforeAll(async () => {
  server = await startTestServer({ env: { CROWD: '0', INGEST: '1', INGEST_PORT: '0', INGEST_SECRET: SECRET } })
})
test.afterAll(async () => {
  publisher?.kill('SIGKILL')
  await server?.stop()
})

function goOnAir(): Publisher {
  const port = /rtmp:\/\/127\.0\.0\.1:(\d+)\/live/.exec(server.output())?.[1]
  const key = signStreamKey(signingKeyOf(SECRET), STREAM, Date.now() + 3_600_000)
  return publish(`rtmp://127.0.0.1:${port}/live/${key}`, ENCODING)
}

const widthOf = (page: Page): Promise<number> =>
  page
    .locator('video')
    .first()
    .evaluate((video: HTMLVideoElement) => video.videoWidth)

const timeOf = (page: Page): Promise<number> =>
  page
    .locator('video')
    .first()
    .evaluate((video: HTMLVideoElement) => video.currentTime)

async function showsPublisher(page: Page): Promise<void> {
  await expect(page.locator('[data-video="playing"]')).toBeAttached({ timeout: 40_000 })
  await expect.poll(() => widthOf(page), { timeout: 40_000 }).toBe(WIDTH)
  const before = await timeOf(page)
  await expect.poll(() => timeOf(page)).toBeGreaterThan(before + 1)
}

test('S4.3 a viewer sees the publisher instead of the clip, its loss, and its return', async ({ page }) => {
  const room = new RoomPage(page)
  await room.open(server.url, EID)
  await expect(page.locator('[data-video="playing"]')).toBeAttached({ timeout: 40_000 })
  expect(await widthOf(page)).not.toBe(WIDTH)

  publisher = goOnAir()
  await showsPublisher(page)

  publisher.kill('SIGKILL')
  await expect(page.locator('[data-video="interrupted"]')).toBeAttached({ timeout: 30_000 })
  await expect(page.getByText('主播暂时中断，请稍后').first()).toBeVisible()

  publisher = goOnAir()
  await showsPublisher(page)
})

test('S4.4 a viewer watches the publisher by HLS', async ({ page }) => {
  await new RoomPage(page).open(server.url, EID)
  await showsPublisher(page)
  const isSegment = (response: Response) => response.url().endsWith('.m4s') && response.ok()
  const segment = page.waitForResponse(isSegment, { timeout: 240_000 })
  // The focus shows the controls, which are hidden after 3 s without input.
  await page.getByRole('button', { name: /^线路和清晰度/ }).press('Enter')
  await page.getByText('线路二').first().click()
  await segment
  await showsPublisher(page)
})
