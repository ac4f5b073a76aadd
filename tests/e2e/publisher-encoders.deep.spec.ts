import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { scrambleUrl } from '#protocol/rules/xhlkx.ts'
import { HAS_FFMPEG } from '../support/ffmpeg.ts'
import { INGEST, keyFor } from '../support/ingest.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** A talk show, whose match does not end. */
const ROOM = 'a5001'
/** Each encoder publishes for this long. */
const LENGTH_S = 14
/** Of 350 pictures, some of which pass before a viewer has connected. */
const LEAST_PICTURES = 100
const LONGEST_STILL_MS = 3_000
const ENGINES = ['flv', 'mpegts', 'hls'] as const

interface Encoder {
  readonly name: string
  /** Options of ffmpeg for picture and sound. */
  readonly options: readonly string[]
  /** Source of the picture; 640 by 360 and 25 pictures per second by default. */
  readonly picture?: string
  /** Size that viewers see; 640 by 360 by default. */
  readonly size?: string
  readonly leastPictures?: number
  /**
   * It has one key frame. An HLS playlist lists it for about three seconds; a viewer who comes later waits for the next
   * one, as these do if they connect again too late.
   */
  readonly hasOneKeyFrame?: boolean
}

const PICTURE = 'testsrc2=size=640x360:rate=25'
const X264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
/** With B-frames, which the fastest preset leaves out. */
const X264_VERYFAST = ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p']
const AAC = ['-c:a', 'aac', '-b:a', '96k']
const KEYS = ['-g', '50']
const MAIN = [...X264, ...KEYS, ...AAC]

const ENCODERS: readonly Encoder[] = [
  {
    name: 'a variable frame rate',
    options: [
      '-vf',
      "select='not(eq(mod(n,7),1))*not(eq(mod(n,7),2))*not(between(mod(n,60),30,40))'",
      '-vsync',
      'vfr',
      ...MAIN,
    ],
  },
  {
    name: 'one picture per second',
    picture: 'testsrc2=size=640x360:rate=1',
    options: [...X264, '-g', '2', ...AAC],
    leastPictures: 6,
  },
  { name: '60 pictures per second', picture: 'testsrc2=size=640x360:rate=60', options: [...X264, '-g', '120', ...AAC] },
  { name: '5.1 sound', options: [...X264, ...KEYS, '-ac', '6', ...AAC] },
  { name: 'mono at 8 kHz', options: [...X264, ...KEYS, '-ac', '1', '-ar', '8000', '-c:a', 'aac', '-b:a', '16k'] },
  { name: 'pixels that are not square', options: ['-vf', 'scale=480:360,setsar=4/3', ...MAIN], size: '640x360' },
  {
    name: 'interlaced pictures',
    options: [
      '-vf',
      'interlace',
      '-flags',
      '+ilme+ildct',
      '-c:v',
      'libx264',
      '-pix_fmt',
      'yuv420p',
      '-x264opts',
      'tff=1',
      ...KEYS,
      ...AAC,
    ],
  },
  { name: 'an upright picture', picture: 'testsrc2=size=360x640:rate=25', options: MAIN, size: '360x640' },
  { name: 'an unusual size', picture: 'testsrc2=size=642x358:rate=25', options: MAIN, size: '642x358' },
  { name: 'stereo at 96 kHz', options: [...X264, ...KEYS, '-ac', '2', '-ar', '96000', ...AAC] },
  {
    name: 'a key frame every 40 s',
    options: [...X264, '-g', '1000', '-keyint_min', '1000', '-sc_threshold', '0', ...AAC],
    hasOneKeyFrame: true,
  },
  {
    name: 'a pyramid of B-frames',
    options: [...X264_VERYFAST, '-bf', '5', '-b_strategy', '0', '-x264opts', 'b-pyramid=normal', ...KEYS, ...AAC],
  },
  {
    name: 'open groups of pictures',
    options: [...X264_VERYFAST, '-bf', '3', '-x264opts', 'open-gop=1', ...KEYS, ...AAC],
  },
  {
    name: 'intra refresh instead of key frames',
    options: [...X264_VERYFAST, '-bf', '0', '-x264opts', 'intra-refresh=1', ...KEYS, ...AAC],
    hasOneKeyFrame: true,
  },
  { name: 'many slices', options: [...X264, '-tune', 'zerolatency', '-x264opts', 'slices=8', ...KEYS, ...AAC] },
  { name: 'parameter sets in each key frame', options: [...MAIN, '-bsf:v', 'dump_extra=freq=keyframe'] },
  { name: 'times from 2^31 ms', options: [...MAIN, '-output_ts_offset', '2147483.648'] },
  { name: 'times that pass 2^31 ms', options: [...MAIN, '-output_ts_offset', '2147478'] },
  { name: 'times that pass 2^32 ms', options: [...MAIN, '-output_ts_offset', '4294960'] },
  { name: 'sound alone in the first 3 s', options: ['-vf', 'setpts=PTS+3/TB', ...MAIN] },
]

let server: TestServer

test.skip(!HAS_FFMPEG, 'ffmpeg is not installed')
test.beforeAll(async () => {
  server = await startTestServer({ env: { CROWD: '0', ...INGEST } })
})
test.afterAll(async () => server?.stop())

/** What a viewer has seen since the last reading. */
interface Seen {
  readonly pictures: number
  /** Longest time without a new picture while the room reported playing. */
  readonly stoodMs: number
  /** Size of the last picture. */
  readonly size: string
}

/** Opens the stream with one library, in its own context. */
async function openViewer(browser: Browser, engine: (typeof ENGINES)[number]): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  const ui = JSON.stringify({ flvEngine: engine === 'mpegts' ? 'mpegts' : 'flv', isMuted: true })
  await page.addInitScript((value) => localStorage.setItem('ui', value), ui)
  const file = engine === 'hls' ? `/media/${ROOM}/index.m3u8` : `/media/${ROOM}.flv`
  await page.goto(`${server.url}/play.html?${new URLSearchParams({ xhlkx: scrambleUrl(file) }).toString()}`)
  await expect(page.locator('[data-video]')).toHaveAttribute('data-video', 'playing', { timeout: 60_000 })
  await page.evaluate(() => {
    const seen = { pictures: 0, stoodMs: 0, total: 0, movedAt: performance.now(), size: '' }
    Object.assign(window, { seen })
    setInterval(() => {
      const video = document.querySelector('video')
      const state = document.querySelector<HTMLElement>('[data-video]')?.dataset['video'] ?? ''
      if (video && video.videoWidth > 0) seen.size = `${video.videoWidth}x${video.videoHeight}`
      const total = video?.getVideoPlaybackQuality().totalVideoFrames ?? 0
      const now = performance.now()
      if (total > seen.total) seen.pictures += total - seen.total
      if (total !== seen.total || state !== 'playing') seen.movedAt = now
      else seen.stoodMs = Math.max(seen.stoodMs, now - seen.movedAt)
      seen.total = total
    }, 50)
  })
  return page
}

function readSeen(page: Page): Promise<Seen> {
  return page.evaluate(() => {
    const seen = Reflect.get(window, 'seen') as Seen
    const { pictures, stoodMs, size } = seen
    Object.assign(seen, { pictures: 0, stoodMs: 0 })
    return { pictures, stoodMs, size }
  })
}

function publish({ picture = PICTURE, options }: Encoder) {
  const port = /rtmp:\/\/127\.0\.0\.1:(\d+)\/live/.exec(server.output())?.[1]
  const input = [
    '-re',
    '-f',
    'lavfi',
    '-i',
    picture,
    '-re',
    '-f',
    'lavfi',
    '-i',
    'sine=frequency=440:sample_rate=48000',
  ]
  const end = ['-t', String(LENGTH_S), '-f', 'flv', `rtmp://127.0.0.1:${port}/live/${keyFor(ROOM)}`]
  const child = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', ...input, ...options, ...end])
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  return { ended: once(child, 'close').then(() => errors) }
}

test('S4.4 viewers with all three libraries see what real encoders send @full', async ({ browser }) => {
  test.setTimeout(120_000 + ENCODERS.length * 40_000)
  const viewers = await Promise.all(ENGINES.map((engine) => openViewer(browser, engine)))
  for (const encoder of ENCODERS) {
    const { name, size = '640x360', leastPictures = LEAST_PICTURES, hasOneKeyFrame = false } = encoder
    await Promise.all(viewers.map(readSeen))
    expect(await publish(encoder).ended).toBe('')
    const seen = await Promise.all(viewers.map(readSeen))
    ENGINES.forEach((engine, index) => {
      const { pictures = 0, stoodMs = 0, size: shown = '' } = seen[index] ?? {}
      const description = `${name}, ${engine}: ${pictures} pictures of ${shown}, stood ${Math.round(stoodMs)} ms`
      test.info().annotations.push({ type: 'seen', description })
      const isLate = hasOneKeyFrame && engine === 'hls' && pictures === 0
      if (!isLate) expect.soft(pictures, `${name} with ${engine}`).toBeGreaterThan(leastPictures)
      expect.soft(stoodMs, `${name} with ${engine} stands`).toBeLessThan(LONGEST_STILL_MS)
      expect.soft(shown, `${name} with ${engine}`).toBe(size)
    })
    // The viewers have noticed the end, and connect again to the next one.
    await Promise.all(viewers.map((page) => expect(page.locator('[data-video="playing"]')).toBeHidden()))
  }
})
