import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PROJECT_ROOT } from '../support/project.ts'
import { STORE_KINDS } from '../support/store.ts'
import { bareWriteUs } from './fanout/bare-writes.ts'
import type { FanOutOptions } from './fanout/messages.ts'
import type { FanOutResult, RoomResult } from './fanout/run.ts'
import type { Bench } from './harness/figures.ts'

type Name =
  | 'p50'
  | 'p95'
  | 'p99'
  | 'server'
  | 'generator'
  | 'per write'
  | 'bare write'
  | 'refused'
  | 'lost'
  | 'doubled'
  | 'out of order'

/** CPU of the server by the frames written to viewers, and of one write of the same size on a bare socket. */
const WRITES = { 'per write': { unit: 'µs', reference: 'bare write' }, 'bare write': { unit: 'µs' } } as const

const COUNTS = {
  generator: { unit: 'cores' },
  refused: { unit: 'count', atMost: 0 },
  lost: { unit: 'count', atMost: 0 },
  doubled: { unit: 'count', atMost: 0 },
  'out of order': { unit: 'count', atMost: 0 },
} as const

type Run = Partial<Pick<FanOutOptions, 'viewers' | 'rate' | 'seconds' | 'store' | 'relays' | 'beside'>>

/** One busy room. A separate program (`fanout.ts`) with a process for the server, its viewers and each relay. */
async function runProgram({ beside = [], ...options }: Run): Promise<FanOutResult> {
  const folder = await mkdtemp(path.join(tmpdir(), 'grandstand-bench-'))
  try {
    const file = path.join(folder, 'result.json')
    const script = path.join(PROJECT_ROOT, 'scripts', 'run.mjs')
    const given = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])
    given.push(...beside.flatMap(({ viewers, rate }) => ['--beside', `${viewers}x${rate}`]))
    const child = spawn(process.execPath, [script, 'tests/bench/fanout.ts', ...given, '--json', file], {
      cwd: PROJECT_ROOT,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await once(child, 'exit')
    return JSON.parse(await readFile(file, 'utf8')) as FanOutResult
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function fanOut(options: Run): Promise<Record<Name | 'memory' | 'growth', number>> {
  const result = await runProgram(options)
  const { p50, p95, p99, cores, viewers, refused, lost, doubled, outOfOrder } = result
  const writesPerSecond = (viewers * result.frames) / result.seconds
  return {
    p50,
    p95,
    p99,
    server: cores,
    generator: result.generatorCores,
    'per write': (cores * 1e6) / writesPerSecond,
    'bare write': await bareWriteUs(),
    memory: result.residentMb,
    growth: result.growthMb,
    refused,
    lost,
    doubled,
    'out of order': outOfOrder,
  }
}

/** Measured as in production: every text is stored before it is delivered (settled 34). */
const fanOutBench: Bench<Name> = {
  name: 'fan-out',
  about: '2,000 viewers of one room at 100 messages a second, from the say call through the store to every viewer',
  figures: {
    p50: { unit: 'ms' },
    p95: { unit: 'ms', atMost: 90 },
    p99: { unit: 'ms' },
    server: { unit: 'cores', atMost: 0.5 },
    ...WRITES,
    ...COUNTS,
  },
  run: () => fanOut({}),
}

/** The same without the database, to measure its cost. Has no bounds. */
const storeOffBench: Bench<Name> = {
  name: 'fan-out-store-off',
  about: 'the same with the store off: entries stay in memory, which the product never does',
  figures: {
    p50: { unit: 'ms' },
    p95: { unit: 'ms' },
    p99: { unit: 'ms' },
    server: { unit: 'cores' },
    ...WRITES,
    ...COUNTS,
  },
  run: () => fanOut({ store: 'off' }),
}

interface Crowd {
  readonly name: string
  readonly viewers: number
  readonly rate: number
  readonly seconds: number
  readonly p99: number
  readonly cores: number
  readonly memory?: number
}

/** Large rooms of one process with PostgreSQL, whose memory and processor time are not part of the figures. */
function crowdBench({ name, viewers, rate, seconds, p99, cores, memory }: Crowd): Bench<Name | 'memory' | 'growth'> {
  const plan = { viewers, rate, seconds, store: 'postgres' } as const
  return {
    name: `fan-out-${name}`,
    about: `${viewers.toLocaleString('en')} viewers of one room at ${rate} messages a second for ${seconds} s, stored in PostgreSQL; memory at the end and its growth in the second half`,
    defaultRuns: 1,
    figures: {
      p50: { unit: 'ms' },
      p95: { unit: 'ms' },
      p99: { unit: 'ms', atMost: p99 },
      server: { unit: 'cores', atMost: cores },
      memory: { unit: 'MB', ...(memory === undefined ? {} : { atMost: memory }) },
      growth: { unit: 'MB per min' },
      ...WRITES,
      ...COUNTS,
    },
    run: () => fanOut(plan),
  }
}

const CROWDS: readonly Crowd[] = [
  { name: '5k-calm', viewers: 5_000, rate: 5, seconds: 600, p99: 150, cores: 0.5, memory: 500 },
  { name: '5k-busy', viewers: 5_000, rate: 100, seconds: 60, p99: 300, cores: 0.5 },
  // A machine that allows a process 20,000 open files leaves room for no more viewers.
  { name: '20k', viewers: 19_900, rate: 20, seconds: 60, p99: 500, cores: 1 },
]

/** A process with 20,000 open files has room for no more viewers beside the files of the embedded database. */
const CURVE_VIEWERS = [300, 1_000, 3_000, 5_000, 7_500, 9_900, 10_100, 19_500]
const CURVE_RATES = [2, 20, 100]
/** Large rooms have long intervals, so their lag needs a longer run to show that it does not grow. */
const secondsOf = (viewers: number): number => (viewers < 9_000 ? 30 : 60)
const TEN_ROOMS = { viewers: 1_000, rate: 20, beside: Array.from({ length: 9 }, () => ({ viewers: 1_000, rate: 20 })) }
const CURVE: readonly (Pick<FanOutOptions, 'viewers' | 'rate' | 'beside'> & { readonly name: string })[] = [
  ...CURVE_VIEWERS.flatMap((viewers) =>
    CURVE_RATES.map((rate) => ({ viewers, rate, beside: [], name: `${viewers} x ${rate}` })),
  ),
  { ...TEN_ROOMS, name: '10 rooms of 1000 x 20' },
]
/** A small room beside a large busy one. */
const SMALL = { viewers: 100, rate: 5 }

/** D.8: cost and lag of rooms by their viewers and messages. The lag must settle at every point. */
const curveBench: Bench = {
  name: 'curve',
  about: `rooms on the embedded database by viewers and messages per second, each point 30 or 60 s: processor time of the server, p99 of the lag and its growth; of several rooms the worst`,
  defaultRuns: 1,
  figures: Object.fromEntries([
    ...CURVE.flatMap(({ name }) => [
      [`${name} server`, { unit: 'cores' as const }] as const,
      [`${name} p99`, { unit: 'ms' as const, ...(name === '9900 x 20' && { atMost: 500 }) }] as const,
      [`${name} growth`, { unit: 'ms/s' as const, atMost: 1 }] as const,
      [`${name} lost`, { unit: 'count' as const, atMost: 0 }] as const,
    ]),
    ['100 x 5 beside 9900 x 100 p99', { unit: 'ms', atMost: 60 }] as const,
    ['100 x 5 beside 9900 x 100 lost', { unit: 'count', atMost: 0 }] as const,
  ]),
  charts: CURVE_RATES.map((rate) => ({
    title: `p99 of the lag in ms by viewers, at ${rate} messages per second`,
    x: CURVE_VIEWERS.map(String),
    figures: CURVE_VIEWERS.map((viewers) => `${viewers} x ${rate} p99`),
  })),
  async run() {
    const figures: Record<string, number> = {}
    for (const { name, ...rooms } of CURVE) {
      const plan = { ...rooms, seconds: secondsOf(rooms.viewers), store: 'pglite' } as const
      // oxlint-disable-next-line no-await-in-loop -- points must not disturb each other
      const result = await runProgram(plan).catch((error: unknown) => {
        console.error(`no result of ${name}: ${String(error)}`)
      })
      const all = result ? [result, ...result.beside] : []
      const worst = (of: (room: RoomResult) => number) => (result ? Math.max(...all.map(of)) : Number.NaN)
      Object.assign(figures, {
        [`${name} server`]: result?.cores ?? Number.NaN,
        [`${name} p99`]: worst(({ p99 }) => p99),
        [`${name} growth`]: worst(({ slope }) => slope),
        [`${name} lost`]: worst(({ lost }) => lost),
      })
    }
    const large = { viewers: 9_900, rate: 100, seconds: 30, store: 'pglite' } as const
    const [small] = (await runProgram({ ...large, beside: [SMALL] })).beside
    return {
      ...figures,
      '100 x 5 beside 9900 x 100 p99': small?.p99 ?? Number.NaN,
      '100 x 5 beside 9900 x 100 lost': small?.lost ?? Number.NaN,
    }
  },
}

const FEW = 1_000
const MANY = 4_000

/** The origin writes each frame once per relay, however many viewers the relay has. */
const relayBench: Bench<'few' | 'many' | 'many of few' | 'p99 of many' | 'lost' | 'doubled' | 'out of order'> = {
  name: 'fan-out-relays',
  about: `processor time of the origin of two relays with ${FEW.toLocaleString('en')} and ${MANY.toLocaleString('en')} viewers at 100 messages a second`,
  figures: {
    few: { unit: 'cores' },
    many: { unit: 'cores', reference: 'few' },
    'many of few': { unit: '×', atMost: 1.1 },
    'p99 of many': { unit: 'ms' },
    lost: { unit: 'count', atMost: 0 },
    doubled: { unit: 'count', atMost: 0 },
    'out of order': { unit: 'count', atMost: 0 },
  },
  async run() {
    const plan = { rate: 100, seconds: 20, store: 'off', relays: 2 } as const
    const few = await runProgram({ ...plan, viewers: FEW })
    const many = await runProgram({ ...plan, viewers: MANY })
    return {
      few: few.cores,
      many: many.cores,
      'many of few': many.cores / few.cores,
      'p99 of many': many.p99,
      lost: few.lost + many.lost,
      doubled: few.doubled + many.doubled,
      'out of order': few.outOfOrder + many.outOfOrder,
    }
  },
}

export const fanOutBenches = [
  fanOutBench,
  storeOffBench,
  ...(STORE_KINDS.includes('postgres') ? CROWDS.map(crowdBench) : []),
  curveBench,
  relayBench,
] as const
