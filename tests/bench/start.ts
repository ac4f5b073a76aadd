import { startTestServer } from '../support/server.ts'
import type { Bench } from './harness/figures.ts'

/** How long a person waits for the built server: with an empty data folder, and on the same data again. */
export const startBench: Bench<'first start' | 'second start'> = {
  name: 'start',
  about: 'from the command to an answered /healthz',
  figures: { 'first start': { unit: 's' }, 'second start': { unit: 's', atMost: 3 } },
  async run() {
    const begun = performance.now()
    const server = await startTestServer()
    const first = performance.now() - begun
    try {
      await server.kill('SIGTERM')
      const again = performance.now()
      await server.restart()
      return { 'first start': first / 1000, 'second start': (performance.now() - again) / 1000 }
    } finally {
      await server.stop()
    }
  },
}
