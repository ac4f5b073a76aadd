/** Maximum number of waiting requests; further ones are refused. */
const HELD_LIMIT = 4_000
/** Maximum wait of a request. */
const HOLD_LIMIT_MS = 8_000
const STEP_LIMIT_MS = 500

/** Holds requests until a given time or event. */
export class WaitingRoom {
  readonly #now: () => number
  readonly #wake = new Set<() => void>()
  #isOpen = true

  constructor(now: () => number) {
    this.#now = now
  }

  get size(): number {
    return this.#wake.size
  }

  /**
   * True when the clock has reached `time` (ms); false if the limit is reached, the server closes, or the wait is too
   * long.
   */
  async until(time: number): Promise<boolean> {
    let held = 0
    while (this.#now() < time) {
      const step = Math.min(time - this.#now(), STEP_LIMIT_MS)
      if (!this.#isOpen || held > HOLD_LIMIT_MS || this.#wake.size >= HELD_LIMIT) return false
      held += step
      await this.#sleep(step)
    }
    return this.#isOpen
  }

  /**
   * True when `isReady` holds, which is checked after each call of the function that `subscribe` gets; false as above.
   */
  async untilReady(isReady: () => boolean, subscribe: (check: () => void) => () => void): Promise<boolean> {
    if (isReady()) return this.#isOpen
    if (!this.#isOpen || this.#wake.size >= HELD_LIMIT) return false
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        clearTimeout(timer)
        unsubscribe()
        this.#wake.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, HOLD_LIMIT_MS)
      const unsubscribe = subscribe(() => isReady() && wake())
      this.#wake.add(wake)
    })
    return this.#isOpen && isReady()
  }

  close(): void {
    this.#isOpen = false
    for (const wake of this.#wake) wake()
  }

  async #sleep(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        clearTimeout(timer)
        this.#wake.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, ms)
      this.#wake.add(wake)
    })
  }
}
