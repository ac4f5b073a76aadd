import {
  RECONNECT_JITTER,
  RECONNECT_MAX_HIDDEN_MS,
  RECONNECT_MAX_VISIBLE_MS,
  RECONNECT_MIN_MS,
} from '#protocol/constants.ts'

/** Settled 36: doubling from half a second, capped at 2 s while visible and at 10 s hidden, each +/- 50 %. */
export class Backoff {
  private failures = 0

  /** `capMs` takes the place of both caps. */
  constructor(
    private readonly random: () => number,
    private readonly capMs?: number,
  ) {}

  next(isVisible: boolean): number {
    const cap = this.capMs ?? (isVisible ? RECONNECT_MAX_VISIBLE_MS : RECONNECT_MAX_HIDDEN_MS)
    const base = Math.min(cap, RECONNECT_MIN_MS * 2 ** this.failures)
    this.failures = Math.min(this.failures + 1, 10)
    return base * (1 - RECONNECT_JITTER + 2 * RECONNECT_JITTER * this.random())
  }

  reset(): void {
    this.failures = 0
  }
}
