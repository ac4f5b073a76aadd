import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { STORE_KINDS, createTestDatabase } from '../support/store.ts'
import { PROJECT_ROOT } from '../support/project.ts'
import { startTestServer } from '../support/server.ts'
import { type Bench, median } from './harness/figures.ts'
import { processorSeconds, residentMb } from './harness/process-use.ts'

/** Start time of the built server: with an empty data folder, and on existing data. */
const startBench: Bench<'first start' | 'stop' | 'second start' | 'empty Node process'> = {
  name: 'start',
  about: 'from the command to an answered /healthz, and from SIGTERM to the end',
  figures: {
    'first start': { unit: 's' },
    stop: { unit: 's', atMost: 3 },
    'second start': { unit: 's', atMost: 3, reference: 'empty Node process' },
    'empty Node process': { unit: 's' },
  },
  async run() {
    const empty = performance.now()
    spawnSync(process.execPath, ['-e', '0'])
    const begun = performance.now()
    const server = await startTestServer({ isFirstStart: true, isMeasured: true })
    const first = performance.now() - begun
    try {
      const stopping = performance.now()
      await server.kill('SIGTERM')
      const again = performance.now()
      await server.restart()
      const stop = (again - stopping) / 1000
      return {
        'first start': first / 1000,
        stop,
        'second start': (performance.now() - again) / 1000,
        'empty Node process': (begun - empty) / 1000,
      }
    } finally {
      await server.stop()
    }
  },
}

const CRASHES = 5
/** Folder of an earlier checkout with its build, which is measured in turn with this one. */
const BEFORE = process.env['START_BEFORE']

/** What a start costs, with the most that it may cost of the earlier build. */
const COSTS = {
  'first start': { unit: 's', mostOfBefore: 0.35 },
  'first peak': { unit: 'MB', mostOfBefore: 0.55 },
  'first resident': { unit: 'MB', mostOfBefore: 0.4 },
  'later start': { unit: 's', mostOfBefore: 0.5 },
  'later resident': { unit: 'MB', mostOfBefore: 0.65 },
} as const
type Cost = keyof typeof COSTS
const COST_NAMES = Object.keys(COSTS) as Cost[]
const RESIDENT_AFTER_MS = 60_000

/** Processor time and memory of a start with an empty data folder, and of a later one. */
const costBench: Bench = {
  name: 'start-cost',
  about: `processor time until /healthz, and resident memory then at most and ${RESIDENT_AFTER_MS / 1000} s after the command; START_BEFORE=FOLDER compares a build`,
  defaultRuns: 1,
  figures: Object.fromEntries(
    COST_NAMES.flatMap((name) => {
      const { unit, mostOfBefore } = COSTS[name]
      const compared = [
        [`${name} before`, { unit }],
        [`${name} of before`, { unit: '×', atMost: mostOfBefore }],
      ] as const
      return [[name, { unit }] as const, ...(BEFORE === undefined ? [] : compared)]
    }),
  ),
  async run() {
    const before = BEFORE === undefined ? null : await costsOf(BEFORE)
    const now = await costsOf(PROJECT_ROOT)
    return Object.fromEntries(
      COST_NAMES.flatMap((name) => [
        [name, now[name]] as const,
        ...(before === null
          ? []
          : ([
              [`${name} before`, before[name]],
              [`${name} of before`, now[name] / before[name]],
            ] as const)),
      ]),
    )
  },
}

async function costsOf(root: string): Promise<Record<Cost, number>> {
  let begun = performance.now()
  const server = await startTestServer({ isFirstStart: true, isMeasured: true, root })
  const costs = async () => {
    const seconds = await processorSeconds(server.pid())
    const { peak } = await residentMb(server.pid())
    await wait(RESIDENT_AFTER_MS - (performance.now() - begun))
    return { seconds, peak, resident: (await residentMb(server.pid())).now }
  }
  try {
    const first = await costs()
    await server.kill('SIGTERM')
    begun = performance.now()
    await server.restart()
    const later = await costs()
    return {
      'first start': first.seconds,
      'first peak': first.peak,
      'first resident': first.resident,
      'later start': later.seconds,
      'later resident': later.resident,
    }
  } finally {
    await server.stop()
  }
}

/** The start of the built server after SIGKILL, until it has accepted the first call of a page. */
function crashBench(kind: (typeof STORE_KINDS)[number]): Bench {
  return {
    name: kind === 'pglite' ? 'start-crash' : 'start-crash-postgres',
    about: `from SIGKILL to the first accepted call, ${CRASHES} times (${kind}); START_BEFORE=FOLDER compares a build`,
    figures: {
      median: { unit: 's' },
      longest: { unit: 's' },
      'empty Node process': { unit: 's' },
      ...(BEFORE !== undefined && { before: { unit: 's' }, 'of before': { unit: '×', atMost: 0.5 } }),
    },
    async run() {
      if (!STORE_KINDS.includes(kind)) throw new Error('TEST_DATABASE_URL names no PostgreSQL')
      const empty = performance.now()
      spawnSync(process.execPath, ['-e', '0'])
      const node = (performance.now() - empty) / 1000
      const killed = [await killedServer(kind)]
      try {
        if (BEFORE !== undefined) killed.push(await killedServer(kind, BEFORE))
        for (let crash = 0; crash < CRASHES; crash += 1) for (const one of killed) await one.crash()
      } finally {
        for (const one of killed) await one.stop()
      }
      const [now, before] = killed.map(({ times }) => median(times))
      return {
        median: now ?? 0,
        longest: Math.max(...(killed[0]?.times ?? [])),
        'empty Node process': node,
        ...(now !== undefined && before !== undefined && { before, 'of before': now / before }),
      }
    },
  }
}

interface KilledServer {
  /** Seconds of each start. */
  readonly times: readonly number[]
  crash(): Promise<void>
  stop(): Promise<void>
}

async function killedServer(kind: (typeof STORE_KINDS)[number], root?: string): Promise<KilledServer> {
  const database = kind === 'postgres' ? await createTestDatabase() : null
  const env = { CROWD: '0', ...(database && { DATABASE_URL: database.url.href }) }
  // A prepared database has the tables of this checkout.
  const isFirstStart = database !== null || root !== undefined
  const server = await startTestServer({ env, isMeasured: true, isFirstStart, ...(root !== undefined && { root }) })
  const versionFile = readFileSync(path.join(root ?? PROJECT_ROOT, 'src/protocol/version.ts'), 'utf8')
  const version = Number(/PROTOCOL_VERSION = (\d+)/.exec(versionFile)?.[1])
  const times: number[] = []
  return {
    times,
    async crash() {
      const killedAt = performance.now()
      await server.kill('SIGKILL')
      await server.restart()
      await handshake(server.url, version)
      times.push((performance.now() - killedAt) / 1000)
    },
    async stop() {
      await server.stop()
      await database?.drop()
    },
  }
}

/** The first call of a page. Builds accept pages of their own version. */
async function handshake(url: string, version: number): Promise<void> {
  const response = await fetch(`${url}${ENDPOINTS['gateway.vvm'].path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ version, siteId: 5009, share: randomBytes(32).toString('base64url') }),
  })
  const { code } = (await response.json()) as { code: number }
  if (code !== 0) throw new Error(`the first call was refused: ${code}`)
}

export const startBenches = [startBench, costBench, crashBench('pglite'), crashBench('postgres')]
