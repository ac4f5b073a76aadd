/** A bucket of tokens: `burst` at once, refilled at `perSecond`. */
export interface Rate {
  readonly burst: number
  readonly perSecond: number
}

interface Bucket {
  tokens: number
  at: number
}

/**
 * Token buckets by key, in memory. A bucket that nobody touched for the time it takes to fill is full, which is what an
 * unknown key gets too: so two generations of that length forget without changing any answer, and memory follows traffic.
 */
export class RateLimiter {
  readonly #rate: Rate
  readonly #now: () => number
  readonly #fillMs: number
  #current = new Map<string, Bucket>()
  #previous = new Map<string, Bucket>()
  #startedAt: number

  constructor(rate: Rate, now: () => number) {
    this.#rate = rate
    this.#now = now
    this.#fillMs = (rate.burst / rate.perSecond) * 1000
    this.#startedAt = now()
  }

  /** Takes one token. Returns 0 when there was one, else the milliseconds until there will be one. */
  take(key: string): number {
    const now = this.#now()
    this.#rotate(now)
    const bucket = this.#bucket(key, now)
    bucket.tokens = Math.min(
      this.#rate.burst,
      bucket.tokens + (Math.max(0, now - bucket.at) / 1000) * this.#rate.perSecond,
    )
    bucket.at = now
    if (bucket.tokens < 1) return Math.ceil(((1 - bucket.tokens) / this.#rate.perSecond) * 1000)
    bucket.tokens -= 1
    return 0
  }

  get size(): number {
    return this.#current.size + this.#previous.size
  }

  #bucket(key: string, now: number): Bucket {
    const known = this.#current.get(key)
    if (known) return known
    const older = this.#previous.get(key)
    if (older) this.#previous.delete(key)
    const bucket = older ?? { tokens: this.#rate.burst, at: now }
    this.#current.set(key, bucket)
    return bucket
  }

  #rotate(now: number): void {
    const age = now - this.#startedAt
    if (age < this.#fillMs) return
    this.#previous = age < 2 * this.#fillMs ? this.#current : new Map()
    this.#current = new Map()
    this.#startedAt = now
  }
}
