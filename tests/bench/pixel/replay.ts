import type { BenchPage } from '../harness/page.ts'
import { QUIET_ROOM, type BenchServer } from './bench-server.ts'
import type { PrebuiltFrame } from './frames.ts'
import { PROBE, type ProbeReport } from './probe.ts'

/** No figure counts what is sent before this. */
export const WARM_UP_SECONDS = 2
export const MEASURED_SECONDS = 5
/** A message is the newest visible one, or older, at the latest this long after the last was sent. */
export const SETTLE_MS = 500
/** Opening a room causes entries; it is quiet when none came for this long. */
const QUIET_MS = 6_000

/** Waits until the room is open and the entries that opening causes are through. */
export async function openRoom(page: BenchPage, server: BenchServer, { hasVideo = false } = {}): Promise<void> {
  await page.addScript(PROBE)
  await page.goto(`${server.url}/app/live/${QUIET_ROOM.eid}`)
  await page.waitFor(`document.querySelector('[data-connection="online"]')`)
  await untilQuiet(server)
  if (!hasVideo) await pauseVideo(page)
}

/** Pauses the picture once it plays: pausing one that is still being opened would not last. */
async function pauseVideo(page: BenchPage): Promise<void> {
  const every = (condition: string) => `[...document.querySelectorAll('video')].every((video) => ${condition})`
  await page.waitFor(every('!video.paused'))
  await page.evaluate(`document.querySelectorAll('video').forEach((video) => video.pause())`)
  await page.waitFor(every('video.paused'))
}

export async function untilQuiet(server: BenchServer): Promise<void> {
  let seq = -1
  while (seq !== server.head().seq) {
    seq = server.head().seq
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS))
  }
}

/**
 * Send time to the end of the frame that shows it, for every measured message. Infinite for one that was never shown.
 * `aheadMs`: how much the page's clock is ahead of the sender's.
 */
export function latencies(
  frames: readonly PrebuiltFrame[],
  sentAt: readonly number[],
  report: ProbeReport,
  aheadMs = 0,
): number[] {
  const measured: number[] = []
  for (const [index, frame] of frames.entries()) {
    if (frame.dueMs <= WARM_UP_SECONDS * 1000) continue
    const sent = sentAt[index] ?? 0
    const shown = report.frames.find(([at, seq]) => at - aheadMs >= sent && seq !== null && seq >= frame.lastSeq)
    const elapsed = shown === undefined ? Number.POSITIVE_INFINITY : shown[0] - aheadMs - sent
    for (let entry = 0; entry < frame.entries; entry += 1) measured.push(elapsed)
  }
  return measured
}

/** Frames of the page while messages were measured: how many a second, and in how many no message was to be seen. */
export function framesDuring(report: ProbeReport, sentAt: readonly number[]): { perSecond: number; blank: number } {
  const from = (sentAt[0] ?? 0) + WARM_UP_SECONDS * 1000
  const during = report.frames.filter(([at]) => at >= from && at <= (sentAt.at(-1) ?? 0))
  const seconds = ((during.at(-1)?.[0] ?? 0) - (during[0]?.[0] ?? 0)) / 1000
  return { perSecond: (during.length - 1) / seconds, blank: during.filter(([, seq]) => seq === null).length }
}
