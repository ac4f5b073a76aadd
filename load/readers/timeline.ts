import type { ClockReport } from '#protocol/worker/lab-log.ts'
import type { LogEvent } from './events.ts'

export interface ClockOptions {
  /** Longest time without an event, milliseconds; longer ones are shortened to it. Null keeps all. */
  readonly maxGapMs: number | null
  /** Spreads the events of a second if the log has whole seconds only. */
  readonly spread: boolean
}

/** Events that are held back at most, and at least, to be sorted. */
const MAX_HELD = 20_000
const MIN_HELD = 1_000
/** Events that are read before the first of them is due, so that a replay starts soon. */
const FIRST_EVENTS = MAX_HELD + 1_000
/** An event is final if the log is this many times further than any event was late up to now. */
const LATENESS_FACTOR = 4
const SECOND_MS = 1_000

type Placed = LogEvent & { at: number }

/**
 * Turns the times of a log into those of a replay: sorted, the first event at 0, never decreasing. An event is sorted
 * among the next 1,000 of the file; among up to 20,000 if the log is out of order. Fewer events that are held cost less
 * memory and fewer collections of garbage (decision 206).
 *
 * Some tools write whole seconds. If all of the first events do, the `n` events of a second are `1/n` second apart, in
 * their order, from the start of the second.
 *
 * The events must not be used elsewhere: their times are changed in place, because copies of millions cost a fifth of the
 * time of the whole reader.
 */
export class Timeline {
  readonly #options: ClockOptions
  readonly #report = { disordered: 0, moved: 0, gaps: 0, removedMs: 0, spread: 0, lastMs: 0 }
  #held: Placed[] = []
  /** Number of held events from which some are released. */
  #limit = FIRST_EVENTS
  #isSorted = true
  #newestAt = Number.NEGATIVE_INFINITY
  /** How far an event of the log was behind an earlier one, milliseconds. */
  #maxLateness = 0
  #first: number | null = null
  /** The time of the log up to which events were taken. */
  #previousAt = 0
  /** Null until the first events are known. */
  #hasWholeSeconds: boolean | null = null
  /** Events of the current second, if they are to be spread. */
  #second: Placed[] = []
  /** Time of the last event that was spread. */
  #spreadTo = 0

  constructor(options: ClockOptions) {
    this.#options = options
  }

  get report(): ClockReport {
    return this.#report
  }

  /** Adds events in the order of the file; returns those whose time is final. */
  push(events: readonly LogEvent[]): LogEvent[] {
    for (const event of events) {
      if (event.at < this.#newestAt) this.#noteLate(this.#newestAt - event.at)
      else this.#newestAt = event.at
      this.#held.push(event)
    }
    if (this.#held.length < this.#limit) return []
    this.#sort()
    const ready = this.#release(this.#finalCount())
    this.#limit = 2 * Math.max(MIN_HELD, this.#held.length)
    return ready
  }

  /** The remaining events. */
  end(): LogEvent[] {
    this.#sort()
    const last = this.#release(this.#held.length)
    this.#flushSecond(last)
    return last
  }

  #noteLate(lateness: number): void {
    this.#report.disordered += 1
    this.#isSorted = false
    this.#maxLateness = Math.max(this.#maxLateness, lateness)
  }

  #sort(): void {
    if (!this.#isSorted) this.#held.sort((one, other) => one.at - other.at)
    this.#isSorted = true
  }

  /** Number of held events that no later event is expected to precede. */
  #finalCount(): number {
    const finalAt = this.#newestAt - LATENESS_FACTOR * this.#maxLateness
    const { length } = this.#held
    let count = length - MIN_HELD
    while (count > 0 && length - count < MAX_HELD && (this.#held[count - 1]?.at ?? finalAt) > finalAt) count -= 1
    return count
  }

  #release(count: number): LogEvent[] {
    this.#hasWholeSeconds ??= this.#held.every(({ at }) => at % SECOND_MS === 0)
    const rest = this.#held.slice(count)
    const ready: LogEvent[] = []
    for (let index = 0; index < count; index += 1) {
      const event = this.#held[index]
      if (event !== undefined) this.#place(event, ready)
    }
    this.#held = rest
    return ready
  }

  #place(event: Placed, ready: LogEvent[]): void {
    const at = (event.at = this.#advance(event.at))
    if (!this.#options.spread || this.#hasWholeSeconds !== true) {
      ready.push(event)
      return
    }
    const [before] = this.#second
    // More events than this in a second would have to be held in memory.
    if (before !== undefined && (before.at !== at || this.#second.length >= MAX_HELD)) this.#flushSecond(ready)
    this.#second.push(event)
  }

  /** The time of the replay for a time of the log. */
  #advance(logAt: number): number {
    if (this.#first === null) this.#first = this.#previousAt = logAt
    if (logAt < this.#previousAt) this.#report.moved += 1
    const at = Math.max(logAt, this.#previousAt)
    const gap = at - this.#previousAt
    const { maxGapMs } = this.#options
    if (maxGapMs !== null && gap > maxGapMs) {
      this.#report.gaps += 1
      this.#report.removedMs += gap - maxGapMs
    }
    this.#previousAt = at
    this.#report.lastMs = Math.max(this.#report.lastMs, at - this.#first - this.#report.removedMs)
    return at - this.#first - this.#report.removedMs
  }

  #flushSecond(ready: LogEvent[]): void {
    const events = this.#second
    this.#second = []
    const step = SECOND_MS / Math.max(1, events.length)
    for (const [index, event] of events.entries()) {
      // The second part of a second with too many events, and events that came too late, must not go back.
      const at = Math.max(event.at + index * step, this.#spreadTo)
      if (index > 0) this.#report.spread += 1
      this.#spreadTo = at
      this.#report.lastMs = Math.max(this.#report.lastMs, at)
      event.at = at
      ready.push(event)
    }
  }
}
