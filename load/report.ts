import { availableParallelism, cpus, totalmem } from 'node:os'
import { isSustainable, slopeOverTime, type Account, type Slope } from './accounting.ts'
import type { MappedGift } from './gift-mapping.ts'
import type { LogAccount } from '#protocol/worker/lab-log.ts'
import type { Scenario } from './scenario.ts'
import type { SentCounts } from './senders.ts'

/** How long the lag may stay high after a return of many viewers. */
const SETTLED_SECONDS = 10

/** One second of a run. NaN becomes null in JSON: no value in this second. */
export interface Sample {
  /** Seconds since the first message was due. */
  readonly t: number
  readonly offered: number
  readonly accepted: number
  readonly connected: number
  readonly deliveries: number
  readonly bytes: number
  readonly lagP50: number | null
  readonly lagP95: number | null
  readonly lagP99: number | null
  readonly serverCores: number | null
  readonly serverMb: number | null
  readonly serverLoopMs: number | null
  readonly generatorCores: number
  readonly generatorMb: number
  /** Cores of the busiest process of the generator. */
  readonly generatorBusiest?: number
  /** The highest delay of an event loop of the generator, 99th percentile in milliseconds. */
  readonly generatorLoopMs?: number
  /**
   * A process of the generator did not report in time, so the lags of this second are counted in a later one. The
   * deliveries are distributed evenly over the late seconds and the next one.
   */
  readonly isLate?: boolean
}

interface PageReport {
  readonly rows: number
  readonly folded: number
  readonly lost: number
  readonly duplicates: number
  readonly misordered: number
}

export interface Lag {
  readonly p50: number
  readonly p95: number
  readonly p99: number
  /** Measured lags. */
  readonly count: number
}

export interface LoadReport {
  readonly format: 'grandstand-load-1'
  readonly startedAt: string
  readonly target: string
  readonly room: string
  readonly machine: {
    readonly node: string
    readonly processor: string
    readonly cores: number
    readonly memoryGb: number
  }
  readonly scenario: Scenario
  readonly seconds: number
  readonly sent: SentCounts
  /** Lateness of the tool itself: from the due time of a message to its call. It is part of the lag. */
  readonly sendLate?: Lag
  /** The replayed log. */
  readonly log?: {
    readonly account: LogAccount
    readonly gifts: readonly MappedGift[]
    readonly unlistedGifts: number
  }
  /** Accepted messages, gifts and orders that no viewer received. */
  readonly unseen: number
  readonly viewers: {
    readonly count: number
    /** Viewers whose lag is measured. They read at once; the others read later, and account for every message, too. */
    readonly sampled?: number
    readonly sum: Account
    /** The highest count of a single viewer. */
    readonly worst: Account
    /** The accounts of viewers with a loss, a duplicate or a wrong order; at most 100. */
    readonly failed: readonly Account[]
  }
  readonly pages: readonly PageReport[]
  readonly lag: Lag
  readonly slope: Slope
  readonly isSustainable: boolean
  readonly reconnects: {
    readonly dropped: number
    readonly back: number
    readonly p50: number | null
    readonly worst: number | null
    readonly missed: number
    readonly recovered: number
    readonly unexpected: number
  }
  readonly slow: { readonly started: number; readonly cut: number; readonly worstSeconds: number | null }
  readonly hostile: { readonly started: number; readonly cut: number; readonly worstSeconds: number | null }
  readonly kinds: Readonly<Record<string, number>>
  readonly samples: readonly Sample[]
  /** Trials of `--find-rate`. */
  readonly trials?: readonly Trial[]
  readonly failures: readonly string[]
}

/** A trial of the search for the highest sustainable rate. */
export interface Trial {
  readonly rate: number
  readonly lag: Lag
  readonly slope: Slope
  readonly accepted: number
  readonly isSustainable: boolean
}

/** The highest sustainable rate of `--find-rate`, messages per second; 0 if there is none, null without trials. */
function highestRate({ trials }: Pick<LoadReport, 'trials'>): number | null {
  if (trials === undefined) return null
  return Math.max(0, ...trials.map(({ rate, isSustainable: isGood }) => (isGood ? rate : 0)))
}

export function machine(): LoadReport['machine'] {
  return {
    node: process.version,
    processor: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 1024 ** 3),
  }
}

/** Sum, worst and failed accounts of all viewers. */
export function summarize(accounts: readonly Account[]): LoadReport['viewers'] {
  const sum = { delivered: 0, duplicated: 0, outOfOrder: 0, lost: 0 }
  const worst = { delivered: 0, duplicated: 0, outOfOrder: 0, lost: 0 }
  for (const account of accounts) {
    for (const name of ['delivered', 'duplicated', 'outOfOrder', 'lost'] as const) {
      sum[name] += account[name]
      worst[name] = Math.max(worst[name], account[name])
    }
  }
  const failed = accounts.filter(({ duplicated, outOfOrder, lost }) => duplicated + outOfOrder + lost > 0)
  return { count: accounts.length, sum, worst, failed: failed.slice(0, 100) }
}

/** Appends a sample; distributes deliveries that arrived late over the seconds that lacked them. */
export function addSample(samples: Sample[], sample: Sample): void {
  let late = 0
  while (samples.at(-1 - late)?.isLate === true) late += 1
  samples.push(sample)
  if (late === 0 || sample.isLate === true) return
  const group = samples.slice(-1 - late)
  const share = (name: 'deliveries' | 'bytes'): number =>
    Math.round(group.reduce((sum, one) => sum + one[name], 0) / group.length)
  const even = { deliveries: share('deliveries'), bytes: share('bytes') }
  samples.splice(-1 - late, group.length, ...group.map((one) => ({ ...one, ...even })))
}

/** Cores of a process above which it is at its limit: an event loop has one. */
export const BUSY_CORES = 0.9
/** Share of the seconds, and lateness in milliseconds, from which the tool warns of itself. */
const BUSY_SHARE = 0.1
const LATE_MS = 250

/** How many viewers measure lags; null if all do. */
export function samplingText({ count, sampled = count }: LoadReport['viewers']): string | null {
  if (sampled >= count) return null
  return `Lags are measured at ${sampled} of ${count} viewers, which read at once. The others read up to two seconds later, and account for every message, too.`
}

/** Signs that the generator, not the server, was the limit; empty if there are none. */
export function warningsOf({ samples, sendLate }: Pick<LoadReport, 'samples' | 'sendLate'>): string[] {
  const seconds = Math.max(1, samples.length)
  const busy = samples.filter(({ generatorBusiest = 0 }) => generatorBusiest >= BUSY_CORES).length
  const late = samples.filter(({ isLate }) => isLate === true).length
  const loop = Math.max(0, ...samples.map(({ generatorLoopMs = 0 }) => generatorLoopMs))
  const problems: [boolean, string][] = [
    [
      busy / seconds >= BUSY_SHARE,
      `a process of the generator was at its limit (${BUSY_CORES} cores and more) in ${busy} of ${seconds} seconds: give --processes, or a machine of its own`,
    ],
    [late > 0, `the generator reported late in ${late} of ${seconds} seconds`],
    [loop >= LATE_MS, `the generator noticed arrivals up to ${Math.round(loop)} ms late, which counts as lag`],
    [
      sendLate !== undefined && sendLate.p99 >= LATE_MS,
      `messages were sent late, p99 ${Math.round(sendLate?.p99 ?? 0)} ms, which counts as lag`,
    ],
  ]
  return problems.flatMap(([isProblem, text]) => (isProblem ? [text] : []))
}

/** The slope of the median lag over the samples with lags, without the first two seconds. */
export function slopeOf(samples: readonly Sample[]): Slope {
  return slopeOverTime(
    samples.flatMap(({ t, lagP50 }) => (lagP50 === null || t < 2 ? [] : [{ at: t * 1000, value: lagP50 }])),
  )
}

/**
 * The highest p99 of a second from ten seconds after the return of the last dropped viewer, milliseconds; null without
 * a drop, and if the run ended before.
 */
function returnedP99({ scenario, samples, reconnects }: Omit<LoadReport, 'failures'>): number | null {
  const drops = scenario.steps.flatMap(({ at, drop }) => (drop === undefined ? [] : [at]))
  if (drops.length === 0 || reconnects.worst === null) return null
  const from = Math.max(...drops) + reconnects.worst + SETTLED_SECONDS
  const after = samples.flatMap(({ t, lagP99 }) => (t < from || lagP99 === null ? [] : [lagP99]))
  return after.length === 0 ? null : Math.max(...after)
}

/** What the run failed, in words; empty for a passed one. */
export function failuresOf(report: Omit<LoadReport, 'failures'>): string[] {
  const { scenario, viewers, unseen, lag, slope, reconnects, slow, hostile, pages, sent } = report
  const { lagP99Ms, sustainable, backSeconds, returnedP99Ms, slowCut } = scenario.expect
  const returned = returnedP99(report)
  const problems: [boolean, string][] = [
    [viewers.sum.lost > 0, `${viewers.sum.lost} entries lost`],
    [viewers.sum.duplicated > 0, `${viewers.sum.duplicated} entries delivered twice`],
    [viewers.sum.outOfOrder > 0, `${viewers.sum.outOfOrder} entries out of order`],
    [unseen > 0, `${unseen} accepted messages were received by no viewer`],
    [
      pages.some(({ lost, duplicates, misordered }) => lost + duplicates + misordered > 0),
      'a page lost, repeated or misplaced rows',
    ],
    [lagP99Ms !== undefined && lag.p99 > lagP99Ms, `lag p99 ${lag.p99.toFixed(0)} ms, allowed ${lagP99Ms} ms`],
    [sustainable && !isSustainable(slope), `the lag grows by ${slope.slope.toFixed(1)} ms/s`],
    [reconnects.back < reconnects.dropped, `${reconnects.dropped - reconnects.back} viewers did not come back`],
    [
      backSeconds !== undefined && (reconnects.worst ?? 0) > backSeconds,
      `the last viewer was back after ${reconnects.worst?.toFixed(1)} s, allowed ${backSeconds} s`,
    ],
    [
      returnedP99Ms !== undefined && (returned === null || returned > returnedP99Ms),
      `lag p99 ${returned?.toFixed(0) ?? '–'} ms after the return, allowed ${returnedP99Ms} ms`,
    ],
    [slowCut && slow.cut < slow.started, `${slow.started - slow.cut} slow readers were not cut`],
    [hostile.cut < hostile.started, `${hostile.started - hostile.cut} hostile clients were not cut`],
    [sent.giftsRefused > 0, `${sent.giftsRefused} gifts were refused`],
    [report.trials !== undefined && highestRate(report) === 0, 'no rate was sustainable'],
  ]
  return problems.flatMap(([isFailed, text]) => (isFailed ? [text] : []))
}

/** The figures of a report by name, for tables and the comparison. Null = not measured. */
export function figuresOf(report: LoadReport): Record<string, { value: number | null; unit: string }> {
  const { lag, slope, viewers, sent, samples, reconnects } = report
  const values = (pick: (sample: Sample) => number | null): number[] => samples.flatMap((sample) => pick(sample) ?? [])
  const mean = (list: number[]): number | null =>
    list.length === 0 ? null : list.reduce((sum, value) => sum + value, 0) / list.length
  const max = (list: number[]): number | null => (list.length === 0 ? null : Math.max(...list))
  const active = Math.max(1, samples.length)
  return {
    viewers: { value: viewers.count, unit: '' },
    'highest sustainable rate': { value: highestRate(report), unit: '/s' },
    'messages accepted': { value: sent.accepted, unit: '' },
    'messages per second': { value: sent.accepted / report.seconds, unit: '/s' },
    'deliveries per second': {
      value: samples.reduce((sum, { deliveries }) => sum + deliveries, 0) / active,
      unit: '/s',
    },
    lost: { value: viewers.sum.lost, unit: '' },
    duplicated: { value: viewers.sum.duplicated, unit: '' },
    'out of order': { value: viewers.sum.outOfOrder, unit: '' },
    'lag p50': { value: lag.p50, unit: 'ms' },
    'lag p95': { value: lag.p95, unit: 'ms' },
    'lag p99': { value: lag.p99, unit: 'ms' },
    // The rates of trials differ, so a slope over all of them has no meaning.
    'lag slope': { value: report.trials === undefined ? slope.slope : null, unit: 'ms/s' },
    'server CPU': { value: mean(values(({ serverCores }) => serverCores)), unit: 'cores' },
    'server memory (max)': { value: max(values(({ serverMb }) => serverMb)), unit: 'MB' },
    'server event loop p99 (max)': { value: max(values(({ serverLoopMs }) => serverLoopMs)), unit: 'ms' },
    'generator CPU': { value: mean(values(({ generatorCores }) => generatorCores)), unit: 'cores' },
    'generator memory (max)': { value: max(values(({ generatorMb }) => generatorMb)), unit: 'MB' },
    'back after (worst)': { value: reconnects.worst, unit: 's' },
    'lag p99 after the return (max)': { value: returnedP99(report), unit: 'ms' },
  }
}

/** At most two decimals; a dash for missing values. */
export function formatFigure(value: number | null, unit: string): string {
  if (value === null || !Number.isFinite(value)) return '–'
  const text = value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 10 ? 2 : 0 })
  return unit === '' ? text : `${text} ${unit}`
}

/** The figures of two reports with their change; without those that neither has. */
export function comparisonRows(before: LoadReport, after: LoadReport): string[][] {
  const [one, other] = [figuresOf(before), figuresOf(after)]
  return Object.entries(one).flatMap(([name, { value, unit }]) => {
    const next = other[name]?.value ?? null
    if (value === null && next === null) return []
    const change = value === null || next === null || value === 0 ? '–' : `${((next / value - 1) * 100).toFixed(1)} %`
    return [[name, formatFigure(value, unit), formatFigure(next, unit), change]]
  })
}

/** Differences of two runs that make their figures incomparable; empty if there are none. */
export function differencesOf(before: LoadReport, after: LoadReport): string[] {
  const differences: [boolean, string][] = [
    [before.scenario.name !== after.scenario.name, 'The scenarios differ.'],
    [before.scenario.seconds !== after.scenario.seconds, 'The lengths differ.'],
    [before.scenario.viewers !== after.scenario.viewers, 'The numbers of viewers differ.'],
    [JSON.stringify(before.machine) !== JSON.stringify(after.machine), 'The machines differ.'],
  ]
  return differences.flatMap(([isDifferent, text]) => (isDifferent ? [text] : []))
}

/** The comparison as a table of plain text. */
export function compareReports(before: LoadReport, after: LoadReport): string {
  const table = [['figure', 'before', 'after', 'change'], ...comparisonRows(before, after)]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  const lines = table.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
  return [...lines, ...differencesOf(before, after)].join('\n')
}
