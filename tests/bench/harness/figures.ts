export { percentile } from '#lib/percentile.ts'

/** A measured value: one row of the table. */
export interface Figure {
  readonly unit:
    | 'µs'
    | 'ms'
    | 's'
    | 'fps'
    | 'cores'
    | 'KB'
    | 'MB'
    | 'count'
    | 'per s'
    | 'per day'
    | 'MB per s'
    | 'MB per day'
    | 'MB per min'
    | '%'
    | '×'
    | 'ms/s'
    | 'points'
    | 'score'
  /** Upper bound; without one the value is only reported. */
  readonly atMost?: number
  readonly atLeast?: number
  /** Figure of the same bench, measured in the same run, that this one is compared with: a baseline or a physical limit. */
  readonly reference?: string
  /** Relative change up to which `--check` sees no regression; derived from the history without it. */
  readonly tolerance?: number
}

/** Figures of one unit as a line over a variable. */
export interface Chart {
  readonly title: string
  /** Values of the variable, one per figure. */
  readonly x: readonly string[]
  readonly figures: readonly string[]
}

/** A repeatable measurement. Starts and stops everything it needs. */
export interface Bench<Name extends string = string> {
  readonly name: string
  readonly about: string
  readonly figures: Readonly<Record<Name, Figure>>
  readonly charts?: readonly Chart[]
  /** Number of runs by default; three without it. */
  readonly defaultRuns?: number
  /** Handles steal time itself or is not affected; otherwise a run with a busy host is repeated. */
  readonly isQuietItself?: boolean
  run(): Promise<Readonly<Record<Name, number>>>
}

export interface FigureResult {
  readonly bench: string
  readonly figure: string
  readonly unit: Figure['unit']
  readonly median: number
  readonly runs: readonly number[]
  readonly bound: string
  readonly isMet: boolean | null
  readonly reference?: string
}

/** The middle value, or the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN
  return (lower + upper) / 2
}

/** Medians of all runs of a bench with their bounds. */
export function evaluate(bench: Bench, runs: readonly Readonly<Record<string, number>>[]): FigureResult[] {
  return Object.entries(bench.figures).map(([figure, { unit, atMost, atLeast, reference }]) => {
    const values = runs.map((run) => run[figure] ?? Number.NaN)
    const middle = median(values)
    const bounds = [
      ...(atMost === undefined ? [] : [{ text: `<= ${atMost}`, isMet: middle <= atMost }]),
      ...(atLeast === undefined ? [] : [{ text: `>= ${atLeast}`, isMet: middle >= atLeast }]),
    ]
    return {
      bench: bench.name,
      figure,
      unit,
      median: middle,
      runs: values,
      bound: bounds.map(({ text }) => text).join(', '),
      isMet: bounds.length === 0 ? null : bounds.every(({ isMet }) => isMet),
      ...(reference === undefined ? {} : { reference }),
    }
  })
}

/** A whole number, or about three significant digits; `none` for a value that was not measured. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return 'none'
  if (Number.isInteger(value)) return value.toLocaleString('en')
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(Math.abs(value) >= 10 ? 1 : 2)
}
