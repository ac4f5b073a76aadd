import { launchChromium } from '../harness/chromium.ts'
import type { Bench } from '../harness/figures.ts'
import { openBenchServer, QUIET_ROOM } from '../pixel/bench-server.ts'
import { VIDEO_PROBE, type VideoReport } from '../video/probe.ts'
import { BROWSER_RULES } from '../video/room.ts'

const HISTORY_ROWS = 50
/** More messages than the history contains. */
const MESSAGE_KINDS = 80

type FigureName = 'first row' | '50 history rows' | 'first video frame' | 'both'

/**
 * Runs in the page. The list renders only rows near its viewport and exposes its length: the history is complete when
 * the newest row is rendered and the length is at least fifty.
 */
const HISTORY_PROBE = `(() => {
  window.historyProbe = { firstAt: null, allAt: null }
  const look = () => {
    const rows = document.querySelector('[role="log"] [data-rows]')
    if (rows?.lastElementChild?.matches('[data-seq]')) {
      historyProbe.firstAt ??= performance.now()
      if (Number(rows.dataset.rows) >= ${HISTORY_ROWS}) {
        historyProbe.allAt = performance.now()
        return
      }
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
})()`

/** From the URL to a room with video and chat, in a browser with an empty cache. */
export const roomJoinBench: Bench<FigureName> = {
  name: 'room-join',
  about: `cold navigation to the first frame of the video and ${HISTORY_ROWS} rows of history`,
  figures: {
    'first row': { unit: 'ms' },
    '50 history rows': { unit: 'ms', atMost: 1_500 },
    'first video frame': { unit: 'ms', atMost: 1_500 },
    both: { unit: 'ms', atMost: 1_500 },
  },
  async run() {
    const server = await openBenchServer()
    const browser = await launchChromium(BROWSER_RULES)
    try {
      await server.say(MESSAGE_KINDS)
      const page = await browser.newPage({ width: 1280, height: 800 })
      await page.addScript(VIDEO_PROBE)
      await page.addScript(HISTORY_PROBE)
      await page.goto(`${server.url}/app/live/${QUIET_ROOM.eid}`)
      await page.waitFor('historyProbe.allAt !== null && videoProbe.report().firstFrameAt !== null')
      const history = await page.evaluate<{ firstAt: number; allAt: number }>('historyProbe')
      const { firstFrameAt } = await page.evaluate<VideoReport>('videoProbe.report()')
      const frameAt = firstFrameAt ?? Number.NaN
      return {
        'first row': history.firstAt,
        '50 history rows': history.allAt,
        'first video frame': frameAt,
        both: Math.max(history.allAt, frameAt),
      }
    } finally {
      await browser.close()
      await server.close()
    }
  },
}
