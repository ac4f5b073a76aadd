import { startTestServer } from '../support/server.ts'
import { launchChromium } from './harness/chromium.ts'
import type { Bench } from './harness/figures.ts'
import type { VideoReport } from './video/probe.ts'
import { BROWSER_RULES, chooseHls, openRoom, QUIET, reportOf } from './video/room.ts'

/** Time between two recorded events; NaN, which passes no bound, if one is missing. */
function between(report: VideoReport, from: 'roomAt' | 'chosenAt', to: 'sourceAt' | 'firstFrameAt'): number {
  return (report[to] ?? Number.NaN) - (report[from] ?? Number.NaN)
}

/**
 * Time until the first frame. FLV: from the mount of the player, with an empty cache. HLS: from the selection of the
 * source on the same page, whose HLS engine was not loaded.
 */
export const videoBench: Bench<'flv source known' | 'flv first frame' | 'hls first frame'> = {
  name: 'video',
  about: 'room data or choice of a line to the first frame on the screen, on a cold page',
  figures: {
    'flv source known': { unit: 'ms' },
    'flv first frame': { unit: 'ms', atMost: 500 },
    'hls first frame': { unit: 'ms', atMost: 1_000 },
  },
  async run() {
    const server = await startTestServer({ env: QUIET, isMeasured: true })
    const browser = await launchChromium(BROWSER_RULES)
    try {
      const page = await openRoom(browser, server.url)
      const flv = await reportOf(page)
      await chooseHls(page)
      return {
        'flv source known': between(flv, 'roomAt', 'sourceAt'),
        'flv first frame': between(flv, 'roomAt', 'firstFrameAt'),
        'hls first frame': between(await reportOf(page), 'chosenAt', 'firstFrameAt'),
      }
    } finally {
      await browser.close()
      await server.stop()
    }
  },
}
