import {
  RECONNECT_JITTER,
  RECONNECT_MAX_HIDDEN_MS,
  RECONNECT_MAX_VISIBLE_MS,
  RECONNECT_MIN_MS,
} from '#protocol/constants.ts'

const MAX_DOUBLINGS = 10

/** Exponential backoff (settled 36): from 0.5 s up to 2 s while visible and 10 s while hidden, each +/- 50 %. */
export class Backoff {
  readonly #random: () => number
  readonly #maxMs: number | undefined
  #failures = 0

  /** @param maxMs replaces both maximum delays */
  constructor(random: () => number, maxMs?: number) {
    this.#random = random
    this.#maxMs = maxMs
  }

  next(isVisible: boolean): number {
    const maxMs = this.#maxMs ?? (isVisible ? RECONNECT_MAX_VISIBLE_MS : RECONNECT_MAX_HIDDEN_MS)
    const baseMs = Math.min(maxMs, RECONNECT_MIN_MS * 2 ** this.#failures)
    this.#failures = Math.min(this.#failures + 1, MAX_DOUBLINGS)
    return baseMs * (1 - RECONNECT_JITTER + 2 * RECONNECT_JITTER * this.#random())
  }

  reset(): void {
    this.#failures = 0
  }
}
