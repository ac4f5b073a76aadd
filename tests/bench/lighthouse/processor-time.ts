/** What a task takes beyond this blocks. */
const BLOCKS_AFTER_MS = 50

/** An event of a trace, as far as it is used here. Times are microseconds; `tdur` is what a processor ran of `dur`. */
interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
}

function isTraceEvent(value: unknown): value is TraceEvent {
  if (typeof value !== 'object' || value === null) return false
  return 'name' in value && 'ph' in value && 'pid' in value && 'tid' in value && 'ts' in value
}

/**
 * The total blocking time of a trace, milliseconds, as if the page's main thread never had to wait for a processor: tasks
 * after the first contentful paint, by the time in which a processor ran them, `slowdown` times as on the phone that
 * Lighthouse simulates. What Lighthouse itself says is longer by what the machine was doing besides. NaN when the trace
 * has no paint.
 */
export function processorBlockingTime(traceEvents: readonly unknown[], slowdown: number): number {
  const events = traceEvents.filter(isTraceEvent)
  const paint = events.findLast(({ name }) => name === 'firstContentfulPaint')
  if (paint === undefined) return Number.NaN
  const tasks = events
    .filter(({ ph, pid, tid }) => ph === 'X' && pid === paint.pid && tid === paint.tid)
    .toSorted((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0))
  let total = 0
  let end = 0
  for (const { ts, dur = 0, tdur = 0 } of tasks) {
    // What lies inside another task is part of it.
    if (ts < end) continue
    end = ts + dur
    if (end > paint.ts) total += Math.max(0, (tdur / 1000) * slowdown - BLOCKS_AFTER_MS)
  }
  return total
}
