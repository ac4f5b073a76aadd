import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PROJECT_ROOT } from '../support/project.ts'
import type { FanOutResult } from './fanout/run.ts'
import type { Bench } from './harness/figures.ts'

/** One busy room for two thousand viewers, as a program of its own (`fanout.ts`) that needs two processes. */
export const fanOutBench: Bench<'p95' | 'p99' | 'server' | 'lost' | 'doubled' | 'out of order'> = {
  name: 'fan-out',
  about: '2,000 viewers of one room at 100 messages a second, from the say call to every viewer',
  figures: {
    p95: { unit: 'ms', atMost: 90 },
    p99: { unit: 'ms' },
    server: { unit: 'cores', atMost: 0.5 },
    lost: { unit: 'count', atMost: 0 },
    doubled: { unit: 'count', atMost: 0 },
    'out of order': { unit: 'count', atMost: 0 },
  },
  async run() {
    const folder = await mkdtemp(path.join(tmpdir(), 'grandstand-bench-'))
    try {
      const file = path.join(folder, 'result.json')
      const script = path.join(PROJECT_ROOT, 'scripts', 'run.mjs')
      const child = spawn(process.execPath, [script, 'tests/bench/fanout.ts', '--json', file], {
        cwd: PROJECT_ROOT,
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      await once(child, 'exit')
      const { p95, p99, cores, lost, doubled, outOfOrder } = JSON.parse(await readFile(file, 'utf8')) as FanOutResult
      return { p95, p99, server: cores, lost, doubled, 'out of order': outOfOrder }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}
