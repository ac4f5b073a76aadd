import { appendFile, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { PROJECT_ROOT } from '../../support/project.ts'
import { type Figure, type FigureResult, median, short } from './figures.ts'

/** Recorded results, one line of JSON per bench and recording, oldest first. */
export const HISTORY_FILE = path.join(PROJECT_ROOT, 'docs/performance/history.jsonl')
/** Recordings from which the spread of a figure is derived. */
const SPREAD_ENTRIES = 5
/** With fewer runs the spread says little. */
const MIN_SPREAD_RUNS = 4
const TOLERANCE = { default: 0.25, min: 0.1, max: 1 }

/** What makes two machines comparable, with the exact versions. */
const Machine = z.strictObject({
  cores: z.int().positive(),
  processor: z.string(),
  memoryGb: z.number(),
  system: z.string(),
  node: z.string(),
  /** Null: the bench uses no browser, or it is not known. */
  browser: z.string().nullable(),
})
export type Machine = z.infer<typeof Machine>

const RecordedFigure = z.strictObject({
  unit: z.string(),
  /** Null: not measured. */
  median: z.number().nullable(),
  runs: z.array(z.number().nullable()),
  /** Bound at the time of the recording; empty without one. */
  bound: z.string(),
  /** Null without a bound. */
  isMet: z.boolean().nullable(),
  /** Name of the figure of the same runs that this one is compared with. */
  reference: z.string().optional(),
})
export type RecordedFigure = z.infer<typeof RecordedFigure>

const RecordedChart = z.strictObject({
  title: z.string(),
  x: z.array(z.string()).readonly(),
  figures: z.array(z.string()).readonly(),
})

const HistoryEntry = z.strictObject({
  bench: z.string(),
  about: z.string(),
  command: z.string(),
  date: z.iso.date(),
  /** Null: taken over from a document. */
  commit: z.string().nullable(),
  machine: Machine,
  /** Load average of one minute before the first run; null if not known. */
  loadBefore: z.number().nullable(),
  /** Circumstances that affect the result. */
  note: z.string().optional(),
  figures: z.record(z.string(), RecordedFigure),
  charts: z.array(RecordedChart).readonly().optional(),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

/** @throws with the number of the first line that is not an entry */
export function parseHistory(text: string): HistoryEntry[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    try {
      return [HistoryEntry.parse(JSON.parse(line))]
    } catch (error) {
      throw new Error(`Line ${index + 1} of the history is invalid: ${(error as Error).message}`, { cause: error })
    }
  })
}

export async function readHistory(file: string = HISTORY_FILE): Promise<HistoryEntry[]> {
  return parseHistory(await readFile(file, 'utf8').catch(() => ''))
}

export async function appendHistory(entries: readonly HistoryEntry[], file: string = HISTORY_FILE): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await appendFile(file, entries.map((entry) => `${JSON.stringify(HistoryEntry.parse(entry))}\n`).join(''))
}

/** Results of one bench as figures of an entry. */
export function recordedFigures(results: readonly FigureResult[]): Record<string, RecordedFigure> {
  const measured = (value: number): number | null => (Number.isFinite(value) ? value : null)
  return Object.fromEntries(
    results.map(({ figure, unit, median: middle, runs, bound, isMet, reference }) => [
      figure,
      {
        unit,
        median: measured(middle),
        runs: runs.map(measured),
        bound,
        isMet,
        ...(reference === undefined ? {} : { reference }),
      },
    ]),
  )
}

/** Machines with the same class are compared: equal hardware and system, equal major versions of Node and browser. */
export function machineClass({ cores, processor, memoryGb, system, node, browser }: Machine): string {
  const major = (version: string): string => /\d+/.exec(version)?.[0] ?? version
  const names = [`${cores} cores`, processor, `${memoryGb} GB`, system, `Node ${major(node)}`]
  return [...names, ...(browser === null ? [] : [`Chromium ${major(browser)}`])].join(', ')
}

/** Units for which a figure without a bound has a better direction. */
const BETTER: Readonly<Partial<Record<Figure['unit'], 'higher' | 'lower'>>> = {
  µs: 'lower',
  ms: 'lower',
  s: 'lower',
  cores: 'lower',
  KB: 'lower',
  MB: 'lower',
  'MB per day': 'lower',
  'MB per min': 'lower',
  fps: 'higher',
  'per s': 'higher',
}
/** Changes up to this are never a regression: resolution of the measurement. */
const RESOLUTION: Readonly<Partial<Record<Figure['unit'], number>>> = {
  µs: 1,
  ms: 1,
  s: 0.05,
  cores: 0.02,
  KB: 1,
  MB: 1,
  fps: 1,
  '%': 1,
}

/** The better direction of a figure; null if it is only reported, or has a lower and an upper bound. */
export function betterDirection({ unit, atMost, atLeast }: Figure): 'higher' | 'lower' | null {
  if (atMost !== undefined && atLeast !== undefined) return null
  if (atMost !== undefined) return 'lower'
  return atLeast === undefined ? (BETTER[unit] ?? null) : 'higher'
}

/**
 * The relative change that counts as noise: the tolerance of the figure, else the spread (highest minus lowest, by the
 * median) of all runs in the last recordings, at least 10 % and at most 100 %.
 */
export function toleranceOf(figure: Figure, past: readonly RecordedFigure[]): number {
  if (figure.tolerance !== undefined) return figure.tolerance
  const runs = past.slice(-SPREAD_ENTRIES).flatMap((one) => one.runs.filter((run) => run !== null))
  const middle = median(runs)
  if (runs.length < MIN_SPREAD_RUNS || middle === 0) return TOLERANCE.default
  const spread = (Math.max(...runs) - Math.min(...runs)) / Math.abs(middle)
  return Math.min(TOLERANCE.max, Math.max(TOLERANCE.min, spread))
}

export interface Comparison {
  readonly regressions: readonly string[]
  /** Figures that have a recorded result of the same machine class. */
  readonly compared: number
}

/** Compares results of a bench with the last recorded ones of the same machine class. One line per regression. */
export function compareWithHistory(
  bench: { readonly name: string; readonly figures: Readonly<Record<string, Figure>> },
  results: readonly FigureResult[],
  { history, machine }: { readonly history: readonly HistoryEntry[]; readonly machine: Machine },
): Comparison {
  const ofClass = history.filter(
    (entry) => entry.bench === bench.name && machineClass(entry.machine) === machineClass(machine),
  )
  const last = ofClass.at(-1)
  let compared = 0
  const regressions = results.flatMap(({ figure: name, unit, median: now }) => {
    const figure = bench.figures[name]
    const before = last?.figures[name]?.median ?? null
    const better = figure === undefined ? null : betterDirection(figure)
    if (figure === undefined || before === null || better === null) return []
    compared += 1
    const text = `${bench.name}, ${name}: ${short(before)} ${unit} on ${last?.date}`
    if (!Number.isFinite(now)) return [`${text}, now not measured`]
    const tolerance = toleranceOf(
      figure,
      ofClass.flatMap(({ figures }) => figures[name] ?? []),
    )
    const worse = better === 'lower' ? now - before : before - now
    const allowed = Math.max(Math.abs(before) * tolerance, RESOLUTION[unit] ?? 0)
    return worse > allowed
      ? [`${text}, now ${short(now)} ${unit}; a change of ${short(allowed)} ${unit} is allowed`]
      : []
  })
  return { regressions, compared }
}
