import { spawnSync } from 'node:child_process'
import { startTestServer } from '../support/server.ts'
import type { Bench } from './harness/figures.ts'

/** Start time of the built server: with an empty data folder, and on existing data. */
export const startBench: Bench<'first start' | 'stop' | 'second start' | 'empty Node process'> = {
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
