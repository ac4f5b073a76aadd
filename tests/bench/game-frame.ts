import { setTimeout as wait } from 'node:timers/promises'
import type { FrameRound, PageMessage } from '#protocol/games/frame-messages.ts'
import { seededDraw } from '#protocol/games/draw.ts'
import { E_GAMES, type EGame } from '#protocol/games/round.ts'
import { rulesOf } from '#protocol/games/rules.ts'
import { SECOND_MS } from '#protocol/time.ts'
import { launchChromium } from './harness/chromium.ts'
import { type Bench, percentile } from './harness/figures.ts'
import type { BenchPage } from './harness/page.ts'
import { openBenchServer } from './pixel/bench-server.ts'
import { prebuildFrames, sendFrames } from './pixel/frames.ts'
import { openRoom } from './pixel/replay.ts'

const PHONE = { width: 390, height: 844, isMobile: true } as const
const SLOWDOWN = 4
const STAKE = 1_000
/** Games whose rounds move for seconds. */
const MOVING = ['slot', 'drop'] as const
const ROUNDS = 4
/** A round has been shown after this time. */
const ROUND_MS = 3_500
const MESSAGES_PER_SECOND = 100

/** Runs in every document before its scripts. In the frame of a game it reports the first usable button and all frames. */
const WATCH_FRAME = `(() => {
  if (window === top || location.pathname !== '/game.html') return
  const after = new MessageChannel()
  let isReady = false
  after.port1.onmessage = () => {
    if (isReady || !document.querySelector('.actions button.primary:not([aria-disabled])')) return
    isReady = true
    noteFrame(JSON.stringify({ readyAt: Date.now() }))
  }
  let last = null
  let times = []
  const tick = (at) => {
    if (!isReady) after.port2.postMessage(null)
    const isMoving = document.getAnimations().some(({ playState }) => playState === 'running')
    if (isMoving && last !== null) times.push(at - last)
    if (!isMoving && times.length > 0) {
      noteFrame(JSON.stringify({ times }))
      times = []
    }
    last = isMoving ? at : null
    requestAnimationFrame(tick)
  }
  requestAnimationFrame(tick)
})()`

interface Noted {
  /** When the frame could be used, epoch milliseconds. */
  readyAt: number | null
  /** Milliseconds between the frames of all animations. */
  times: number[]
}

/**
 * Collects what {@link WATCH_FRAME} reports. A frame without an origin may have a process of its own, which gets the
 * slowdown too.
 */
async function watchFrames(page: BenchPage, slowdown: number): Promise<Noted> {
  const noted: Noted = { readyAt: null, times: [] }
  const prepare = async (target: Pick<BenchPage, 'send' | 'on'>): Promise<void> => {
    target.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name !== 'noteFrame') return
      const note = JSON.parse(String(payload)) as { readonly readyAt?: number; readonly times?: readonly number[] }
      noted.readyAt ??= note.readyAt ?? null
      noted.times.push(...(note.times ?? []))
    })
    await target.send('Page.enable')
    await target.send('Runtime.enable')
    await target.send('Runtime.addBinding', { name: 'noteFrame' })
    await target.send('Page.addScriptToEvaluateOnNewDocument', { source: WATCH_FRAME })
    await target.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  }
  await page.onTarget(async (target) => {
    if (target.type === 'iframe') await prepare(target)
  })
  await prepare(page)
  return noted
}

/** The time at which the frame of a game could be used, epoch milliseconds. */
async function readyTime(noted: Noted): Promise<number> {
  for (const end = performance.now() + 20 * SECOND_MS; performance.now() < end;) {
    if (noted.readyAt !== null) return noted.readyAt
    // oxlint-disable-next-line no-await-in-loop -- until it is there
    await wait(20)
  }
  throw new Error('the frame of the game is not ready')
}

type OpenName = EGame | 'address'

/** From the press on a game in the hall to the usable button in its frame; `address`: from an address, with no cache. */
const openBench: Bench<OpenName> = {
  name: 'game-frame-open',
  about: `from the press on a game of the hall to its first usable button in the frame, a phone ${SLOWDOWN}x slower, no cache; address: from a navigation to the page of the slot`,
  figures: {
    ...(Object.fromEntries(E_GAMES.map((game) => [game, { unit: 'ms', atMost: 1_500 }])) as Record<
      EGame,
      { unit: 'ms'; atMost: number }
    >),
    address: { unit: 'ms', atMost: 1_500 },
  },
  async run() {
    const server = await openBenchServer()
    const browser = await launchChromium()
    try {
      const figures: Record<string, number> = {}
      for (const game of E_GAMES) {
        // oxlint-disable-next-line no-await-in-loop -- pages must not disturb each other
        const page = await browser.newPage(PHONE)
        // oxlint-disable-next-line no-await-in-loop -- as above
        const noted = await watchFrames(page, SLOWDOWN)
        // oxlint-disable-next-line no-await-in-loop -- as above
        await page.goto(`${server.url}/app/egame/dz`)
        const link = `document.querySelector('[role="tabpanel"] a[href*="/${game}"]')`
        // oxlint-disable-next-line no-await-in-loop -- as above
        await page.waitFor(link)
        // oxlint-disable-next-line no-await-in-loop -- as above
        await wait(3 * SECOND_MS)
        // oxlint-disable-next-line no-await-in-loop -- as above
        const pressedAt = await page.evaluate<number>(`(() => { const at = Date.now(); ${link}.click(); return at })()`)
        // oxlint-disable-next-line no-await-in-loop -- as above
        figures[game] = (await readyTime(noted)) - pressedAt
        // oxlint-disable-next-line no-await-in-loop -- as above
        await page.close()
      }
      const page = await browser.newPage(PHONE)
      const noted = await watchFrames(page, SLOWDOWN)
      await page.goto(`${server.url}/app/game/YBDZ/slot`)
      const readyAt = await readyTime(noted)
      return { ...figures, address: readyAt - (await page.evaluate<number>('performance.timeOrigin')) } as Record<
        OpenName,
        number
      >
    } finally {
      await browser.close()
      await server.close()
    }
  },
}

/** A round of demo play that ends at once. */
function demoRound(game: (typeof MOVING)[number], number: number): FrameRound {
  const rules = rulesOf(game)
  const options = game === 'drop' ? { risk: 'medium' } : {}
  const step = rules.start(
    STAKE,
    options,
    seededDraw({ server: String(number).padStart(64, '0'), member: 'demo', nonce: 0 }),
  )
  return { staked: step.staked, payout: step.payout, pool: 0, view: rules.view(step), steps: 0 }
}

/** A slot may give free spins, which take longer. */
function shortRounds(game: (typeof MOVING)[number]): FrameRound[] {
  const rounds = Array.from({ length: ROUNDS * 4 }, (_, number) => demoRound(game, number))
  const isShort = ({ view }: FrameRound) => ((view as { readonly spins?: readonly unknown[] }).spins?.length ?? 1) === 1
  return rounds.filter(isShort).slice(0, ROUNDS)
}

/** Runs in the page: the frame as the page of the game has it, over the room. */
const ADD_FRAME = `new Promise((resolve) => {
  document.querySelector('#bench-frame')?.remove()
  const frame = document.createElement('iframe')
  Object.assign(frame, { id: 'bench-frame', src: '/game.html', referrerPolicy: 'no-referrer' })
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.style.cssText = 'position:fixed;left:0;top:60px;width:760px;height:640px;border:0;z-index:9999'
  addEventListener('message', function ready({ source }) {
    if (source !== frame.contentWindow) return
    removeEventListener('message', ready)
    resolve()
  })
  document.body.append(frame)
})`

type MotionName = `${(typeof MOVING)[number]} ${'p95' | 'within 17 ms' | 'fps'}`

const motionBench: Bench<MotionName> = {
  name: 'game-frame-motion',
  about: `frames of the moving reels and of the falling ball in the frame, on a page whose chat gets ${MESSAGES_PER_SECOND} messages a second`,
  figures: Object.fromEntries(
    MOVING.flatMap((game) => [
      [`${game} p95`, { unit: 'ms', atMost: 17 }],
      [`${game} within 17 ms`, { unit: '%', atLeast: 95 }],
      [`${game} fps`, { unit: 'fps', atLeast: 58 }],
    ]),
  ) as Bench<MotionName>['figures'],
  async run() {
    const server = await openBenchServer()
    const browser = await launchChromium()
    try {
      const page = await browser.newPage({ width: 1280, height: 800 })
      const noted = await watchFrames(page, 1)
      await openRoom(page, server)
      const figures: Record<string, number> = {}
      for (const game of MOVING) {
        const post = (message: PageMessage): Promise<unknown> => {
          const text = JSON.stringify(JSON.stringify(message))
          return page.evaluate(`document.querySelector('#bench-frame').contentWindow.postMessage(${text}, '*')`)
        }
        const look = { currency: 'CNY', skin: 'glow', layout: 'edge', language: 'zh-CN', isDemo: true } as const
        noted.readyAt = null
        noted.times = []
        // oxlint-disable-next-line no-await-in-loop -- one game after the other
        await page.evaluate(ADD_FRAME)
        // oxlint-disable-next-line no-await-in-loop -- as above
        await post({ type: 'init', game, ...look, stake: rulesOf(game).stake, round: null })
        // oxlint-disable-next-line no-await-in-loop -- as above
        await readyTime(noted)
        const seconds = (ROUNDS * ROUND_MS) / SECOND_MS + 1
        // oxlint-disable-next-line no-await-in-loop -- as above
        const frames = await prebuildFrames(server.room, server.head(), MESSAGES_PER_SECOND, seconds)
        const sending = sendFrames(frames, ({ sealed, entries }) => server.emit(sealed, entries))
        for (const round of shortRounds(game)) {
          // oxlint-disable-next-line no-await-in-loop -- one round after the other
          await post({ type: 'round', round })
          // oxlint-disable-next-line no-await-in-loop -- as above
          await wait(ROUND_MS)
        }
        // oxlint-disable-next-line no-await-in-loop -- as above
        await sending
        const { times } = noted
        figures[`${game} p95`] = percentile(times, 0.95)
        figures[`${game} within 17 ms`] = (times.filter((time) => time <= 17).length / times.length) * 100
        figures[`${game} fps`] = (times.length * SECOND_MS) / times.reduce((sum, time) => sum + time, 0)
      }
      return figures as Record<MotionName, number>
    } finally {
      await browser.close()
      await server.close()
    }
  },
}

export const gameFrameBenches: readonly Bench[] = [openBench, motionBench]
