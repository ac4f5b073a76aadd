import { evaluate, type Figure } from '#tests/bench/harness/figures.ts'
import { type HistoryEntry, recordedFigures } from '#tests/bench/harness/history.ts'
import { currentCommit, describeMachine } from '#tests/bench/harness/report.ts'
import { figuresOf, type LoadReport } from './report.ts'

const UNITS: Readonly<Record<string, Figure['unit']>> = { '': 'count', '/s': 'per s' }
const NONE_ALLOWED = new Set(['lost', 'duplicated', 'out of order'])

/** Bounds of the figures of a report: those of its scenario, and no losses. */
function boundsOf({ scenario }: LoadReport): Readonly<Record<string, Pick<Figure, 'atMost'>>> {
  const { lagP99Ms, backSeconds, returnedP99Ms } = scenario.expect
  return {
    ...Object.fromEntries([...NONE_ALLOWED].map((name) => [name, { atMost: 0 }])),
    ...(lagP99Ms === undefined ? {} : { 'lag p99': { atMost: lagP99Ms } }),
    ...(backSeconds === undefined ? {} : { 'back after (worst)': { atMost: backSeconds } }),
    ...(returnedP99Ms === undefined ? {} : { 'lag p99 after the return (max)': { atMost: returnedP99Ms } }),
  }
}

/** The report as an entry of the history of benches; figures that were not measured are left out. */
export function historyEntryOf(report: LoadReport, command: string, loadBefore: number): HistoryEntry {
  const { scenario, startedAt, slow, hostile } = report
  const bounds = boundsOf(report)
  const named = {
    ...figuresOf(report),
    ...(slow.started === 0 ? {} : { 'slow readers not cut': { value: slow.started - slow.cut, unit: '' } }),
    ...(slow.worstSeconds === null
      ? {}
      : { 'slow readers cut after (worst)': { value: slow.worstSeconds, unit: 's' } }),
    ...(hostile.started === 0 ? {} : { 'hostile clients not cut': { value: hostile.started - hostile.cut, unit: '' } }),
  }
  const measured = Object.entries(named).flatMap(([name, { value, unit }]) =>
    value === null ? [] : [{ name, value, unit: UNITS[unit] ?? (unit as Figure['unit']) }],
  )
  const bench = {
    name: `load-${scenario.name}`,
    about: scenario.about,
    figures: Object.fromEntries(measured.map(({ name, unit }) => [name, { unit, ...bounds[name] }])),
    run: () => Promise.resolve({}),
  }
  const results = evaluate(bench, [Object.fromEntries(measured.map(({ name, value }) => [name, value]))])
  return {
    bench: bench.name,
    about: bench.about,
    command,
    date: startedAt.slice(0, 10),
    commit: currentCommit(),
    machine: describeMachine(null),
    loadBefore,
    figures: recordedFigures(results),
  }
}
