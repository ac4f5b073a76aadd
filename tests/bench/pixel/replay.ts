import { LatencyMeter } from '#features/perf/engine/frame-probe.ts'
import type { BenchPage } from '../harness/page.ts'
import { QUIET_ROOM, type BenchServer } from './bench-server.ts'
import type { PrebuiltFrame } from './frames.ts'
import { PROBE, type ProbeReport } from './probe.ts'

/** Warm-up; earlier messages are not measured. */
export const WARM_UP_SECONDS = 2
export const MEASURED_SECONDS = 5
/** Maximum time until the last message is visible. */
export const SETTLE_MS = 500
/** Opening a room causes entries; the room is quiet after this time without one. */
const QUIET_MS = 6_000

/** Waits until the room is open and quiet. */
export async function openRoom(page: BenchPage, server: BenchServer, { hasVideo = false } = {}): Promise<void> {
  await page.addScript(PROBE)
  await page.goto(`${server.url}/app/live/${QUIET_ROOM.eid}`)
  await page.waitFor(`document.querySelector('[data-connection="online"]')`)
  await untilQuiet(server)
  if (!hasVideo) await pauseVideo(page)
}

/** Pauses the video once it plays, because pausing during the start would not last. */
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
 * Time from sending to the end of the frame that shows a message, for every measured message. Infinite if it was never
 * shown. `aheadMs`: difference of the page's clock and the sender's.
 */
export function latencies(
  frames: readonly PrebuiltFrame[],
  sentAt: readonly number[],
  report: ProbeReport,
  aheadMs = 0,
): number[] {
  const meter = new LatencyMeter()
  for (const [at, seq] of report.frames) meter.painted(at - aheadMs, seq)
  const isMeasured = ({ dueMs }: PrebuiltFrame) => dueMs > WARM_UP_SECONDS * 1000
  meter.sent(
    frames.flatMap((frame, index) => {
      const { lastSeq, entries } = frame
      return isMeasured(frame) ? [{ lastSeq, entries, sentAt: sentAt[index] ?? 0 }] : []
    }),
  )
  const never = meter.pending.map(({ entries }) => ({ value: Number.POSITIVE_INFINITY, weight: entries }))
  return [...meter.measured, ...never].flatMap(({ value, weight }) => Array<number>(weight).fill(value))
}

/** Frame rate and number of blank frames of the page during the measurement. */
export function framesDuring(report: ProbeReport, sentAt: readonly number[]): { perSecond: number; blank: number } {
  const from = (sentAt[0] ?? 0) + WARM_UP_SECONDS * 1000
  const during = report.frames.filter(([at]) => at >= from && at <= (sentAt.at(-1) ?? 0))
  const seconds = ((during.at(-1)?.[0] ?? 0) - (during[0]?.[0] ?? 0)) / 1000
  return { perSecond: (during.length - 1) / seconds, blank: during.filter(([, seq]) => seq === null).length }
}
