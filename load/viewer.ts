import type { WorkerApi } from '#protocol/worker/api.ts'
import type { FeedControl, FeedMessage } from '#protocol/worker/feed.ts'

/** What a viewer received between entering and leaving. */
interface ViewerReport {
  readonly rows: number
  readonly folded: number
  readonly duplicates: number
  readonly misordered: number
  readonly divided: number
  readonly lost: number
  /** Lag from the server time of an entry to the viewer's clock, with its time (both milliseconds). */
  readonly lags: readonly { readonly at: number; readonly lag: number }[]
}

export interface Viewer {
  report(): ViewerReport
  leave(): Promise<void>
}

/** Enters a room and takes batches like a page: returns one credit per batch. */
export async function watchRoom(
  transport: WorkerApi<MessagePort>,
  chatRoomNo: string,
  clockOffsetMs: () => number,
): Promise<Viewer> {
  const { port1, port2 } = new MessageChannel()
  const ids = new Set<string>()
  const lags: { at: number; lag: number }[] = []
  let lastSeq = 0
  const counts = { rows: 0, folded: 0, duplicates: 0, misordered: 0, divided: 0, lost: 0 }

  port1.onmessage = ({ data }: MessageEvent<FeedMessage>) => {
    if (data.type !== 'batch') return
    const now = Date.now() + clockOffsetMs()
    counts.folded += data.dropped
    if (data.divider) counts.divided += 1
    if (data.divider?.isLost) counts.lost += data.divider.missed
    for (const row of data.rows) {
      counts.rows += 1
      if (ids.has(row.id)) counts.duplicates += 1
      ids.add(row.id)
      if (row.seq <= lastSeq) counts.misordered += 1
      lastSeq = Math.max(lastSeq, row.seq)
      if (data.divider === null) lags.push({ at: now, lag: now - row.at })
    }
    const applied: FeedControl = { type: 'applied', seq: data.lastSeq, credits: 1 }
    port1.postMessage(applied)
  }
  const entered = await transport.enterRoom({ chatRoomNo }, port2)
  if (!entered.ok) throw new Error(`the room was not entered: ${entered.code} ${entered.message}`)
  return {
    report: () => ({ ...counts, lags }),
    leave: async () => {
      await transport.leaveRoom(chatRoomNo)
      port1.close()
    },
  }
}
