import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { readFlvTags } from '#server/media/clip.ts'
import type { FeedTag } from '#server/media/live/feed-tag.ts'
import { INGEST, keyFor } from '../support/ingest.ts'
import { PROJECT_ROOT } from '../support/project.ts'
import { RtmpPublisher } from '../support/rtmp-publisher.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { RoomPage } from './support/room-page.ts'

/** A talk show, whose match does not end. */
const EID = '5001'
const STREAM = `a${EID}`
const CLIP: readonly FeedTag[] = readFlvTags(readFileSync(path.join(PROJECT_ROOT, 'public/live/football-360.flv'))).map(
  ({ type, time, body }) => ({ kind: type, time, body }),
)
const LENGTH_MS = 24_000
const PUBLISHED_MS = 60_000
/** The picture stands from here to there. */
const STANDS_MS = { from: 6_000, to: 20_000 }
/** Longest time that a viewer sees a standing picture as if it played: 2 s by rule, and checks of 250 ms. */
const SHOWN_AS_PLAYING_MS = 3_000

/** A clip in a loop without pictures while they stand. */
function tagsWithGap(): { at: number; tag: FeedTag }[] {
  const isConfig = ({ kind, body }: FeedTag): boolean => kind === 'script' || body[1] === 0
  return Array.from({ length: Math.ceil(PUBLISHED_MS / LENGTH_MS) }, (_, loop) => loop * LENGTH_MS).flatMap((from) =>
    CLIP.filter((tag) => from === 0 || !isConfig(tag)).flatMap((tag) => {
      const at = tag.time + from
      const stands = tag.kind === 'video' && !isConfig(tag) && at >= STANDS_MS.from && at < STANDS_MS.to
      return stands ? [] : [{ at, tag: { ...tag, time: at } }]
    }),
  )
}

let server: TestServer

test.beforeAll(async () => {
  server = await startTestServer({ env: { CROWD: '0', ...INGEST } })
})
test.afterAll(async () => server?.stop())

/** Notes how long the room says playing while the number of decoded pictures stands. */
async function watchPicture(page: Page): Promise<void> {
  await page.evaluate(() => {
    const video = document.querySelector<HTMLVideoElement>('[data-video] video')
    const room = document.querySelector<HTMLElement>('[data-video]')
    let [pictures, movedAt] = [-1, performance.now()]
    Object.assign(window, { longestStillMs: 0, stoodMs: 0 })
    setInterval(() => {
      const now = performance.now()
      const { totalVideoFrames } = video?.getVideoPlaybackQuality() ?? { totalVideoFrames: 0 }
      if (totalVideoFrames !== pictures || room?.dataset['video'] !== 'playing') movedAt = now
      pictures = totalVideoFrames
      Object.assign(window, {
        longestStillMs: Math.max(Reflect.get(window, 'longestStillMs') as number, now - movedAt),
      })
    }, 50)
  })
}

const readNumber = (page: Page, name: string): Promise<number> =>
  page.evaluate((key) => Reflect.get(window, key) as number, name)

test('S4.3 a room does not say playing while the sound goes on and no picture is sent, and plays again @full', async ({
  page,
}) => {
  const port = Number(/rtmp:\/\/127\.0\.0\.1:(\d+)\/live/.exec(server.output())?.[1])
  const publisher = await RtmpPublisher.open(port, keyFor(STREAM))
  await publisher.status()
  const startedAt = Date.now()
  const published = publisher.play(tagsWithGap())
  await new RoomPage(page).open(server.url, EID)
  const room = page.locator('[data-video]')
  await expect(room).toHaveAttribute('data-video', 'playing')
  await watchPicture(page)
  await expect(room).toHaveAttribute('data-video', 'interrupted')
  expect(Date.now() - startedAt).toBeLessThan(STANDS_MS.to)
  expect(publisher.isClosed).toBe(false)
  // Pictures are back.
  await page.waitForTimeout(Math.max(0, startedAt + STANDS_MS.to - Date.now()))
  await expect(room).toHaveAttribute('data-video', 'playing')
  const video = page.locator('[data-video] video')
  const decoded = (): Promise<number> =>
    video.evaluate((one: HTMLVideoElement) => one.getVideoPlaybackQuality().totalVideoFrames)
  const before = await decoded()
  await expect.poll(decoded).toBeGreaterThan(before + 50)
  expect(await readNumber(page, 'longestStillMs')).toBeLessThan(SHOWN_AS_PLAYING_MS)
  publisher.close()
  await published
})
