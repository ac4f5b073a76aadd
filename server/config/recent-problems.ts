/** Different problems that are remembered. */
const MAX_PROBLEMS = 50
const WARNING = 40

/** A warning or an error of this process. Times are epoch milliseconds. */
interface RecentProblem {
  readonly text: string
  readonly isError: boolean
  readonly count: number
  readonly firstAt: number
  readonly lastAt: number
}

/** The newest warnings and errors of the log, each text once, for the overview of the console. */
export class RecentProblems {
  readonly #now: () => number
  readonly #byText = new Map<string, RecentProblem>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** A line of the log. `level` is that of pino. Texts of the log contain no personal data. */
  note(text: string, level: number): void {
    if (level < WARNING || text === '') return
    const at = this.#now()
    const known = this.#byText.get(text)
    this.#byText.delete(text)
    const isError = level > WARNING
    this.#byText.set(text, { text, isError, count: (known?.count ?? 0) + 1, firstAt: known?.firstAt ?? at, lastAt: at })
    const [oldest] = this.#byText.keys()
    if (this.#byText.size > MAX_PROBLEMS && oldest !== undefined) this.#byText.delete(oldest)
  }

  /** Latest first. */
  list(): readonly RecentProblem[] {
    return [...this.#byText.values()].toReversed()
  }
}
