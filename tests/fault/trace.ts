/** Log of a run for the analysis of a failure. */
export class Trace {
  private readonly startedAt = performance.now()
  private readonly lines: string[] = []

  add(who: string, what: string): void {
    const seconds = ((performance.now() - this.startedAt) / 1000).toFixed(2)
    this.lines.push(`${seconds.padStart(7)} s  ${who.padEnd(8)} ${what}`)
  }

  get text(): string {
    return this.lines.join('\n')
  }
}

/** Resolves after this time. */
export function lasting(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs))
}
