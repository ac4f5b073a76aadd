/** A longer task blocks. */
const BLOCKS_AFTER_MS = 50

/** The used fields of a trace event. Times are microseconds; `tdur` is the processor time of `dur`. */
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
 * Total blocking time of a trace in milliseconds by processor time: tasks after the first contentful paint, multiplied
 * by `slowdown`. Lighthouse's own value also contains the time in which other processes ran. NaN if the trace has no
 * paint.
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
    // Nested tasks are part of the outer one.
    if (ts < end) continue
    end = ts + dur
    if (end > paint.ts) total += Math.max(0, (tdur / 1000) * slowdown - BLOCKS_AFTER_MS)
  }
  return total
}
