import type { transportStats } from '#transport/client.ts'

export type WorkerStats = NonNullable<Awaited<ReturnType<typeof transportStats>>>

/** Counts since page load over all workers. */
export interface Totals {
  readonly reconnects: number
  readonly gaps: number
}

export interface Counted {
  readonly transport: WorkerStats
  readonly totals: Totals
}

/**
 * The totals after a reading. A new worker starts at zero, so the last counts of the previous one are added. Replacing
 * a worker counts as a reconnect.
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
