import type { Database } from '#server/database/database.ts'
import { STORE_KINDS } from '../support/store.ts'
import { type Bench, median, percentile } from './harness/figures.ts'
import { STORE_NAMES } from './store/home.ts'
import { throughTheStore } from './store/run.ts'

/** Texts per second of one room, which is also its maximum (settled 34). */
const RATE = 2_000
const SECONDS = 10

type Name =
  | 'p50'
  | 'p95'
  | 'p99'
  | 'passed'
  | 'batch'
  | 'largest batch'
  | 'server'
  | 'refused'
  | 'lost'
  | 'doubled'
  | 'out of order'

/**
 * The database under the load that page benches use without it. Processor time of this process, PGlite's thread
 * included; a PostgreSQL server is not included.
 */
function storeBench(kind: Database['kind']): Bench<Name> {
  return {
    name: `store-${kind}`,
    about: `${RATE.toLocaleString('en')} messages a second through the hub into ${STORE_NAMES[kind]}, from the say call to the sealed frame`,
    figures: {
      p50: { unit: 'ms' },
      p95: { unit: 'ms' },
      p99: { unit: 'ms' },
      // Within one percent, because the first and last frame may be delayed differently.
      passed: { unit: 'per s', atLeast: RATE * 0.99 },
      batch: { unit: 'count' },
      'largest batch': { unit: 'count' },
      server: { unit: 'cores' },
      refused: { unit: 'count', atMost: 0 },
      lost: { unit: 'count', atMost: 0 },
      doubled: { unit: 'count', atMost: 0 },
      'out of order': { unit: 'count', atMost: 0 },
    },
    async run() {
      const { latencies, passed, batches, cores, refused, lost, doubled, outOfOrder } = await throughTheStore(kind, {
        rate: RATE,
        seconds: SECONDS,
      })
      return {
        p50: percentile(latencies, 0.5),
        p95: percentile(latencies, 0.95),
        p99: percentile(latencies, 0.99),
        passed,
        batch: median(batches),
        'largest batch': percentile(batches, 1),
        server: cores,
        refused,
        lost,
        doubled,
        'out of order': outOfOrder,
      }
    },
  }
}

/** `npm run bench -- store`: PGlite, and PostgreSQL if TEST_DATABASE_URL is set. */
export const storeBenches: readonly Bench[] = STORE_KINDS.map(storeBench)
