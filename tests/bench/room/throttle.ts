import { roomText } from '#messages/zh/room.ts'
import { launchChromium } from '../harness/chromium.ts'
import { percentile, type Bench } from '../harness/figures.ts'
import { press } from '../harness/mouse.ts'
import type { BenchPage } from '../harness/page.ts'
import { openBenchServer, QUIET_ROOM, type BenchServer } from '../pixel/bench-server.ts'
import { prebuildFrames, sendFrames } from '../pixel/frames.ts'
import { MEASURED_SECONDS, untilQuiet, WARM_UP_SECONDS } from '../pixel/replay.ts'
import { whileBusy } from './busy.ts'
import { signIn } from './sign-in.ts'
import { TYPING_PROBE, type TypingReport } from './typing-probe.ts'

const RATE = 100
const BUSY_RATE = 1_000
const SLOWDOWN = 4
const SECONDS = WARM_UP_SECONDS + 2 * MEASURED_SECONDS
/** About eight keys per second. */
const KEY_INTERVAL_MS = 130
/** Typed and deleted repeatedly, so that the text stays short. */
const WORD = Array.from('grandstand')

type FigureName =
  | 'typing p50'
  | 'typing p95'
  | 'long tasks by chat'
  | 'long tasks'
  | 'long tasks without chat'
  | 'video frames'
  | 'list changes'
  | 'main thread busy'
  | 'main thread processor'

async function strike(page: BenchPage, key: string): Promise<void> {
  const isLetter = key.length === 1
  const what = { key, code: isLetter ? `Key${key.toUpperCase()}` : key }
  const code = isLetter ? key.toUpperCase().charCodeAt(0) : 8
  const press = { ...what, windowsVirtualKeyCode: code, ...(isLetter ? { text: key } : {}) }
  await page.send('Input.dispatchKeyEvent', { type: isLetter ? 'keyDown' : 'rawKeyDown', ...press })
  await page.send('Input.dispatchKeyEvent', { type: 'keyUp', ...what })
}

/** Types and deletes a word for this time. */
async function type(page: BenchPage, seconds: number): Promise<void> {
  const keys = [...WORD, ...WORD.map(() => 'Backspace')]
  const begun = performance.now()
  for (let struck = 0; performance.now() - begun < seconds * 1000; struck += 1) {
    await strike(page, keys[struck % keys.length] ?? 'Backspace')
    const wait = (struck + 1) * KEY_INTERVAL_MS - (performance.now() - begun)
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

const VIDEO_FRAMES = `[...document.querySelectorAll('video')].reduce((sum, video) => {
  const { totalVideoFrames, droppedVideoFrames } = video.getVideoPlaybackQuality()
  return sum + totalVideoFrames - droppedVideoFrames
}, 0)`

/** Opens the room as a member with the video playing and the composer focused, and throttles the page. */
async function openSlow(page: BenchPage, server: BenchServer): Promise<void> {
  await page.addScript(TYPING_PROBE)
  await signIn(page, server.url, `/app/live/${QUIET_ROOM.eid}`)
  await page.waitFor(`${VIDEO_FRAMES} > 10`)
  await press(page, `document.querySelector('input[aria-label="${roomText('chat.say')}"]')`)
  await untilQuiet(server)
  await page.throttle(SLOWDOWN)
}

/** Opens the room on a slow page and closes everything afterwards. */
async function onSlowPage<Result>(work: (page: BenchPage, server: BenchServer) => Promise<Result>): Promise<Result> {
  const server = await openBenchServer()
  const browser = await launchChromium()
  try {
    const page = await browser.newPage({ width: 1280, height: 800 })
    await openSlow(page, server)
    return await work(page, server)
  } finally {
    await browser.close()
    await server.close()
  }
}

/**
 * A slow phone: main thread four times slower, video playing, and a member who types during the chat. Measured after
 * the same time without messages, to show the cost of the video.
 */
export const roomThrottleBench: Bench<FigureName> = {
  name: 'room-throttle',
  about: `video, ${RATE} messages a second and somebody who types, with the main thread slowed ${SLOWDOWN} times`,
  figures: {
    'typing p50': { unit: 'ms' },
    'typing p95': { unit: 'ms', atMost: 45 },
    'long tasks by chat': { unit: 'count', atMost: 0 },
    'long tasks': { unit: 'count' },
    'long tasks without chat': { unit: 'count' },
    'video frames': { unit: 'fps', atLeast: 20 },
    'list changes': { unit: 'per s' },
    'main thread busy': { unit: '%' },
    'main thread processor': { unit: '%' },
  },
  run: () =>
    onSlowPage(async (page, server) => {
      await page.evaluate('typingProbe.start()')
      await type(page, MEASURED_SECONDS * 2)
      const without = await page.evaluate<TypingReport>('typingProbe.stop()')

      const frames = await prebuildFrames(server.room, server.head(), RATE, SECONDS)
      await page.evaluate('typingProbe.start()')
      const before = await page.evaluate<number>(VIDEO_FRAMES)
      const { busy, processor } = await whileBusy(page, async () => {
        const sending = sendFrames(frames, ({ sealed, entries }) => server.emit(sealed, entries))
        await type(page, SECONDS)
        await sending
      })
      const shown = (await page.evaluate<number>(VIDEO_FRAMES)) - before
      const typing = await page.evaluate<TypingReport>('typingProbe.stop()')
      return {
        'typing p50': percentile(typing.keyMs, 0.5),
        'typing p95': percentile(typing.keyMs, 0.95),
        'long tasks by chat': typing.chatLongTasks,
        'long tasks': typing.longTasks,
        'long tasks without chat': without.longTasks,
        'video frames': shown / SECONDS,
        'list changes': typing.listChanges / SECONDS,
        'main thread busy': busy,
        'main thread processor': processor,
      }
    }),
}

/** Counts animation frames from now on. */
const COUNT_FRAMES = `(() => {
  window.framesShown = 0
  const look = () => {
    framesShown += 1
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
})()`

interface Counted {
  readonly frames: number
  readonly video: number
  /** Milliseconds. */
  readonly at: number
}
const COUNTED = `({ frames: framesShown, video: ${VIDEO_FRAMES}, at: performance.now() })`

/** The same page in a very busy room. Nobody types, because the frames of the page are counted. */
export const roomThrottleBusyBench: Bench<'frames per second' | 'video frames' | 'main thread busy'> = {
  name: 'room-throttle-busy',
  about: `video and ${BUSY_RATE.toLocaleString('en')} messages a second, with the main thread slowed ${SLOWDOWN} times`,
  figures: {
    'frames per second': { unit: 'fps', atLeast: 50 },
    'video frames': { unit: 'fps', atLeast: 20 },
    'main thread busy': { unit: '%' },
  },
  run: () =>
    onSlowPage(async (page, server) => {
      const frames = await prebuildFrames(server.room, server.head(), BUSY_RATE, SECONDS)
      await page.evaluate(COUNT_FRAMES)
      const before = await page.evaluate<Counted>(COUNTED)
      const { busy } = await whileBusy(page, () =>
        sendFrames(frames, ({ sealed, entries }) => server.emit(sealed, entries)),
      )
      const after = await page.evaluate<Counted>(COUNTED)
      const seconds = (after.at - before.at) / 1_000
      return {
        'frames per second': (after.frames - before.frames) / seconds,
        'video frames': (after.video - before.video) / seconds,
        'main thread busy': busy,
      }
    }),
}
