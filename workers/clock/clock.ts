import { SECOND_MS } from '#protocol/time.ts'

/** Bounds of the offset from one exchange with the server. They hold for any network delay. */
interface Bounds {
  readonly lowerMs: number
  readonly upperMs: number
  readonly at: number
}

const MAX_SAMPLES = 64
/** Assumed drift of the local clock against the server's: 20 parts per million. */
const DRIFT = 20e-6
/** While the clock is ahead it runs at half speed, because it must not run backwards. */
const SLEW = 0.5
/** A larger change means that the system clock was set. It is applied at once. */
const STEP_MS = 2 * SECOND_MS

/**
 * Estimates the server clock (settled 35). Every response contains the server time, which bounds the offset between the
 * times of sending and receiving. The bounds of recent exchanges are intersected. The estimate is the midpoint.
 */
export class Clock {
  readonly #localNow: () => number
  readonly #onOffset: (offsetMs: number) => void
  #samples: Bounds[] = []
  #targetMs = 0
  #shownMs = 0
  #shownAt = 0

  constructor(localNow: () => number, onOffset: (offsetMs: number) => void = () => undefined) {
    this.#localNow = localNow
    this.#onOffset = onOffset
  }

  /** Server time in epoch milliseconds (fractional). Runs backwards only after the system clock was set. */
  now(): number {
    const now = this.#localNow()
    if (this.#shownMs > this.#targetMs) {
      const slewed = this.#shownMs - Math.max(0, now - this.#shownAt) * SLEW
      this.#shownMs = Math.max(this.#targetMs, slewed)
    }
    this.#shownAt = now
    return now + this.#shownMs
  }

  /** Estimated server clock minus local clock. */
  get offsetMs(): number {
    return this.#targetMs
  }

  /** Maximum error of the estimate: half the width of the intersection. */
  get uncertaintyMs(): number {
    const { lowerMs, upperMs } = this.#intersection(this.#localNow())
    return (upperMs - lowerMs) / 2
  }

  /** Shortest round trip among recent exchanges. Longer ones include server time or an upload. */
  get roundTripMs(): number {
    if (this.#samples.length === 0) return 0
    return Math.max(0, Math.min(...this.#samples.map(({ lowerMs, upperMs }) => upperMs - lowerMs)) - 1)
  }

  get sampleCount(): number {
    return this.#samples.length
  }

  /** Adds one exchange: local times of sending and receiving, and the server time in whole milliseconds. */
  add(sentAt: number, serverMs: number, receivedAt: number): void {
    // The server rounds down: its true time is less than one millisecond later.
    this.#samples.push({ lowerMs: serverMs - receivedAt, upperMs: serverMs + 1 - sentAt, at: receivedAt })
    if (this.#samples.length > MAX_SAMPLES) this.#samples.shift()
    // Old samples that contradict new ones were taken before a clock was set.
    while (this.#samples.length > 1) {
      const { lowerMs, upperMs } = this.#intersection(receivedAt)
      if (lowerMs <= upperMs) break
      this.#samples.shift()
    }
    const { lowerMs, upperMs } = this.#intersection(receivedAt)
    this.#setTarget((lowerMs + upperMs) / 2)
  }

  /** Drops all samples, after the server has reported that this clock is wrong. */
  reset(): void {
    this.#samples = []
  }

  #setTarget(offsetMs: number): void {
    this.now()
    this.#targetMs = offsetMs
    if (offsetMs >= this.#shownMs || this.#shownMs - offsetMs > STEP_MS) this.#shownMs = offsetMs
    this.#onOffset(offsetMs)
  }

  #intersection(now: number): { lowerMs: number; upperMs: number } {
    let lowerMs = Number.NEGATIVE_INFINITY
    let upperMs = Number.POSITIVE_INFINITY
    for (const sample of this.#samples) {
      const drift = Math.max(0, now - sample.at) * DRIFT
      lowerMs = Math.max(lowerMs, sample.lowerMs - drift)
      upperMs = Math.min(upperMs, sample.upperMs + drift)
    }
    return { lowerMs, upperMs }
  }
}
