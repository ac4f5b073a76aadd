import { fromBase64Url } from '#protocol/bytes.ts'
import type { Compressor } from '#protocol/compress.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import { sealFrame } from '#protocol/room/frame.ts'
import {
  LAB_ROOM,
  type LabFrame,
  type LabReport,
  type LabSettings,
  type LabTotals,
  type SentFrame,
} from '#protocol/worker/lab.ts'
import { EntryGenerator, type EntryRole, type GeneratedEntry } from './generator.ts'
import type { LogEntries } from './log-entries.ts'

/** Frame interval of a small room (settled 11). */
const FRAME_INTERVAL_MS = 16
/** Below the limits of a frame, also for long messages. */
const MAX_ENTRIES_PER_FRAME = 1_500
const REPORT_INTERVAL_MS = 100

interface SourceContext {
  readonly settings: LabSettings
  /** Entries of a recorded log; null generates entries. */
  readonly log: LogEntries | null
  /** Room key, base64url, 32 bytes. */
  readonly key: string
  readonly backend: CryptoBackend
  readonly compressor: Compressor
  /** System time in milliseconds, with fractions. */
  now(): number
  wait(delayMs: number): Promise<void>
  deliver(frame: LabFrame): void
  report(report: LabReport): void
  isStopped(): boolean
}

/**
 * Plays the server of a room: seals the entries of a log, or generated ones, as a room does and delivers one frame per
 * interval until the run is over or the log ends. If it cannot keep the rate, it sends fewer entries; the reports say how
 * many.
 */
export async function runSource(context: SourceContext): Promise<void> {
  const { settings } = context
  const now = () => context.now()
  const key = await context.backend.importKey(fromBase64Url(context.key))
  const { log } = context
  const generator = new EntryGenerator(settings)
  const take = async (count: number, at: number): Promise<readonly GeneratedEntry[]> =>
    log === null ? Array.from({ length: count }, () => generator.next(at)) : log.take(count, at)
  const totals: Record<EntryRole, number> = { message: 0, copy: 0, deletion: 0, revert: 0 }
  let seq = 0
  let sent: SentFrame[] = []
  let reportedAt = now()
  const report = (isLast: boolean) => {
    context.report({ type: 'sent', frames: sent, totals: totalsOf(totals), isLast })
    sent = []
    reportedAt = now()
  }

  const start = now()
  for (let due = start + FRAME_INTERVAL_MS; ; due += FRAME_INTERVAL_MS) {
    await context.wait(Math.max(0, due - now()))
    const elapsedMs = Math.min(now() - start, settings.seconds * 1000)
    const isOver = elapsedMs >= settings.seconds * 1000 || context.isStopped()
    const missing = Math.floor((settings.rate * elapsedMs) / 1000) - seq
    const entries = missing > 0 ? await take(Math.min(missing, MAX_ENTRIES_PER_FRAME), Math.round(now())) : []
    const count = entries.length
    if (count > 0) {
      for (const { role } of entries) totals[role] += 1
      const frame = { chatRoomNo: LAB_ROOM, epoch: 1, firstSeq: seq + 1, serverMs: Math.round(now()) }
      const json = { ...frame, entries: entries.map((entry) => entry.json) }
      const sealed = await sealFrame(context.backend, key, context.compressor, json)
      seq += count
      sent.push({ lastSeq: seq, entries: count, sentAt: now() })
      context.deliver(sealed)
    }
    if (isOver || log?.isOver === true) break
    if (now() - reportedAt >= REPORT_INTERVAL_MS) report(false)
  }
  report(true)
  context.deliver({ type: 'end', lastSeq: seq })
}

function totalsOf({ message, copy, deletion, revert }: Readonly<Record<EntryRole, number>>): LabTotals {
  return { messages: message, copies: copy, deletions: deletion, reverts: revert }
}
