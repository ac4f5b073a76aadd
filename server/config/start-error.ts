/** A reason not to start that the operator can fix. Each problem is one line. The process exits with code 1. */
export class StartError extends Error {
  override readonly name = 'StartError'
  readonly problems: readonly string[]

  constructor(problems: string | readonly string[], options?: ErrorOptions) {
    const lines = typeof problems === 'string' ? [problems] : problems
    super(lines.join('\n'), options)
    this.problems = lines
  }
}
