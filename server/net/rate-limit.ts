import { createHash } from 'node:crypto'
import type { Awaitable } from '#protocol/crypto.ts'
import { SECOND_MS } from '#protocol/time.ts'
import { type SharedState, SharedStateError } from '../database/shared/shared-state.ts'

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

/** One token bucket per key. */
export interface KeyedLimiter {
  /** Takes one token of a key. Returns 0 if there was one, else the milliseconds until there is one. */
  take(key: string): Awaitable<number>
}

/**
 * One token bucket per key, in memory. A full bucket is the same as one that was never used, so two generations, each as
 * long as a whole refill, drop keys without changing a result, and memory follows traffic.
 */
export class RateLimiter implements KeyedLimiter {
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

/**
 * `takeTokens` for one token, by the clock of Redis, so that processes need not have the same time. Times are in
 * microseconds: 1 = interval between tokens, 2 = time of a whole refill. Returns the wait in milliseconds.
 */
const TAKE = `
local time = redis.call('time')
local now = time[1] * 1000000 + time[2]
local full = math.min(math.max(tonumber(redis.call('get', KEYS[1]) or '0'), now), now + ARGV[2])
local next = full + ARGV[1]
if next - ARGV[2] > now then return math.ceil((next - ARGV[2] - now) / 1000) end
redis.call('set', KEYS[1], string.format('%.0f', next), 'px', math.ceil((next - now) / 1000))
return 0`

const MICROSECONDS = 1_000_000

/** One token bucket per key for all processes, in Redis. While Redis is unavailable each process limits for itself. */
export class SharedRateLimiter implements KeyedLimiter {
  readonly #shared: SharedState
  readonly #name: string
  readonly #arguments: string[]
  readonly #local: RateLimiter

  /**
   * @param name of these buckets; two limiters of one name share them
   */
  constructor(shared: SharedState, name: string, { rate, now }: { rate: Rate; now: () => number }) {
    this.#shared = shared
    this.#name = name
    this.#local = new RateLimiter(rate, now)
    const interval = MICROSECONDS / rate.perSecond
    this.#arguments = [String(interval), String(Math.ceil(rate.burst * interval))]
  }

  async take(key: string): Promise<number> {
    const name = `grandstand:rate:${this.#name}:${createHash('sha256').update(key).digest('base64url')}`
    try {
      const waitMs = await this.#shared.run((client) => client.eval(TAKE, { keys: [name], arguments: this.#arguments }))
      return Number(waitMs)
    } catch (error) {
      if (error instanceof SharedStateError) return this.#local.take(key)
      throw error
    }
  }
}
