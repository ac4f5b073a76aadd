/** So many calls at once, and so many a second in the long run. */
export interface Rate {
  readonly burst: number
  readonly perSecond: number
}

/**
 * Limits by key, in memory. For each key it holds one moment: when everything that the key has taken will be paid back
 * (generic cell rate algorithm). A key whose moment has passed is like one that never came, so two generations of the time
 * that a full burst needs forget without changing any answer, and memory follows traffic.
 */
export class RateLimiter {
  readonly #now: () => number
  readonly #intervalMs: number
  readonly #burstMs: number
  #current = new Map<string, number>()
  #previous = new Map<string, number>()
  #startedAt: number

  constructor(rate: Rate, now: () => number) {
    this.#now = now
    this.#intervalMs = 1000 / rate.perSecond
    this.#burstMs = rate.burst * this.#intervalMs
    this.#startedAt = now()
  }

  /** Takes one call. Returns 0 when it is allowed, else the milliseconds until one will be. */
  take(key: string): number {
    const now = this.#now()
    this.#rotate(now)
    const stored = this.#current.get(key) ?? this.#previous.get(key) ?? 0
    // The upper bound matters only after a clock that went back.
    const paidBackAt = Math.min(Math.max(stored, now), now + this.#burstMs)
    // A thousandth of a millisecond covers what intervals such as 1000 / 3 lose in rounding.
    const wait = Math.ceil(paidBackAt + this.#intervalMs - this.#burstMs - now - 0.001)
    this.#current.set(key, wait > 0 ? paidBackAt : paidBackAt + this.#intervalMs)
    return Math.max(0, wait)
  }

  get size(): number {
    return this.#current.size + this.#previous.size
  }

  #rotate(now: number): void {
    const age = now - this.#startedAt
    if (age < this.#burstMs) return
    this.#previous = age < 2 * this.#burstMs ? this.#current : new Map()
    this.#current = new Map()
    this.#startedAt = now
  }
}
