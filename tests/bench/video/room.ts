import { playerText } from '#messages/zh/player.ts'
import type { FlvEngine } from '#state/site/ui-preferences.ts'
import type { BenchBrowser } from '../harness/chromium.ts'
import type { BenchPage } from '../harness/page.ts'
import { hover, press } from '../harness/mouse.ts'
import { VIDEO_PROBE, type VideoReport } from './probe.ts'

/** A football match of the demo world. */
const ROOM = '/app/live/2001'
/** The second source of every room is HLS, the first FLV over WebSocket. */
const HLS_LINE = '线路二'

/** The browser's default autoplay policy. The later flag wins. */
export const BROWSER_RULES = ['--autoplay-policy=document-user-activation-required'] as const

/** Environment of the server: no viewers, and no anchor disconnects. */
export const QUIET = { CROWD: '0' } as const

export function reportOf(page: BenchPage): Promise<VideoReport> {
  return page.evaluate<VideoReport>('videoProbe.report()')
}

interface RoomOptions {
  /** The library selected in the player settings. */
  readonly flvEngine?: FlvEngine
  /** Path of the room; a football match by default. */
  readonly room?: string
  /** Runs in the page before its first script. */
  readonly script?: string
}

/** Opens a room in its own page and waits for the first frame of its FLV source. */
export async function openRoom(browser: BenchBrowser, url: string, options: RoomOptions = {}): Promise<BenchPage> {
  const { flvEngine = 'auto', room = ROOM, script } = options
  const page = await browser.newPage({ width: 1280, height: 800 })
  await page.addScript(
    `if (location.protocol !== 'about:') localStorage.setItem('ui', '${JSON.stringify({ flvEngine })}')`,
  )
  await page.addScript(VIDEO_PROBE)
  if (script !== undefined) await page.addScript(script)
  await page.goto(url + room)
  await page.waitFor('videoProbe.report().firstFrameAt !== null')
  return page
}

/** Selects the HLS source and waits for its first frame. */
export async function chooseHls(page: BenchPage): Promise<void> {
  const choice = `[...document.querySelectorAll('[data-video] button')].find((button) => button.textContent.startsWith('${playerText('choice')}'))`
  const lines = `[...document.querySelectorAll('[aria-label="${playerText('source')}"] [role="radio"]')]`
  await hover(page, `document.querySelector('[data-video]')`)
  await press(page, choice)
  await press(page, `${lines}.find((line) => line.textContent === '${HLS_LINE}')`)
  await page.waitFor('videoProbe.report().chosenAt !== null && videoProbe.report().firstFrameAt !== null')
  await press(page, choice)
}
