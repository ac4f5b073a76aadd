import { createHash } from 'node:crypto'
import { REPLAY_WINDOW_MS } from '#protocol/constants.ts'
import { SECOND_MS } from '#protocol/time.ts'
import type { Awaitable } from '#protocol/crypto.ts'
import type { SharedState } from '../database/shared/shared-state.ts'

/** Accepts each (key id, nonce) pair once. */
export interface NonceGuard {
  /** True the first time, false for a repeated pair. */
  accept(kid: string, nonce: string): Awaitable<boolean>
  /** Number of pairs in the memory of this process. */
  readonly size: number
}

/** A request may carry a time 120 s ahead and be repeated 120 s later, so nonces are stored that long. */
const GENERATION_MS = 2 * REPLAY_WINDOW_MS

/**
 * Used (key id, nonce) pairs (settled 4), in two generations of fixed length. Expiry drops the older set, so a check
 * costs one or two look-ups.
 */
export class ReplayGuard implements NonceGuard {
  readonly #now: () => number
  #current = new Set<string>()
  #previous = new Set<string>()
  #startedAt: number
  /** True while a timer waits for the end of the generation. A server without further calls forgets pairs too. */
  #isWaiting = false

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
    if (!this.#isWaiting) this.#rotateLater()
    return true
  }

  get size(): number {
    return this.#current.size + this.#previous.size
  }

  #rotateLater(): void {
    this.#isWaiting = true
    setTimeout(() => {
      this.#rotate()
      this.#isWaiting = false
      if (this.size > 0) this.#rotateLater()
    }, GENERATION_MS + SECOND_MS).unref()
  }

  #rotate(): void {
    const age = this.#now() - this.#startedAt
    if (age < GENERATION_MS) return
    this.#previous = age < 2 * GENERATION_MS ? this.#current : new Set()
    this.#current = new Set()
    this.#startedAt = this.#now()
  }
}

/**
 * Pairs that any process has accepted, in Redis. Rejects with SharedStateError while Redis is unavailable; the pair is
 * then new to this process at least.
 */
export class SharedReplayGuard implements NonceGuard {
  readonly #shared: SharedState
  readonly #local: ReplayGuard

  constructor(shared: SharedState, now: () => number) {
    this.#shared = shared
    this.#local = new ReplayGuard(now)
  }

  async accept(kid: string, nonce: string): Promise<boolean> {
    if (!this.#local.accept(kid, nonce)) return false
    const name = `grandstand:nonce:${createHash('sha256').update(`${kid}.${nonce}`).digest('base64url')}`
    const stored = await this.#shared.run((client) =>
      client.set(name, '', { condition: 'NX', expiration: { type: 'PX', value: GENERATION_MS } }),
    )
    return stored !== null
  }

  get size(): number {
    return this.#local.size
  }
}
