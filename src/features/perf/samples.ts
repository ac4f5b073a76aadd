import { percentile } from '#lib/percentile.ts'
import type { CommitTimes } from '#state/feed/feed-pump.ts'
import type { PlayerStats } from '#state/room/player-stats.ts'
import type { Totals, WorkerStats } from './totals.ts'

/** The counters at one time. */
export interface Reading {
  /** Monotonic clock, milliseconds. */
  readonly at: number
  readonly transport: WorkerStats
  readonly totals: Totals
  readonly commits: CommitTimes
  readonly player: PlayerStats | null
  /** Round trip page → worker → page, milliseconds. */
  readonly workerRoundTripMs: number
}

/** Rates and means between two readings. */
export interface Sample {
  readonly at: number
  readonly receivedPerSecond: number
  readonly shownPerSecond: number
  readonly droppedPerSecond: number
  /** Dropped messages of the queue of VIP above 4. Lossless queues drop none. */
  readonly droppedHighPerSecond: number
  readonly droppedLowPerSecond: number
  readonly duplicatesPerSecond: number
  readonly batchesPerSecond: number
  readonly queueLength: number
  /** Mean time of one state update with its render; 0 if there was none. */
  readonly commitMs: number
  readonly longestCommitMs: number
  /** Mean time to decrypt one frame in the worker. */
  readonly openMs: number
  readonly workerRoundTripMs: number
  readonly networkRoundTripMs: number
  readonly clockOffsetMs: number
  /** Since page load. */
  readonly reconnects: number
  readonly gaps: number
  readonly player: PlayerStats | null
  /** From the log of the room to the screen, of the messages that became visible; null without any. Milliseconds. */
  readonly pixelP50: number | null
  readonly pixelP95: number | null
  readonly pixelP99: number | null
}

/** One minute at one sample per second. */
export const SAMPLES_PER_MINUTE = 60

/**
 * Rates between two readings, and percentiles of `delaysMs`, the delays of messages that became visible between them. A new
 * worker starts at zero; negative differences count as 0.
 */
export function sampleOf(before: Reading, after: Reading, delaysMs: readonly number[] = []): Sample {
  const seconds = Math.max(0.001, (after.at - before.at) / 1000)
  const grown = (read: (reading: Reading) => number) => Math.max(0, read(after) - read(before))
  const rate = (read: (reading: Reading) => number) => Math.round(grown(read) / seconds)
  const mean = (total: number, count: number) => (count === 0 ? 0 : total / count)
  return {
    at: after.at,
    receivedPerSecond: rate(({ transport }) => transport.entriesReceived),
    shownPerSecond: rate(({ transport }) => transport.rowsShown),
    droppedPerSecond: rate(({ transport }) => transport.rowsDropped),
    droppedHighPerSecond: rate(({ transport }) => transport.rowsDroppedHigh),
    droppedLowPerSecond: rate(({ transport }) => transport.rowsDropped - transport.rowsDroppedHigh),
    duplicatesPerSecond: rate(({ transport }) => transport.duplicates),
    batchesPerSecond: rate(({ transport }) => transport.batches),
    queueLength: after.transport.queueLength,
    commitMs: mean(
      grown(({ commits }) => commits.totalMs),
      grown(({ commits }) => commits.commits),
    ),
    longestCommitMs: after.commits.longestMs,
    openMs: mean(
      grown(({ transport }) => transport.openMsTotal),
      grown(({ transport }) => transport.frames),
    ),
    workerRoundTripMs: after.workerRoundTripMs,
    networkRoundTripMs: after.transport.roundTripMs,
    clockOffsetMs: after.transport.clockOffsetMs,
    reconnects: after.totals.reconnects,
    gaps: after.totals.gaps,
    player: after.player,
    ...pixelPercentiles(delaysMs),
  }
}

function pixelPercentiles(delaysMs: readonly number[]): Pick<Sample, 'pixelP50' | 'pixelP95' | 'pixelP99'> {
  const at = (share: number) => (delaysMs.length === 0 ? null : percentile(delaysMs, share))
  return { pixelP50: at(0.5), pixelP95: at(0.95), pixelP99: at(0.99) }
}

/** The samples of the last minute including the new one. */
export function withSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  return [...samples, sample].slice(-SAMPLES_PER_MINUTE)
}
