import type { transportStats } from '#transport/client.ts'

export type WorkerStats = NonNullable<Awaited<ReturnType<typeof transportStats>>>

/** What has been counted since the page was loaded, by all its workers. */
export interface Totals {
  readonly reconnects: number
  readonly gaps: number
}

export interface Counted {
  readonly transport: WorkerStats
  readonly totals: Totals
}

/**
 * The totals at a reading that follows another one, or none. A worker begins to count at zero: what the one before it had
 * counted stays as it was read last, and that it had to be replaced is a reconnect as well.
 */
export function totalsAfter(before: Counted | null, transport: WorkerStats): Totals {
  const { reconnects, gaps, workersReplaced } = transport
  if (before === null) return { reconnects: reconnects + workersReplaced, gaps }
  const replaced = workersReplaced - before.transport.workersReplaced
  const since = replaced === 0 ? before.transport : { reconnects: 0, gaps: 0 }
  return {
    reconnects: before.totals.reconnects + replaced + reconnects - since.reconnects,
    gaps: before.totals.gaps + gaps - since.gaps,
  }
}
