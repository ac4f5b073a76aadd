import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import path from 'node:path'
import { PROJECT_ROOT } from '../../support/project.ts'

/** One figure of a bench, with what it is held against. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly goal?: { readonly atMost: number } | { readonly atLeast: number }
}

export interface BenchResult {
  readonly bench: string
  readonly figures: readonly Figure[]
  readonly notes?: readonly string[]
}

export function isReached({ value, goal }: Figure): boolean | null {
  if (!goal) return null
  return 'atMost' in goal ? value <= goal.atMost : value >= goal.atLeast
}

/** Median of each figure over several runs of the same bench. */
export function medians(runs: readonly BenchResult[]): BenchResult {
  const [first] = runs
  if (!first) throw new Error('no run')
  return {
    ...first,
    figures: first.figures.map((figure, index) => {
      const values = runs.map((run) => run.figures[index]?.value ?? Number.NaN).sort((one, other) => one - other)
      return { ...figure, value: values[Math.floor(values.length / 2)] ?? Number.NaN }
    }),
  }
}

function goalText({ goal, unit }: Figure): string {
  if (!goal) return ''
  return 'atMost' in goal ? `<= ${goal.atMost} ${unit}` : `>= ${goal.atLeast} ${unit}`
}

function round(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) < 10 ? 2 : 1)
}

/** Prints a table a person can read and writes the same as JSON to bench-results/. */
export async function report(results: readonly BenchResult[]): Promise<void> {
  for (const { bench, figures, notes = [] } of results) {
    process.stdout.write(`\n${bench}\n`)
    for (const figure of figures) {
      const reached = isReached(figure)
      const mark = reached === null ? ' ' : reached ? '✓' : '✗'
      process.stdout.write(
        `  ${mark} ${figure.name.padEnd(46)} ${round(figure.value).padStart(10)} ${figure.unit.padEnd(8)} ${goalText(figure)}\n`,
      )
    }
    for (const note of notes) process.stdout.write(`    ${note}\n`)
  }
  const folder = path.join(PROJECT_ROOT, 'bench-results')
  await mkdir(folder, { recursive: true })
  const machine = { node: process.version, cores: cpus().length, memoryGiB: Math.round(totalmem() / 2 ** 30) }
  const file = path.join(folder, `${results.map(({ bench }) => bench.split(' ')[0]).join('-')}.json`)
  await writeFile(file, `${JSON.stringify({ machine, results }, null, 2)}\n`)
  process.stdout.write(`\n${path.relative(PROJECT_ROOT, file)}\n`)
}
