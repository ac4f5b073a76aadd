import type { Database } from '#server/database/database.ts'
import { STORE_KINDS } from '../support/store.ts'
import { type Bench, percentile } from './harness/figures.ts'
import { runOrders } from './orders/run.ts'
import { STORE_NAMES } from './store/home.ts'

const WORKERS = 16
const SECONDS = 8
const MEMBERS = 200
/** Least whole orders per second. */
const LEAST: Record<Database['kind'], number> = { pglite: 300, postgres: 500 }
const P95_MS = 50

type Name = 'orders' | 'one at a time' | 'p50' | 'p95' | 'p99' | 'server' | 'failed' | 'differences'

/**
 * Wallet orders from the request to the success: deposits with a webhook, transfers, and withdrawals with review, payout
 * and confirmation. The counterparty has no latency. Processor time of this process; a PostgreSQL server is not included.
 */
function orderBench(kind: Database['kind']): Bench<Name> {
  const least = LEAST[kind]
  return {
    name: `orders-${kind}`,
    about: `whole wallet orders a second on ${STORE_NAMES[kind]}, ${WORKERS} at once, and their time at ${least / 2} a second`,
    figures: {
      orders: { unit: 'per s', atLeast: least },
      'one at a time': { unit: 'per s' },
      p50: { unit: 'ms' },
      p95: { unit: 'ms', atMost: P95_MS },
      p99: { unit: 'ms' },
      server: { unit: 'cores' },
      failed: { unit: 'count', atMost: 0 },
      differences: { unit: 'count', atMost: 0 },
    },
    async run() {
      const plan = { workers: WORKERS, seconds: SECONDS, rate: least / 2, members: MEMBERS }
      const { perSecond, alone, latencies, cores, failed, differences } = await runOrders(kind, plan)
      return {
        orders: perSecond,
        'one at a time': alone,
        p50: percentile(latencies, 0.5),
        p95: percentile(latencies, 0.95),
        p99: percentile(latencies, 0.99),
        server: cores,
        failed,
        differences,
      }
    },
  }
}

/** `npm run bench -- orders`: PGlite, and PostgreSQL if TEST_DATABASE_URL is set. */
export const orderBenches: readonly Bench[] = STORE_KINDS.map(orderBench)
