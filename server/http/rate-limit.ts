import { SECOND_MS } from '#protocol/time.ts'

/** A token bucket: `burst` tokens when full, refilled with `perSecond` tokens. */
export interface Rate {
  readonly burst: number
  readonly perSecond: number
}

/** Intervals such as 1000 / 3 ms lose this much (milliseconds) to rounding. */
const ROUNDING_MS = 0.001

/**
 * The generic cell rate algorithm. The state of a bucket is one time: when it is full again (epoch milliseconds; 0 for a
 * full bucket). Returns the state after taking `count` tokens, and how many milliseconds too early the request is; a
 * request with a positive wait is refused and takes nothing.
 */
function takeTokens(rate: Rate, fullAt: number, now: number, count: number): { fullAt: number; waitMs: number } {
  const intervalMs = SECOND_MS / rate.perSecond
  const burstMs = rate.burst * intervalMs
  // The upper bound only matters after the clock was set back.
  const current = Math.min(Math.max(fullAt, now), now + burstMs)
  const next = current + count * intervalMs
  const waitMs = Math.max(0, Math.ceil(next - burstMs - now - ROUNDING_MS))
  return { fullAt: waitMs > 0 ? current : next, waitMs }
}

/** One token bucket. */
export class TokenBucket {
  readonly #rate: Rate
  #fullAt = 0
  #lastNow = 0

  constructor(rate: Rate) {
    this.#rate = rate
  }

  /** Takes `count` tokens if the bucket holds that many at `now`; else takes none and returns false. */
  take(now: number, count = 1): boolean {
    this.#follow(now)
    const { fullAt, waitMs } = takeTokens(this.#rate, this.#fullAt, now, count)
    this.#fullAt = fullAt
    return waitMs === 0
  }

  /** Returns one token that was taken. */
  giveBack(): void {
    this.#fullAt -= SECOND_MS / this.#rate.perSecond
  }

  /** Time at which one token is available; `now` if there is one. */
  availableAt(now: number): number {
    this.#follow(now)
    return now + takeTokens(this.#rate, this.#fullAt, now, 1).waitMs
  }

  /** Keeps the tokens of the bucket when the clock was set back. */
  #follow(now: number): void {
    if (now < this.#lastNow) this.#fullAt -= this.#lastNow - now
    this.#lastNow = now
  }
}

/**
 * One token bucket per key, in memory. A full bucket is the same as one that was never used, so two generations, each as
 * long as a whole refill, drop keys without changing a result, and memory follows traffic.
 */
export class RateLimiter {
  readonly #rate: Rate
  readonly #now: () => number
  readonly #refillMs: number
  #current = new Map<string, number>()
  #previous = new Map<string, number>()
  #startedAt: number

  constructor(rate: Rate, now: () => number) {
    this.#rate = rate
    this.#now = now
    this.#refillMs = (rate.burst * SECOND_MS) / rate.perSecond
    this.#startedAt = now()
  }

  /** Takes one token of a key. Returns 0 if there was one, else the milliseconds until there is one. */
  take(key: string): number {
    const now = this.#now()
    this.#rotate(now)
    const { fullAt, waitMs } = takeTokens(this.#rate, this.#current.get(key) ?? this.#previous.get(key) ?? 0, now, 1)
    this.#current.set(key, fullAt)
    return waitMs
  }

  /** Number of stored keys; a key that is in both generations counts twice. */
  get size(): number {
    return this.#current.size + this.#previous.size
  }

  #rotate(now: number): void {
    const age = now - this.#startedAt
    if (age < this.#refillMs) return
    this.#previous = age < 2 * this.#refillMs ? this.#current : new Map()
    this.#current = new Map()
    this.#startedAt = now
  }
}
