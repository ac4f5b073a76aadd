import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PROJECT_ROOT } from '../support/project.ts'
import { frameInterval } from '#server/rooms/frames.ts'
import { bareWriteUs } from './fanout/bare-writes.ts'
import type { FanOutOptions } from './fanout/messages.ts'
import type { FanOutResult } from './fanout/run.ts'
import type { Bench } from './harness/figures.ts'

type Name = 'p95' | 'p99' | 'server' | 'per write' | 'bare write' | 'refused' | 'lost' | 'doubled' | 'out of order'

/** CPU of the server by the frames written to viewers, and of one write of the same size on a bare socket. */
const WRITES = { 'per write': { unit: 'µs', reference: 'bare write' }, 'bare write': { unit: 'µs' } } as const

const COUNTS = {
  refused: { unit: 'count', atMost: 0 },
  lost: { unit: 'count', atMost: 0 },
  doubled: { unit: 'count', atMost: 0 },
  'out of order': { unit: 'count', atMost: 0 },
} as const

/** One busy room for two thousand viewers. A separate program (`fanout.ts`) with two processes. */
async function fanOut(store: FanOutOptions['store']): Promise<Record<Name, number>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'grandstand-bench-'))
  try {
    const file = path.join(folder, 'result.json')
    const script = path.join(PROJECT_ROOT, 'scripts', 'run.mjs')
    const child = spawn(process.execPath, [script, 'tests/bench/fanout.ts', '--store', store, '--json', file], {
      cwd: PROJECT_ROOT,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await once(child, 'exit')
    const { p95, p99, cores, viewers, refused, lost, doubled, outOfOrder } = JSON.parse(
      await readFile(file, 'utf8'),
    ) as FanOutResult
    const writesPerSecond = (viewers * 1_000) / frameInterval(viewers)
    return {
      p95,
      p99,
      server: cores,
      'per write': (cores * 1e6) / writesPerSecond,
      'bare write': await bareWriteUs(),
      refused,
      lost,
      doubled,
      'out of order': outOfOrder,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Measured as in production: every text is stored before it is delivered (settled 34). */
const fanOutBench: Bench<Name> = {
  name: 'fan-out',
  about: '2,000 viewers of one room at 100 messages a second, from the say call through the store to every viewer',
  figures: {
    p95: { unit: 'ms', atMost: 90 },
    p99: { unit: 'ms' },
    server: { unit: 'cores', atMost: 0.5 },
    ...WRITES,
    ...COUNTS,
  },
  run: () => fanOut('pglite'),
}

/** The same without the database, to measure its cost. Has no bounds. */
const storeOffBench: Bench<Name> = {
  name: 'fan-out-store-off',
  about: 'the same with the store off: entries stay in memory, which the product never does',
  figures: { p95: { unit: 'ms' }, p99: { unit: 'ms' }, server: { unit: 'cores' }, ...WRITES, ...COUNTS },
  run: () => fanOut('off'),
}

export const fanOutBenches = [fanOutBench, storeOffBench] as const
