import { describe, expect, it } from 'vitest'
import type { Account } from '#load/accounting.ts'
import { historyEntryOf } from '#load/record.ts'
import {
  addSample,
  compareReports,
  failuresOf,
  figuresOf,
  type LoadReport,
  type Sample,
  summarize,
  type Trial,
  warningsOf,
} from '#load/report.ts'
import { progressLine } from '#load/run.ts'
import { comparisonHtml, reportHtml } from '#load/report-html.ts'
import { checkScenario } from '#load/scenario.ts'

const CLEAN: Account = { delivered: 100, duplicated: 0, outOfOrder: 0, lost: 0 }

function sample(t: number): Sample {
  return {
    t,
    offered: 20,
    accepted: 20,
    connected: 2,
    deliveries: 40,
    bytes: 4_000,
    lagP50: 20,
    lagP95: 40,
    lagP99: t === 3 ? null : 60,
    serverCores: 0.2,
    serverMb: 400,
    serverLoopMs: 3,
    generatorCores: 0.1,
    generatorMb: 200,
  }
}

function reportOf(accounts: readonly Account[], changes: Partial<LoadReport> = {}): LoadReport {
  const steps = [{ at: 2, drop: 1 }]
  const scenario = checkScenario({ name: 'test', about: 'a <b> & c', seconds: 10, viewers: 2, steps }, 'test')
  const measured = {
    format: 'grandstand-load-1' as const,
    startedAt: '2026-01-01T00:00:00.000Z',
    target: 'http://127.0.0.1:8080',
    room: '2001',
    machine: { node: 'v20', processor: 'test', cores: 2, memoryGb: 4 },
    scenario,
    seconds: 10,
    sent: { offered: 200, accepted: 200, refused: 0, delayed: 0, gifts: 0, giftsRefused: 0, orders: 0, reverts: 0 },
    unseen: 0,
    viewers: summarize(accounts),
    pages: [],
    lag: { p50: 20, p95: 40, p99: 60, count: 400 },
    slope: { slope: 0, error: 0.1 },
    isSustainable: true,
    reconnects: { dropped: 1, back: 1, p50: 0.2, worst: 0.2, missed: 3, recovered: 3, unexpected: 0 },
    slow: { started: 0, cut: 0, worstSeconds: null },
    hostile: { started: 0, cut: 0, worstSeconds: null },
    kinds: { 1: 200 },
    samples: Array.from({ length: 10 }, (_, t) => sample(t)),
    ...changes,
  }
  return { ...measured, failures: failuresOf(measured) }
}

describe('the report of a load run', () => {
  it('passes without losses and names every failure', () => {
    expect(reportOf([CLEAN, CLEAN]).failures).toEqual([])
    const failed = reportOf([CLEAN, { delivered: 90, duplicated: 2, outOfOrder: 1, lost: 10 }], {
      slope: { slope: 25, error: 1 },
      unseen: 4,
    })
    expect(failed.failures).toEqual([
      '10 entries lost',
      '2 entries delivered twice',
      '1 entries out of order',
      '4 accepted messages were received by no viewer',
      'the lag grows by 25.0 ms/s',
    ])
    expect(failed.viewers).toMatchObject({ count: 2, sum: { delivered: 190, lost: 10 }, worst: { lost: 10 } })
    expect(failed.viewers.failed).toHaveLength(1)
  })

  it('is one HTML document with charts, without scripts and references to other files', () => {
    const html = reportHtml(reportOf([CLEAN]))
    expect(html).not.toContain('Lags are measured')
    const sampled = reportOf([CLEAN], { viewers: { ...summarize([CLEAN, CLEAN]), sampled: 1 } })
    expect(reportHtml(sampled)).toContain('Lags are measured at 1 of 2 viewers')
    expect(html.match(/<svg /g)).toHaveLength(7)
    expect(html.match(/<polyline/g)).toHaveLength(12)
    expect(html).toContain('a &lt;b&gt; &amp; c')
    expect(html).not.toMatch(/<script|https?:\/\/(?!127\.0\.0\.1)|src=|@import|url\(/)
    expect(html).not.toMatch(/NaN|undefined|Infinity/)
  })

  it('is compared with another one figure by figure', () => {
    const after = reportOf([CLEAN], { lag: { p50: 30, p95: 40, p99: 60, count: 1 } })
    const table = compareReports(reportOf([CLEAN]), after)
    expect(table).toMatch(/lag p50 +20 ms +30 ms +50\.0 %/)
    expect(table).toMatch(/lag p95 +40 ms +40 ms +0\.0 %/)
  })

  it('is compared in one HTML document that states what makes the runs incomparable', () => {
    const before = reportOf([CLEAN])
    const after = reportOf([CLEAN], { scenario: { ...before.scenario, viewers: 3 }, samples: [sample(0), sample(1)] })
    const html = comparisonHtml(before, after)
    expect(html.match(/<svg /g)).toHaveLength(6)
    expect(html.match(/<polyline/g)).toHaveLength(12)
    expect(html).toContain('The numbers of viewers differ.')
    expect(comparisonHtml(before, before)).not.toContain('differ.')
    expect(html).not.toMatch(/<script|src=|NaN|undefined|Infinity/)
  })

  it('of a search states the highest sustainable rate, and fails without one', () => {
    const trial = (rate: number, isSustainable: boolean): Trial => ({
      rate,
      isSustainable,
      accepted: rate,
      lag: { p50: 20, p95: 40, p99: 60, count: 1 },
      slope: { slope: 0, error: 0 },
    })
    const found = reportOf([CLEAN], { trials: [trial(50, true), trial(100, true), trial(200, false)] })
    expect(figuresOf(found)['highest sustainable rate']?.value).toBe(100)
    expect(found.failures).toEqual([])
    expect(reportOf([CLEAN], { trials: [trial(50, false)] }).failures).toEqual(['no rate was sustainable'])
    expect(figuresOf(reportOf([CLEAN]))['highest sustainable rate']?.value).toBeNull()
  })

  it('fails if slow readers are not cut in a scenario that expects it', () => {
    const slow = { started: 10, cut: 8, worstSeconds: 30 }
    const { scenario } = reportOf([CLEAN])
    expect(reportOf([CLEAN], { slow }).failures).toEqual([])
    const strict = { ...scenario, expect: { ...scenario.expect, slowCut: true } }
    expect(reportOf([CLEAN], { slow, scenario: strict }).failures).toEqual(['2 slow readers were not cut'])
  })

  it('fails if the lag is high ten seconds after all dropped viewers are back, or the run has ended by then', () => {
    const { scenario } = reportOf([CLEAN])
    const strict = { ...scenario, expect: { ...scenario.expect, returnedP99Ms: 100 } }
    const of = (lags: readonly number[]): readonly string[] =>
      reportOf([CLEAN], { scenario: strict, samples: lags.map((lagP99, t) => ({ ...sample(t), lagP99 })) }).failures
    const lags = [...Array<number>(13).fill(900), 90, 100]
    expect(of(lags)).toEqual([])
    expect(of([...lags, 101])).toEqual(['lag p99 101 ms after the return, allowed 100 ms'])
    expect(of(lags.slice(0, 12))).toEqual(['lag p99 – ms after the return, allowed 100 ms'])
  })

  it('is an entry of the history with the bounds of its scenario, without figures that were not measured', () => {
    const report = reportOf([CLEAN], { slow: { started: 3, cut: 2, worstSeconds: 4 } })
    const limited = { ...report, scenario: { ...report.scenario, expect: { ...report.scenario.expect, lagP99Ms: 50 } } }
    const entry = historyEntryOf(limited, 'npm run load -- test', 0.5)
    expect(entry).toMatchObject({ bench: 'load-test', date: '2026-01-01', loadBefore: 0.5, machine: { browser: null } })
    expect(entry.figures).toMatchObject({
      lost: { median: 0, bound: '<= 0', isMet: true },
      'lag p99': { median: 60, bound: '<= 50', isMet: false, unit: 'ms' },
      'slow readers not cut': { median: 1, unit: 'count' },
    })
    expect(entry.figures['highest sustainable rate']).toBeUndefined()
  })
})

describe('a generator at its limit', () => {
  it('is late, not quiet, and its deliveries belong to the seconds that lacked them', () => {
    const samples: Sample[] = []
    addSample(samples, sample(1))
    addSample(samples, { ...sample(2), deliveries: 0, lagP50: null, lagP99: null, isLate: true })
    expect(progressLine({ ...sample(2), deliveries: 0, isLate: true }, 10)).toMatch(
      /^2\/10 s {2}2 viewers {2}20 msg\/s {2}late/,
    )
    addSample(samples, { ...sample(3), deliveries: 80 })
    expect(samples.map(({ t, deliveries, isLate }) => [t, deliveries, isLate])).toEqual([
      [1, 40, undefined],
      [2, 40, true],
      [3, 40, undefined],
    ])
  })

  it('is named in warnings and in the report, with its processor time and its lateness', () => {
    expect(warningsOf({ samples: [sample(1)] })).toEqual([])
    const busy = { ...sample(1), generatorBusiest: 0.97, generatorLoopMs: 400 }
    const sendLate = { p50: 1, p95: 200, p99: 700, count: 9 }
    const warnings = warningsOf({ samples: [busy, { ...sample(2), isLate: true }], sendLate })
    expect(warnings).toEqual([
      'a process of the generator was at its limit (0.9 cores and more) in 1 of 2 seconds: give --processes, or a machine of its own',
      'the generator reported late in 1 of 2 seconds',
      'the generator noticed arrivals up to 400 ms late, which counts as lag',
      'messages were sent late, p99 700 ms, which counts as lag',
    ])
    expect(progressLine(busy, 10)).toContain('generator at its limit')
    expect(reportHtml(reportOf([CLEAN], { samples: [busy], sendLate }))).toContain('Warning: messages were sent late')
  })
})
