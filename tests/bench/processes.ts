import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from 'redis'
import { runId } from '#load/client.ts'
import { LagHistogram } from '#load/accounting.ts'
import type { GeneratorReport } from '#load/generator-messages.ts'
import { GeneratorProcess } from '#load/generator-process.ts'
import { summarize } from '#load/report.ts'
import { rateSource, Senders } from '#load/senders.ts'
import { connectTarget, readServerFigures } from '#load/target.ts'
import { findRedis, startRedis } from '../support/redis.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { createTestDatabase, STORE_KINDS } from '../support/store.ts'
import type { Bench } from './harness/figures.ts'

/** Of all processes together. */
const VIEWERS = 2_000
const OPEN_PER_SECOND = 250
const RATE = 100
const FOUR = { each: 2_500, rate: 20 }
const SECONDS = 30
const ROOM = 'r2001'
/** Wait for pending entries after the last message. */
const SETTLE_MS = 15_000
const ADDED_P95_MS = 20
/** Least viewers that two processes carry for each one that a single process carries. */
const CARRIED = 1.7

/** Entries by what was wrong with them. */
const FAULTS = {
  lost: { unit: 'count', atMost: 0 },
  duplicated: { unit: 'count', atMost: 0 },
  'out of order': { unit: 'count', atMost: 0 },
} as const

type Name =
  | 'one, p95'
  | 'two, p95 at the writer'
  | 'two, p95 at the other'
  | 'added p95'
  | 'one, per delivery'
  | 'two, per delivery'
  | 'viewers carried'
  | 'one, server'
  | 'two, servers'
  | 'generator'
  | keyof typeof FAULTS

interface Measured {
  /** 95th percentile of the lag of the viewers of each process, milliseconds. */
  readonly p95: readonly number[]
  readonly cores: number
  readonly generatorCores: number
  /** Entries that were received by viewers, per second. */
  readonly deliveries: number
  readonly lost: number
  readonly duplicated: number
  readonly outOfOrder: number
  /** Work of Redis while the messages were sent. */
  readonly redis: RedisFigures
}

/**
 * The same viewers of one room at one process, and half of them at each of two processes with the same PostgreSQL and
 * Redis. The messages enter at the process that writes the room. Processor time of the servers; PostgreSQL and Redis
 * are not included.
 */
const processesBench: Bench<Name> = {
  name: 'processes',
  about: `${VIEWERS.toLocaleString('en')} viewers of one room at ${RATE} messages a second: at one process, and at two that share PostgreSQL and Redis`,
  figures: {
    'one, p95': { unit: 'ms' },
    'two, p95 at the writer': { unit: 'ms' },
    'two, p95 at the other': { unit: 'ms', reference: 'one, p95' },
    'added p95': { unit: 'ms', atMost: ADDED_P95_MS },
    'one, per delivery': { unit: 'µs' },
    'two, per delivery': { unit: 'µs', reference: 'one, per delivery' },
    'viewers carried': { unit: '×', atLeast: CARRIED },
    'one, server': { unit: 'cores' },
    'two, servers': { unit: 'cores' },
    generator: { unit: 'cores' },
    ...FAULTS,
  },
  run: () =>
    withProcesses(async ({ start, load }) => {
      await start()
      const one = await load(VIEWERS, RATE)
      await start()
      const two = await load(VIEWERS, RATE)
      const [oneP95 = NaN] = one.p95
      const [writerP95 = NaN, otherP95 = NaN] = two.p95
      return {
        'one, p95': oneP95,
        'two, p95 at the writer': writerP95,
        'two, p95 at the other': otherP95,
        'added p95': otherP95 - oneP95,
        'one, per delivery': perDelivery(one),
        'two, per delivery': perDelivery(two),
        'viewers carried': (2 * perDelivery(one)) / perDelivery(two),
        'one, server': one.cores,
        'two, servers': two.cores,
        generator: two.generatorCores,
        ...faultsOf(one, two),
      }
    }),
}

type FourName =
  | 'one, p95'
  | 'four, p95 at the writer'
  | 'four, worst p95 of the others'
  | 'added p95'
  | 'one, per delivery'
  | 'four, per delivery'
  | 'four, servers'
  | 'commands to Redis per message'
  | 'Redis sends per message and process'
  | keyof typeof FAULTS

/**
 * What more processes cost: each has the viewers that the first has alone. The added delay is that of the way over Redis:
 * on two cores, four processes and the viewers also wait for each other.
 */
const fourBench: Bench<FourName> = {
  name: 'processes-four',
  about: `${FOUR.each.toLocaleString('en')} viewers of one room at ${FOUR.rate} messages a second: at one process, and at each of four that share PostgreSQL and Redis`,
  defaultRuns: 1,
  figures: {
    'one, p95': { unit: 'ms' },
    'four, p95 at the writer': { unit: 'ms' },
    'four, worst p95 of the others': { unit: 'ms' },
    'added p95': { unit: 'ms', atMost: ADDED_P95_MS },
    'one, per delivery': { unit: 'µs' },
    'four, per delivery': { unit: 'µs', reference: 'one, per delivery' },
    'four, servers': { unit: 'cores' },
    'commands to Redis per message': { unit: 'count' },
    'Redis sends per message and process': { unit: 'KB' },
    ...FAULTS,
  },
  run: () =>
    withProcesses(async ({ start, load }) => {
      await start()
      const one = await load(FOUR.each, FOUR.rate)
      for (let more = 0; more < 3; more += 1) await start()
      const four = await load(4 * FOUR.each, FOUR.rate)
      const [oneP95 = NaN] = one.p95
      const [writerP95 = NaN, ...others] = four.p95
      const messages = FOUR.rate * SECONDS
      return {
        'one, p95': oneP95,
        'four, p95 at the writer': writerP95,
        'four, worst p95 of the others': Math.max(...others),
        'added p95': Math.max(...others) - writerP95,
        'one, per delivery': perDelivery(one),
        'four, per delivery': perDelivery(four),
        'four, servers': four.cores,
        'commands to Redis per message': four.redis.commands / messages,
        'Redis sends per message and process': four.redis.bytesSent / messages / 4 / 1_000,
        ...faultsOf(one, four),
      }
    }),
}

/** Needs TEST_DATABASE_URL and redis-server. */
export const processesBenches: readonly Bench[] =
  STORE_KINDS.includes('postgres') && findRedis() !== null ? [processesBench, fourBench] : []

function faultsOf(one: Measured, other: Measured): Record<keyof typeof FAULTS, number> {
  return {
    lost: one.lost + other.lost,
    duplicated: one.duplicated + other.duplicated,
    'out of order': one.outOfOrder + other.outOfOrder,
  }
}

/** Processor time of the servers, µs. */
function perDelivery({ cores, deliveries }: Measured): number {
  return (cores * 1e6) / deliveries
}

interface Processes {
  /** Starts one more process. */
  readonly start: () => Promise<void>
  /** Opens the viewers at all processes, sends messages and measures. */
  readonly load: (viewers: number, rate: number) => Promise<Measured>
}

async function withProcesses<Result>(measure: (processes: Processes) => Promise<Result>): Promise<Result> {
  const loadToken = randomBytes(16).toString('hex')
  const redis = await startRedis()
  const database = await createTestDatabase()
  const client = createClient({ url: redis.url })
  await client.connect()
  const env = {
    CROWD: '0',
    SECRET: randomBytes(32).toString('hex'),
    LOAD_TOKEN: loadToken,
    DATABASE_URL: database.url.href,
    REDIS_URL: redis.url,
  }
  const servers: TestServer[] = []
  try {
    return await measure({
      start: async () => void servers.push(await startTestServer({ env, isMeasured: true })),
      load: (viewers, rate) => {
        const readRedis = async () => redisFigures(await client.info('stats'))
        return load({ servers, loadToken, viewers, rate, readRedis })
      },
    })
  } finally {
    for (const server of servers) await server.stop()
    client.destroy()
    await redis.stop()
    await database.drop()
  }
}

interface RedisFigures {
  readonly commands: number
  readonly bytesSent: number
}

/** Counters since the start of Redis. */
function redisFigures(info: string): RedisFigures {
  const figure = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1])
  return { commands: figure('total_commands_processed'), bytesSent: figure('total_net_output_bytes') }
}

interface Load {
  readonly servers: readonly TestServer[]
  readonly loadToken: string
  readonly viewers: number
  readonly rate: number
  readonly readRedis: () => Promise<RedisFigures>
}

/** Spreads the viewers over these servers, the first of which writes the room, and sends the messages to it. */
async function load({ servers, loadToken, viewers: total, rate, readRedis }: Load): Promise<Measured> {
  const urls = servers.map(({ url }) => url)
  const [writerUrl = ''] = urls
  const target = await connectTarget(writerUrl, loadToken)
  const run = runId()
  const senders = new Senders(target, { loadToken, chatRoomNo: ROOM, run })
  let fail: (error: Error) => void = () => undefined
  const failed = new Promise<never>((_, reject) => (fail = reject))
  const generators = urls.map(() => new GeneratorProcess((reason) => fail(new Error(reason))))
  const measure = async (): Promise<Measured> => {
    await Promise.all(generators.map((generator, index) => openViewers(generator, urls[index] ?? '', urls.length)))
    await wait(1_000)
    for (const generator of generators) generator.collect(new LagHistogram())
    const [before, redis] = [await cpuSeconds(urls), await readRedis()]
    const begun = performance.now()
    await senders.say(rateSource(rate, SECONDS))
    const seconds = (performance.now() - begun) / 1_000
    const cores = ((await cpuSeconds(urls)) - before) / seconds
    const { commands, bytesSent } = await readRedis()
    const generatorCores = generators.reduce((sum, { second }) => sum + (second?.cores ?? 0), 0)
    const { seq: head } = await target.join(ROOM)
    const reports = await Promise.all(generators.map((generator) => finish(generator, head)))
    const lags = generators.map((generator) => {
      const histogram = new LagHistogram()
      return { histogram, deliveries: generator.collect(histogram).deliveries }
    })
    const { sum } = summarize(reports.flatMap(({ viewers }) => viewers))
    return {
      p95: lags.map(({ histogram }) => histogram.percentile(0.95)),
      cores,
      generatorCores,
      deliveries: lags.reduce((all, { deliveries }) => all + deliveries, 0) / seconds,
      redis: { commands: commands - redis.commands, bytesSent: bytesSent - redis.bytesSent },
      ...sum,
    }
  }
  const openViewers = async (generator: GeneratorProcess, url: string, parts: number): Promise<void> => {
    const ready = generator.next('ready')
    const { hostname, port } = new URL(url)
    const socket = { host: hostname, port: Number(port) }
    generator.send({ type: 'start', options: { url, loadToken, chatRoomNo: ROOM, run, socket } })
    await ready
    const opened = generator.next('opened')
    generator.send({ type: 'open', count: total / parts, perSecond: OPEN_PER_SECOND / parts })
    await opened
  }
  try {
    return await Promise.race([measure(), failed])
  } finally {
    for (const generator of generators) generator.kill()
  }
}

async function finish(generator: GeneratorProcess, head: number): Promise<GeneratorReport> {
  const reported = generator.next('report')
  generator.send({ type: 'finish', head, waitMs: SETTLE_MS })
  return (await reported).report
}

/** Processor time of the servers since their start. */
async function cpuSeconds(urls: readonly string[]): Promise<number> {
  const figures = await Promise.all(urls.map((url) => readServerFigures(url, null)))
  return figures.reduce((sum, one) => sum + (one?.cpuSeconds ?? NaN), 0)
}
