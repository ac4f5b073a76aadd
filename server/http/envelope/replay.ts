import { REPLAY_WINDOW_MS } from '#protocol/constants.ts'

/** A request may carry a time 120 s ahead and arrive again 120 s later: remembered that long at least. */
const GENERATION_MS = 2 * REPLAY_WINDOW_MS

/**
 * Which (key id, nonce) pairs have been used (settled 4, design section 3). Two generations of fixed length: forgetting is
 * dropping the older set, so a check costs one or two look-ups whatever the traffic was.
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

  /** True the first time, false when this pair has been seen. */
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
