/** A clock and its timers under the test's hand. */
export class FakeTime {
  private timers: { at: number; order: number; task: () => void }[] = []
  private order = 0

  constructor(private current: number) {}

  now = (): number => this.current

  setTimer = (task: () => void, delayMs: number): (() => void) => {
    const timer = { at: this.current + delayMs, order: (this.order += 1), task }
    this.timers.push(timer)
    return () => {
      this.timers = this.timers.filter((other) => other !== timer)
    }
  }

  /** Lets time pass and runs what becomes due, in order. */
  advance(durationMs: number): void {
    const until = this.current + durationMs
    for (;;) {
      const due = this.timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at || a.order - b.order)[0]
      if (!due) break
      this.timers = this.timers.filter((timer) => timer !== due)
      this.current = Math.max(this.current, due.at)
      due.task()
    }
    this.current = until
  }

  /** Sets the clock, as a person or NTP does, without any time passing. */
  step(byMs: number): void {
    this.current += byMs
    for (const timer of this.timers) timer.at += byMs
  }

  /** Lets promises that are ready run; real input and output is not waited for. */
  async settle(): Promise<void> {
    for (let round = 0; round < 50; round += 1) await Promise.resolve()
  }

  get pending(): number {
    return this.timers.length
  }
}
