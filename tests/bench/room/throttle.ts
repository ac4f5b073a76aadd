import { rt } from '#lib/messages/room.ts'
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
  await press(page, `document.querySelector('input[aria-label="${rt('chat.say')}"]')`)
  await untilQuiet(server)
  await page.throttle(SLOWDOWN)
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
    'typing p95': { unit: 'ms', atMost: 50 },
    'long tasks by chat': { unit: 'count', atMost: 0 },
    'long tasks': { unit: 'count' },
    'long tasks without chat': { unit: 'count' },
    'video frames': { unit: 'fps', atLeast: 20 },
    'list changes': { unit: 'per s' },
    'main thread busy': { unit: '%' },
    'main thread processor': { unit: '%' },
  },
  async run() {
    const server = await openBenchServer()
    const browser = await launchChromium()
    try {
      const page = await browser.newPage({ width: 1280, height: 800 })
      await openSlow(page, server)
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
    } finally {
      await browser.close()
      await server.close()
    }
  },
}
