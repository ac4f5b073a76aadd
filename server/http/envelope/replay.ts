import { REPLAY_WINDOW_MS } from '#protocol/constants.ts'

/** A request may carry a time 120 s ahead and be repeated 120 s later, so nonces are stored that long. */
const GENERATION_MS = 2 * REPLAY_WINDOW_MS

/**
 * Used (key id, nonce) pairs (settled 4), in two generations of fixed length. Expiry drops the older set, so a check
 * costs one or two look-ups.
 */
export class ReplayGuard {
  readonly #now: () => number
  #current = new Set<string>()
  #previous = new Set<string>()
  #startedAt: number

  constructor(now: () => number) {
    this.#now = now
    this.#startedAt = now()
  }

  /** True the first time, false for a repeated pair. */
  accept(kid: string, nonce: string): boolean {
    this.#rotate()
    const pair = `${kid}.${nonce}`
    if (this.#current.has(pair) || this.#previous.has(pair)) return false
    this.#current.add(pair)
    return true
  }

  get size(): number {
    return this.#current.size + this.#previous.size
  }

  #rotate(): void {
    const age = this.#now() - this.#startedAt
    if (age < GENERATION_MS) return
    this.#previous = age < 2 * GENERATION_MS ? this.#current : new Set()
    this.#current = new Set()
    this.#startedAt = this.#now()
  }
}
