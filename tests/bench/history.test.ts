import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { PROJECT_ROOT } from '../support/project.ts'
import { benchesOf } from './benches.ts'
import { evaluate, type Bench, type Figure } from './harness/figures.ts'
import {
  appendHistory,
  betterDirection,
  compareWithHistory,
  type HistoryEntry,
  machineClass,
  parseHistory,
  readHistory,
  recordedFigures,
  toleranceOf,
} from './harness/history.ts'
import { performancePage } from './harness/performance-page.ts'

const MACHINE = { cores: 2, processor: 'test', memoryGb: 8, system: 'linux x64', node: '20.20.2', browser: '156.0.1' }

const BENCH: Bench<'latency' | 'rate' | 'floor' | 'rows'> = {
  name: 'example',
  about: 'an example',
  figures: {
    latency: { unit: 'ms', atMost: 40, reference: 'floor' },
    rate: { unit: 'per s', atLeast: 100 },
    floor: { unit: 'ms' },
    rows: { unit: 'count' },
  },
  run: () => Promise.resolve({ latency: 0, rate: 0, floor: 0, rows: 0 }),
}

const resultsOf = (latency: number, rate: number) => evaluate(BENCH, [{ latency, rate, floor: 10, rows: 5 }])

function entryOf(latency: number, rate: number, changes: Partial<HistoryEntry> = {}): HistoryEntry {
  return {
    bench: 'example',
    about: BENCH.about,
    command: 'npm run bench -- example',
    date: '2026-01-01',
    commit: 'abcdef01',
    machine: MACHINE,
    loadBefore: 0.1,
    figures: recordedFigures(resultsOf(latency, rate)),
    ...changes,
  }
}

const compare = (latency: number, rate: number, history: readonly HistoryEntry[]) =>
  compareWithHistory(BENCH, resultsOf(latency, rate), { history, machine: MACHINE })

describe('the comparison with the history of benches', () => {
  it('reports one line per figure that is worse than the last result by more than the tolerance', () => {
    const { regressions, compared } = compare(30, 140, [entryOf(10, 100), entryOf(20, 200)])
    expect(compared).toBe(3)
    expect(regressions).toEqual([
      'example, latency: 20 ms on 2026-01-01, now 30 ms; a change of 5 ms is allowed',
      'example, rate: 200 per s on 2026-01-01, now 140 per s; a change of 50 per s is allowed',
    ])
  })

  it('never reports an equal or better result, and always one that is more than twice as bad', () => {
    const value = fc.double({ min: 5, max: 1e6, noNaN: true })
    const factor = fc.double({ min: 1, max: 100, noNaN: true })
    fc.assert(
      fc.property(value, value, factor, (latency, rate, times) => {
        const history = [entryOf(latency, rate)]
        expect(compare(latency / times, rate * times, history).regressions).toEqual([])
        expect(compare(latency * (times + 1.3), rate / (times + 1.3), history).regressions).toHaveLength(2)
      }),
    )
  })

  it('ignores results of other machines and benches', () => {
    const others = [entryOf(1, 1e6, { machine: { ...MACHINE, cores: 8 } }), entryOf(1, 1e6, { bench: 'other' })]
    expect(compare(30, 140, others)).toEqual({ regressions: [], compared: 0 })
  })

  it('reports a figure that is no longer measured', () => {
    expect(compare(Number.NaN, 200, [entryOf(20, 200)]).regressions).toEqual([
      'example, latency: 20 ms on 2026-01-01, now not measured',
    ])
  })

  it('treats minor versions of Node and browser as the same machine class', () => {
    expect(machineClass({ ...MACHINE, node: '20.1.0', browser: '156.9' })).toBe(machineClass(MACHINE))
    expect(machineClass({ ...MACHINE, node: '22.1.0' })).not.toBe(machineClass(MACHINE))
    expect(machineClass({ ...MACHINE, browser: null })).toBe('2 cores, test, 8 GB, linux x64, Node 20')
  })
})

describe('the tolerance of a figure', () => {
  const recorded = (runs: readonly number[]) => ({ unit: 'ms', median: 1, runs: [...runs], bound: '', isMet: null })

  it('is that of the bench, else the spread of the runs, else a quarter', () => {
    expect(toleranceOf({ unit: 'ms', tolerance: 0.4 }, [recorded([1, 2, 3, 4])])).toBe(0.4)
    expect(toleranceOf({ unit: 'ms' }, [recorded([90, 100]), recorded([100, 120])])).toBeCloseTo(0.3)
    expect(toleranceOf({ unit: 'ms' }, [recorded([90, 100, 120])])).toBe(0.25)
  })

  it('is between 10 % and 100 %', () => {
    const run = fc.double({ min: 0, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(fc.array(run, { maxLength: 40 }), (runs) => {
        const tolerance = toleranceOf({ unit: 'ms' }, [recorded(runs)])
        expect(tolerance).toBeGreaterThanOrEqual(0.1)
        expect(tolerance).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('has a direction from the bound, else from the unit', () => {
    const figures: [Figure, ReturnType<typeof betterDirection>][] = [
      [{ unit: 'points', atLeast: 90 }, 'higher'],
      [{ unit: '%', atMost: 5 }, 'lower'],
      [{ unit: 'ms', atLeast: 50, atMost: 150 }, null],
      [{ unit: 'fps' }, 'higher'],
      [{ unit: 'cores' }, 'lower'],
      [{ unit: 'count' }, null],
    ]
    for (const [figure, direction] of figures) expect(betterDirection(figure)).toBe(direction)
  })
})

describe('the history file', () => {
  it('returns appended entries, with null for values that were not measured', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'grandstand-history-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const file = path.join(folder, 'new/history.jsonl')
    const entries = [entryOf(20, 200), entryOf(Number.NaN, 100)]
    await appendHistory(entries.slice(0, 1), file)
    await appendHistory(entries.slice(1), file)
    expect(await readHistory(file)).toEqual(entries)
    expect(entries[1]?.figures['latency']).toMatchObject({ median: null, runs: [null], isMet: false })
  })

  it('is refused with the number of the invalid line', () => {
    const line = JSON.stringify(entryOf(1, 1))
    expect(() => parseHistory(`${line}\n{}\n`)).toThrow('Line 2 of the history is invalid')
    expect(() => parseHistory(`${line}\n\nno JSON`)).toThrow('Line 3')
  })
})

describe('docs/performance.md', () => {
  it('shows the last entry of each bench, missed bounds, and the ratio to the reference of the same runs', () => {
    const page = performancePage([entryOf(20, 200), entryOf(50, 100, { note: 'Beside other work.' })])
    expect(page).toContain('## example\n\nAn example.')
    expect(page).toContain('| latency | <= 40 | **missed:** 50 ms | floor 10 ms (5.00 ×) |')
    expect(page).toContain('| rate | >= 100 | 100 per s |  |')
    expect(page).toContain('Beside other work.')
    expect(page).not.toContain('200 per s')
  })

  it('draws the charts of a bench', () => {
    const charts = [{ title: 'latency by rate', x: ['1', '2'], figures: ['latency', 'rate'] }]
    expect(performancePage([entryOf(20, 200, { charts })])).toContain(
      ['title "latency by rate"', 'x-axis ["1", "2"]', 'y-axis 0 --> 200', 'line [20.00, 200.00]'].join('\n  '),
    )
  })

  it('is up to date with the history; `npm run bench -- --page` writes it', async () => {
    const page = await readFile(path.join(PROJECT_ROOT, 'docs/performance.md'), 'utf8')
    expect(page).toBe(performancePage(await readHistory()))
  })
})

it('references and charts name figures of the same bench', () => {
  const benches = benchesOf('flv')
  for (const { charts = [], figures } of benches) {
    for (const chart of charts) expect(Object.keys(figures)).toEqual(expect.arrayContaining([...chart.figures]))
  }
  const referenced = benches.flatMap(({ name, figures }) =>
    Object.values(figures).flatMap(({ reference }) =>
      reference === undefined ? [] : [{ name, reference, exists: reference in figures }],
    ),
  )
  expect(referenced.length).toBeGreaterThan(10)
  expect(referenced.filter(({ exists }) => !exists)).toEqual([])
})
