/** Tokens that refill with time: `capacity` at once, `perSecond` in the long run. */
export class Bucket {
  #tokens: number
  #at: number

  constructor(
    private readonly limit: { readonly capacity: number; readonly perSecond: number },
    now: number,
  ) {
    this.#tokens = limit.capacity
    this.#at = now
  }

  /** Takes `count` tokens when there are enough. */
  take(now: number, count = 1): boolean {
    this.#refill(now)
    if (this.#tokens < count) return false
    this.#tokens -= count
    return true
  }

  giveBack(): void {
    this.#tokens = Math.min(this.limit.capacity, this.#tokens + 1)
  }

  /** When a token is there: `now` if there is one. */
  freeAt(now: number): number {
    this.#refill(now)
    return this.#tokens >= 1 ? now : now + Math.ceil(((1 - this.#tokens) * 1000) / this.limit.perSecond)
  }

  #refill(now: number): void {
    const passed = Math.max(0, now - this.#at)
    this.#tokens = Math.min(this.limit.capacity, this.#tokens + (passed * this.limit.perSecond) / 1000)
    this.#at = now
  }
}
