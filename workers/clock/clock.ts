/** One exchange with the server: the true offset lies between these two, whatever the delays were. */
interface Bounds {
  readonly lowerMs: number
  readonly upperMs: number
  readonly at: number
}

const SAMPLES_KEPT = 64
/** How far a quartz may wander against the server's while a sample ages: 20 parts in a million. */
const DRIFT = 20e-6
/** Running backwards is forbidden; while the clock is ahead it runs at half speed until the truth has caught up. */
const SLEW = 0.5
/** More than this is a changed system clock, not a correction. */
const STEP_MS = 2_000

/**
 * The server's clock in the worker (settled 35). Every answer carries the server's time, so every exchange bounds the
 * offset between "sent" and "received"; the bounds of many exchanges are intersected, which finds the fastest way out
 * and the fastest way back independently. The estimate is the midpoint of what is left.
 */
export class Clock {
  private samples: Bounds[] = []
  private targetMs = 0
  private shownMs = 0
  private shownAt = 0

  constructor(
    private readonly localNow: () => number,
    private readonly onOffset: (offsetMs: number) => void = () => undefined,
  ) {}

  /** Server time, epoch milliseconds (not whole). Never runs backwards except after a step of the system clock. */
  now(): number {
    const now = this.localNow()
    if (this.shownMs > this.targetMs) {
      const slewed = this.shownMs - Math.max(0, now - this.shownAt) * SLEW
      this.shownMs = Math.max(this.targetMs, slewed)
    }
    this.shownAt = now
    return now + this.shownMs
  }

  /** Estimated server clock minus local clock. */
  get offsetMs(): number {
    return this.targetMs
  }

  /** Half the width of what is still possible: the estimate is not further off than this. */
  get uncertaintyMs(): number {
    const { lowerMs, upperMs } = this.intersection(this.localNow())
    return (upperMs - lowerMs) / 2
  }

  /** The shortest way to the server and back among the last exchanges: in longer ones the server, or an upload, took its time. */
  get roundTripMs(): number {
    if (this.samples.length === 0) return 0
    return Math.max(0, Math.min(...this.samples.map(({ lowerMs, upperMs }) => upperMs - lowerMs)) - 1)
  }

  /** One exchange: local time of sending and receiving, and the whole millisecond that the server named in between. */
  add(sentAt: number, serverMs: number, receivedAt: number): void {
    // The server names whole milliseconds, rounded down: its true time lies less than one later.
    this.samples.push({ lowerMs: serverMs - receivedAt, upperMs: serverMs + 1 - sentAt, at: receivedAt })
    if (this.samples.length > SAMPLES_KEPT) this.samples.shift()
    // Old samples that contradict new ones come from before a clock was set.
    while (this.samples.length > 1) {
      const { lowerMs, upperMs } = this.intersection(receivedAt)
      if (lowerMs <= upperMs) break
      this.samples.shift()
    }
    const { lowerMs, upperMs } = this.intersection(receivedAt)
    this.aim((lowerMs + upperMs) / 2)
  }

  /** Forgets all samples: after the server said that this clock is wrong. */
  reset(): void {
    this.samples = []
  }

  private aim(offsetMs: number): void {
    this.now()
    this.targetMs = offsetMs
    if (offsetMs >= this.shownMs || this.shownMs - offsetMs > STEP_MS) this.shownMs = offsetMs
    this.onOffset(offsetMs)
  }

  private intersection(now: number): { lowerMs: number; upperMs: number } {
    let lowerMs = Number.NEGATIVE_INFINITY
    let upperMs = Number.POSITIVE_INFINITY
    for (const sample of this.samples) {
      const drift = Math.max(0, now - sample.at) * DRIFT
      lowerMs = Math.max(lowerMs, sample.lowerMs - drift)
      upperMs = Math.min(upperMs, sample.upperMs + drift)
    }
    return { lowerMs, upperMs }
  }
}
