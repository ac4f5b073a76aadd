/** A controlled clock with timers. */
export class FakeTime {
  #current: number

  #timers: { at: number; order: number; task: () => void }[] = []
  #order = 0

  constructor(current: number) {
    this.#current = current
  }

  now = (): number => this.#current

  setTimer = (task: () => void, delayMs: number): (() => void) => {
    const timer = { at: this.#current + delayMs, order: (this.#order += 1), task }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer)
    }
  }

  /** Advances the clock and runs due timers in order. */
  advance(durationMs: number): void {
    const until = this.#current + durationMs
    for (;;) {
      const due = this.#timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at || a.order - b.order)[0]
      if (!due) break
      this.#timers = this.#timers.filter((timer) => timer !== due)
      this.#current = Math.max(this.#current, due.at)
      due.task()
    }
    this.#current = until
  }

  /** Sets the clock without time passing, like NTP. */
  step(byMs: number): void {
    this.#current += byMs
    for (const timer of this.#timers) timer.at += byMs
  }

  /** Runs pending promise callbacks. Does not wait for I/O. */
  async settle(): Promise<void> {
    for (let round = 0; round < 50; round += 1) await Promise.resolve()
  }

  get pending(): number {
    return this.#timers.length
  }
}
