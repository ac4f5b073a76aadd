import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { scrambleUrl } from '#protocol/rules/xhlkx.ts'
import { readFlvTags } from '#server/media/clip.ts'
import { scaled } from '../support/depth.ts'
import { INGEST, keyFor } from '../support/ingest.ts'
import { PROJECT_ROOT } from '../support/project.ts'
import { type Change, PUBLISHER_KINDS } from '../support/publisher-kinds.ts'
import { RtmpPublisher } from '../support/rtmp-publisher.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** Talk shows, whose matches do not end: one for streams that play, one whose clip stays while publishers are refused. */
const ROOM = 'a5001'
const REFUSING_ROOM = 'a5002'
/** The publisher sends the small clip; rooms without a publisher show the large one. */
const WIDTH = 640
const CLIP = readFlvTags(readFileSync(path.join(PROJECT_ROOT, 'public/live/football-360.flv')))
const LENGTH_MS = 12_000
/** Of 300 pictures, some of which pass before a viewer has connected, or reconnected. */
const LEAST_PICTURES = 100
/** In CI one of so many kinds. */
const EVERY = scaled({ short: 5, full: 1 })

const ENGINES = ['flv', 'mpegts', 'hls'] as const
type EngineName = (typeof ENGINES)[number]

let server: TestServer

test.beforeAll(async () => {
  server = await startTestServer({ env: { CROWD: '0', ...INGEST } })
})
test.afterAll(async () => server?.stop())

/** What a viewer has seen of the publisher since the last reading. */
interface Seen {
  readonly pictures: number
  /** Longest time without a new picture after the first one, while the room reported playing. */
  readonly stoodMs: number
  readonly state: string
  readonly width: number
}

/** Opens a stream with one library, in its own context. */
async function openViewer(browser: Browser, engine: EngineName, stream: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  const ui = JSON.stringify({ flvEngine: engine === 'mpegts' ? 'mpegts' : 'flv', isMuted: true })
  await page.addInitScript((value) => localStorage.setItem('ui', value), ui)
  const file = engine === 'hls' ? `/media/${stream}/index.m3u8` : `/media/${stream}.flv`
  await page.goto(`${server.url}/play.html?${new URLSearchParams({ xhlkx: scrambleUrl(file) }).toString()}`)
  await expect(page.locator('[data-video]')).toHaveAttribute('data-video', 'playing', { timeout: 60_000 })
  await page.evaluate((width) => {
    const seen = { pictures: 0, stoodMs: 0, total: 0, movedAt: 0 }
    Object.assign(window, { seen })
    setInterval(() => {
      const video = document.querySelector('video')
      const room = document.querySelector<HTMLElement>('[data-video]')
      const total = video?.getVideoPlaybackQuality().totalVideoFrames ?? 0
      const now = performance.now()
      if (video?.videoWidth === width && total > seen.total) seen.pictures += total - seen.total
      const isMoving = total !== seen.total || room?.dataset['video'] !== 'playing' || video?.videoWidth !== width
      if (isMoving) seen.movedAt = now
      else seen.stoodMs = Math.max(seen.stoodMs, now - seen.movedAt)
      seen.total = total
    }, 50)
  }, WIDTH)
  return page
}

function readSeen(page: Page): Promise<Seen> {
  return page.evaluate(() => {
    const seen = Reflect.get(window, 'seen') as { pictures: number; stoodMs: number }
    const { pictures, stoodMs } = seen
    Object.assign(seen, { pictures: 0, stoodMs: 0 })
    const state = document.querySelector<HTMLElement>('[data-video]')?.dataset['video'] ?? ''
    return { pictures, stoodMs, state, width: document.querySelector('video')?.videoWidth ?? 0 }
  })
}

async function publishKind(stream: string, change: Change): Promise<RtmpPublisher> {
  const port = Number(/rtmp:\/\/127\.0\.0\.1:(\d+)\/live/.exec(server.output())?.[1])
  const publisher = await RtmpPublisher.open(port, keyFor(stream))
  const tags = CLIP.filter(({ time }) => time < LENGTH_MS).flatMap(({ type, time, body }) =>
    change({ kind: type, time, body }).map((tag) => ({ at: time, tag })),
  )
  await publisher.play(tags)
  return publisher
}

test('S4.4 viewers with flv.js, mpegts.js and hls.js see each kind of stream that the matrix says plays @full', async ({
  browser,
}) => {
  const kinds = PUBLISHER_KINDS.filter(([, , outcome], index) => outcome.plays && index % EVERY === 0)
  test.setTimeout(120_000 + kinds.length * 40_000)
  const viewers = await Promise.all(ENGINES.map((engine) => openViewer(browser, engine, ROOM)))
  for (const [name, change] of kinds) {
    await Promise.all(viewers.map(readSeen))
    const publisher = await publishKind(ROOM, change)
    const seen = await Promise.all(viewers.map(readSeen))
    publisher.close()
    ENGINES.forEach((engine, index) => {
      const { pictures = 0, stoodMs = 0 } = seen[index] ?? {}
      const description = `${name}, ${engine}: ${pictures} pictures, stood ${Math.round(stoodMs)} ms`
      test.info().annotations.push({ type: 'seen', description })
      expect.soft(pictures, `${name} with ${engine}`).toBeGreaterThan(LEAST_PICTURES)
      expect.soft(stoodMs, `${name} with ${engine} stands`).toBeLessThan(3_000)
    })
    // The viewers have noticed the end, and connect again to the next one.
    await Promise.all(viewers.map((page) => expect(page.locator('[data-video="playing"]')).toBeHidden()))
  }
})

test('S4.4 viewers with all three libraries keep the clip while publishers are refused @full', async ({ browser }) => {
  const kinds = PUBLISHER_KINDS.filter(([, , outcome]) => !outcome.plays)
  test.setTimeout(240_000)
  const viewers = await Promise.all(ENGINES.map((engine) => openViewer(browser, engine, REFUSING_ROOM)))
  for (const [, change] of kinds) {
    const publisher = await publishKind(REFUSING_ROOM, change)
    await publisher.closed
  }
  const seen = await Promise.all(viewers.map(readSeen))
  // The pictures of the publishers would have another width.
  expect(seen.map(({ state, width, pictures }) => [state, width > WIDTH, pictures])).toEqual(
    ENGINES.map(() => ['playing', true, 0]),
  )
})
