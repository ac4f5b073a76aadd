import { spawnSync } from 'node:child_process'
import { STORE_KINDS, createTestDatabase } from '../support/store.ts'
import { SealedClient, sendTo } from '../support/sealed-client.ts'
import { startTestServer } from '../support/server.ts'
import { type Bench, median } from './harness/figures.ts'

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

const CRASHES = 5

/** The start of the built server after SIGKILL, until it has answered a sealed call. */
function crashBench(kind: (typeof STORE_KINDS)[number]): Bench<'median' | 'longest' | 'empty Node process'> {
  return {
    name: kind === 'pglite' ? 'start-crash' : 'start-crash-postgres',
    about: `from SIGKILL to the first answered call, ${CRASHES} times (${kind})`,
    figures: { median: { unit: 's' }, longest: { unit: 's' }, 'empty Node process': { unit: 's' } },
    async run() {
      if (!STORE_KINDS.includes(kind)) throw new Error('TEST_DATABASE_URL names no PostgreSQL')
      const empty = performance.now()
      spawnSync(process.execPath, ['-e', '0'])
      const node = (performance.now() - empty) / 1000
      const database = kind === 'postgres' ? await createTestDatabase() : null
      const env = { CROWD: '0', ...(database && { DATABASE_URL: database.url.href }) }
      const server = await startTestServer({ env, isMeasured: true, isFirstStart: database !== null })
      const times: number[] = []
      try {
        for (let crash = 0; crash < CRASHES; crash += 1) {
          const killedAt = performance.now()
          await server.kill('SIGKILL')
          await server.restart()
          const client = await SealedClient.connect(sendTo(server.url))
          const { code } = await client.call('live.popularList', { size: 20, page: 1, kind: 'football' })
          if (code !== 0) throw new Error(`the first call was refused: ${code}`)
          times.push((performance.now() - killedAt) / 1000)
        }
      } finally {
        await server.stop()
        await database?.drop()
      }
      return { median: median(times), longest: Math.max(...times), 'empty Node process': node }
    },
  }
}

export const crashBenches = [crashBench('pglite'), crashBench('postgres')]
