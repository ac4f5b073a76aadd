import { launchChromium } from '../harness/chromium.ts'
import { median, type Bench } from '../harness/figures.ts'
import type { BenchPage } from '../harness/page.ts'
import { DEAR_GIFTS, openBenchServer, QUIET_ROOM, type BenchServer } from '../pixel/bench-server.ts'
import { untilQuiet } from '../pixel/replay.ts'

/** One animation plays, the others wait. */
const GIFTS = DEAR_GIFTS.length
const PAIRS = 3
/** Long enough for all animations of a part. */
const PART_MS = 18_000
/** Interval of danmaku messages during all parts. */
const LINES_EVERY_MS = 500

/** Overrides the processor count, because animations are disabled on machines with two cores. */
const STRONG = `Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => 8 })`

/** Runs in the page: counts frames of the page and of its video. */
const FRAMES_PROBE = `(() => {
  window.framesProbe = { frames: 0, films: 0 }
  let before = null
  const look = () => {
    framesProbe.frames += 1
    const film = document.querySelector('[data-gift-effect]:not([data-gift-effect="card"])')
    if (film !== null && film !== before) framesProbe.films += 1
    before = film
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
})()`

interface Reading {
  readonly frames: number
  readonly films: number
  readonly shown: number
  readonly dropped: number
}

const READING = `(() => {
  const { totalVideoFrames, droppedVideoFrames } = document.querySelector('video').getVideoPlaybackQuality()
  return { ...framesProbe, shown: totalVideoFrames - droppedVideoFrames, dropped: droppedVideoFrames }
})()`

interface Part {
  readonly fps: number
  readonly films: number
  readonly videoFps: number
  readonly dropped: number
  /** Percent of wall time and processor time of the main thread. */
  readonly busy: number
  readonly processor: number
}

async function measure(page: BenchPage, server: BenchServer, hasFilms: boolean): Promise<Part> {
  const [before, spentBefore] = [await page.evaluate<Reading>(READING), await page.metrics()]
  if (hasFilms) await server.giveDear()
  for (const end = performance.now() + PART_MS; performance.now() < end;) {
    await server.say(1)
    await new Promise((resolve) => setTimeout(resolve, LINES_EVERY_MS))
  }
  const [after, spentAfter] = [await page.evaluate<Reading>(READING), await page.metrics()]
  const spent = (name: string): number => (spentAfter[name] ?? 0) - (spentBefore[name] ?? 0)
  const seconds = spent('Timestamp')
  return {
    fps: (after.frames - before.frames) / seconds,
    films: after.films - before.films,
    videoFps: (after.shown - before.shown) / seconds,
    dropped: after.dropped - before.dropped,
    busy: (spent('TaskDuration') / seconds) * 100,
    processor: (spent('ProcessTime') / seconds) * 100,
  }
}

type Figure = 'page' | 'video' | 'video frames dropped' | 'main thread busy' | 'processor'
type FigureName = `${Figure} ${'without' | 'with'} films` | 'films'

/**
 * Cost of animations over the video: a room with danmaku only, and with three expensive gifts in a row, alternating.
 * Medians of each.
 */
export const roomEffectsBench: Bench<FigureName> = {
  name: 'room-effects',
  about: `video and danmaku, without and with ${GIFTS} queued films over the picture: frames, dropped frames, processor`,
  defaultRuns: 1,
  figures: {
    films: { unit: 'count', atLeast: GIFTS },
    'page without films': { unit: 'fps' },
    'page with films': { unit: 'fps', atLeast: 58, reference: 'page without films' },
    'video without films': { unit: 'fps' },
    'video with films': { unit: 'fps', atLeast: 24, reference: 'video without films' },
    'video frames dropped without films': { unit: 'count' },
    'video frames dropped with films': { unit: 'count', reference: 'video frames dropped without films' },
    'main thread busy without films': { unit: '%' },
    'main thread busy with films': { unit: '%', reference: 'main thread busy without films' },
    'processor without films': { unit: '%' },
    'processor with films': { unit: '%', reference: 'processor without films' },
  },
  async run() {
    const server = await openBenchServer()
    const browser = await launchChromium()
    try {
      const page = await browser.newPage({ width: 1280, height: 800 })
      await page.addScript(STRONG)
      await page.addScript(FRAMES_PROBE)
      await page.goto(`${server.url}/app/live/${QUIET_ROOM.eid}`)
      await page.waitFor(`document.querySelector('[data-video="playing"]')`)
      await untilQuiet(server)
      const parts: { readonly without: Part; readonly films: Part }[] = []
      for (let pair = 0; pair < PAIRS; pair += 1) {
        // alternate the order
        if (pair % 2 === 0) {
          const without = await measure(page, server, false)
          parts.push({ without, films: await measure(page, server, true) })
        } else {
          const films = await measure(page, server, true)
          parts.push({ films, without: await measure(page, server, false) })
        }
      }
      const without = (figure: keyof Part): number => median(parts.map((part) => part.without[figure]))
      const films = (figure: keyof Part): number => median(parts.map((part) => part.films[figure]))
      return {
        films: films('films'),
        'page without films': without('fps'),
        'page with films': films('fps'),
        'video without films': without('videoFps'),
        'video with films': films('videoFps'),
        'video frames dropped without films': without('dropped'),
        'video frames dropped with films': films('dropped'),
        'main thread busy without films': without('busy'),
        'main thread busy with films': films('busy'),
        'processor without films': without('processor'),
        'processor with films': films('processor'),
      }
    } finally {
      await browser.close()
      await server.close()
    }
  },
}
