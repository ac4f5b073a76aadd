import { FaultyProxy } from '../../contract/support/faulty-proxy.ts'
import { launchChromium } from '../harness/chromium.ts'
import type { Bench } from '../harness/figures.ts'
import { openBenchServer, QUIET_ROOM } from '../pixel/bench-server.ts'
import { BROWSER_RULES } from '../video/room.ts'

const OUTAGE_MS = 6_000
/** Settled 36: at most 2 s plus half of it between two attempts, and the attempt itself. */
const NEXT_TRY_MS = 3_500
/** Frames before the connection is closed. */
const PLAYED_FRAMES = 100

type FigureName = 'picture back' | 'chat back'

/**
 * Runs in the page. Records the time (epoch ms) of every rendered video frame and of every change of the chat to
 * online.
 */
const RECOVERY_PROBE = `(() => {
  const frames = []
  const online = []
  let followed = null
  const note = () => {
    frames.push(Date.now())
    followed.requestVideoFrameCallback(note)
  }
  const look = () => {
    const video = document.querySelector('[data-video] video')
    if (video && video !== followed) {
      followed = video
      video.requestVideoFrameCallback(note)
    }
    const state = document.querySelector('[data-connection]')?.getAttribute('data-connection')
    if (state !== online.at(-1)?.[1]) online.push([Date.now(), state])
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  window.recoveryProbe = {
    frames: () => frames.length,
    pictureAfter: (at) => frames.find((frame) => frame >= at) ?? null,
    chatAfter: (at) => online.find(([when, state]) => when >= at && state === 'online')?.[0] ?? null,
    lastBefore: (at) => frames.findLast((frame) => frame < at) ?? null,
  }
})()`

/** A network outage of six seconds: connections are closed and new ones refused. */
export const roomRecoveryBench: Bench<FigureName> = {
  name: 'room-recovery',
  about: `end of an outage of ${OUTAGE_MS / 1000} s to a moving picture`,
  figures: { 'picture back': { unit: 'ms', atMost: 1_500 }, 'chat back': { unit: 'ms', atMost: NEXT_TRY_MS } },
  async run() {
    const server = await openBenchServer()
    const line = await FaultyProxy.start(server.url)
    const browser = await launchChromium(BROWSER_RULES)
    try {
      const page = await browser.newPage({ width: 1280, height: 800 })
      await page.addScript(RECOVERY_PROBE)
      await page.goto(`${line.origin}/app/live/${QUIET_ROOM.eid}`)
      await page.waitFor(`recoveryProbe.frames() > ${PLAYED_FRAMES}`)
      await line.setFault('refuse')
      await new Promise((resolve) => setTimeout(resolve, OUTAGE_MS))
      await line.setFault(null)
      const back = Date.now()
      const stopped = await page.evaluate<number>(`recoveryProbe.lastBefore(${back})`)
      // buffered video continues after the cut; without a pause nothing is measured
      if (back - stopped < OUTAGE_MS / 4) throw new Error('the picture did not stop during the outage')
      await page.waitFor(`recoveryProbe.pictureAfter(${back}) !== null && recoveryProbe.chatAfter(${back}) !== null`)
      return {
        'picture back': (await page.evaluate<number>(`recoveryProbe.pictureAfter(${back})`)) - back,
        'chat back': (await page.evaluate<number>(`recoveryProbe.chatAfter(${back})`)) - back,
      }
    } finally {
      await browser.close()
      await line.stop()
      await server.close()
    }
  },
}
