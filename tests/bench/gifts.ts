import { sum } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { giftOrder } from '#server/database/schema/gift.ts'
import { Ledger } from '#server/wallet/ledger/ledger.ts'
import { reconcile } from '#server/wallet/reconcile.ts'
import { memberWith, newKey } from '../support/ledger-members.ts'
import { STORE_KINDS } from '../support/store.ts'
import { type Bench, percentile } from './harness/figures.ts'
import { atRate, closedLoop } from './harness/loops.ts'
import { createStoreHome, STORE_NAMES } from './store/home.ts'

const WORKERS = 64
const SECONDS = 8
const MEMBERS = 500
/** Enough for all gifts of a member. */
const COINS = 1_000_000
const GIFT_ID = 1
const ROOMS = 20
/** Least gifts per second. */
const LEAST: Record<Database['kind'], number> = { pglite: 1_500, postgres: 2_500 }

type Name = 'gifts' | 'one at a time' | 'p50' | 'p95' | 'p99' | 'server' | 'failed' | 'differences'

/**
 * Gifts of many members, charged by the ledger. Processor time of this process; a PostgreSQL server is not included.
 * Differences: those of the reconciliation, and coins that members have and should not have.
 */
function giftBench(kind: Database['kind']): Bench<Name> {
  const least = LEAST[kind]
  return {
    name: `gifts-${kind}`,
    about: `gifts charged a second on ${STORE_NAMES[kind]}, ${WORKERS} at once, and their time at ${least / 2} a second`,
    figures: {
      gifts: { unit: 'per s', atLeast: least },
      'one at a time': { unit: 'per s' },
      p50: { unit: 'ms' },
      p95: { unit: 'ms' },
      p99: { unit: 'ms' },
      server: { unit: 'cores' },
      failed: { unit: 'count', atMost: 0 },
      differences: { unit: 'count', atMost: 0 },
    },
    run: () => runGifts(kind, { workers: WORKERS, seconds: SECONDS, rate: least / 2, members: MEMBERS }),
  }
}

interface Plan {
  readonly workers: number
  readonly seconds: number
  /** Gifts per second for the latencies. */
  readonly rate: number
  readonly members: number
}

/** Sends gifts as fast as possible, and then at a rate. */
export async function runGifts(kind: Database['kind'], plan: Plan): Promise<Record<Name, number>> {
  const home = await createStoreHome(kind)
  const store = await home.open()
  try {
    return await measure(store, plan)
  } finally {
    await store.close()
    await home.remove()
  }
}

async function measure(store: Database, plan: Plan): Promise<Record<Name, number>> {
  const ledger = new Ledger(store, { now: Date.now })
  const members: string[] = []
  for (let number = 0; number < plan.members; number += 1) members.push(await memberWith(store, COINS))
  let count = 0
  let failed = 0
  const send = async (): Promise<void> => {
    count += 1
    const room = `${count % ROOMS}`
    const { ok } = await ledger.sendGift({
      memberId: members[count % members.length] ?? '',
      anchorRoomId: room,
      chatRoomNo: room,
      giftId: GIFT_ID,
      count: 1,
      comboId: `combo-${count}`,
      idempotencyKey: newKey(),
    })
    if (!ok) failed += 1
  }
  await closedLoop(send, plan.workers, 1)
  const alone = await closedLoop(send, 1, plan.seconds / 2)
  const before = process.cpuUsage()
  const begun = performance.now()
  const gifts = await closedLoop(send, plan.workers, plan.seconds)
  const { user, system } = process.cpuUsage(before)
  const cores = (user + system) / 1_000 / (performance.now() - begun)
  const latencies = await atRate(send, plan.rate, plan.seconds)
  return {
    gifts,
    'one at a time': alone,
    p50: percentile(latencies, 0.5),
    p95: percentile(latencies, 0.95),
    p99: percentile(latencies, 0.99),
    server: cores,
    failed: failed + count - (await store.db.$count(giftOrder)),
    differences: (await reconcile(store.db)).length + Math.abs(await coinsTooMany(store, ledger, members)),
  }
}

/** Coins that members have beyond what their gifts have left them. */
async function coinsTooMany(store: Database, ledger: Ledger, members: readonly string[]): Promise<number> {
  const [given] = await store.db.select({ coins: sum(giftOrder.total) }).from(giftOrder)
  let balance = 0
  for (const member of members) balance += await ledger.coinBalance(member)
  return balance - (members.length * COINS - Number(given?.coins ?? 0))
}

/** `npm run bench -- gifts`: PGlite, and PostgreSQL if TEST_DATABASE_URL is set. */
export const giftBenches: readonly Bench[] = STORE_KINDS.map(giftBench)
