import { FaultyProxy } from '../../contract/support/faulty-proxy.ts'
import { launchChromium } from '../harness/chromium.ts'
import type { Bench } from '../harness/figures.ts'
import { openBenchServer, QUIET_ROOM } from '../pixel/bench-server.ts'
import { BROWSER_RULES } from '../video/room.ts'

const OUTAGE_MS = 6_000
/** Settled 36: at most 2 s and half of it between two tries, and what the try itself takes. */
const NEXT_TRY_MS = 3_500
/** The picture has settled before the line is cut. */
const PLAYED_FRAMES = 100

type FigureName = 'picture back' | 'chat back'

/**
 * Runs in the page. Notes for every frame of the video that reaches the screen when it did (epoch ms); the last one
 * before a pause and the first one after it are what counts. Also every moment at which the chat came online.
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

/** A network that is gone for six seconds: connections are cut and new ones refused. Then it is back. */
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
      // what was buffered plays on after the cut: without a pause nothing was interrupted and nothing is measured
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
