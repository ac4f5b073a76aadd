import type { Database } from '#server/database/database.ts'
import { bet } from '#server/database/schema/sports.ts'
import { Bets } from '#server/sports/bets.ts'
import { Book } from '#server/sports/book.ts'
import { Settlement } from '#server/sports/settlement.ts'
import { reconcile } from '#server/wallet/reconcile.ts'
import { creditVenue } from '../server/sports/sports-world.ts'
import { betWorld, oddsOf } from '../server/sports/sports-support.ts'
import { newKey, signInMemberWith } from '../support/ledger-members.ts'
import { STORE_KINDS } from '../support/store.ts'
import { type Bench, percentile } from './harness/figures.ts'
import { atRate, closedLoop } from './harness/loops.ts'
import { createStoreHome, STORE_NAMES } from './store/home.ts'

const WORKERS = 64
const SECONDS = 6
const MEMBERS = 500
const SETTLED = 10_000
const BALANCE = 100_000_000
/** Least bets per second, and the longest settlement of {@link SETTLED} bets in seconds. */
const BOUNDS: Record<Database['kind'], { readonly bets: number; readonly settlement: number }> = {
  pglite: { bets: 400, settlement: 8 },
  postgres: { bets: 800, settlement: 3 },
}

type Name = 'bets' | 'p50' | 'p95' | 'settlement' | 'failed' | 'differences'

/** Bets before a match, accepted by price and limits and posted; then the settlement of one match. */
function betBench(kind: Database['kind']): Bench<Name> {
  const { bets, settlement } = BOUNDS[kind]
  return {
    name: `bets-${kind}`,
    about: `bets accepted a second on ${STORE_NAMES[kind]}, their time at ${bets / 2} a second, and ${SETTLED} bets settled`,
    figures: {
      bets: { unit: 'per s', atLeast: bets },
      p50: { unit: 'ms' },
      p95: { unit: 'ms', atMost: 60 },
      settlement: { unit: 's', atMost: settlement },
      failed: { unit: 'count', atMost: 0 },
      differences: { unit: 'count', atMost: 0 },
    },
    run: () =>
      runBets(kind, { workers: WORKERS, seconds: SECONDS, rate: bets / 2, members: MEMBERS, settled: SETTLED }),
  }
}

interface Plan {
  readonly workers: number
  readonly seconds: number
  /** Bets per second for the latencies. */
  readonly rate: number
  readonly members: number
  readonly settled: number
}

/** Places bets as fast as possible, then at a rate, and settles those on one match. */
export async function runBets(kind: Database['kind'], plan: Plan): Promise<Record<Name, number>> {
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
  const world = betWorld(['m1', 'm2'], Date.now())
  for (const id of ['m1', 'm2']) world.set({ odds: oddsOf(1_800) }, id)
  const onError = (error: unknown) => {
    throw error
  }
  const book = new Book({ matches: world.matches, now: Date.now, onError })
  const bets = new Bets({
    database: store,
    book,
    now: Date.now,
    rate: () => Promise.resolve(null),
    exclusionCode: () => Promise.resolve(0),
  })
  const settlement = new Settlement({ database: store, book, bets, now: Date.now })
  const members: string[] = []
  for (let number = 0; number < plan.members; number += 1) {
    const memberId = await signInMemberWith(store, 0)
    await creditVenue(store, memberId, BALANCE)
    members.push(memberId)
  }
  let count = 0
  let failed = 0
  const place = async (matchId: string): Promise<void> => {
    count += 1
    const side = count % 2 === 0 ? 'home' : 'away'
    const { ok } = await bets.place({
      memberId: members[count % members.length] ?? '',
      currency: 'CNY',
      stake: 1_00,
      legs: [{ selection: `${matchId}.winner.0.${side}`, price: 0 }],
      accept: 'any',
      idempotencyKey: newKey(),
    })
    if (!ok) failed += 1
  }
  await closedLoop(() => place('m2'), plan.workers, 1)
  const accepted = await closedLoop(() => place('m2'), plan.workers, plan.seconds)
  const latencies = await atRate(() => place('m2'), plan.rate, plan.seconds)
  let left = plan.settled
  await Promise.all(
    Array.from({ length: plan.workers }, async () => {
      while (left-- > 0) await place('m1')
    }),
  )
  world.set(
    {
      clock: { phase: 'ended', phaseStartedAt: Date.now() },
      homeScore: 1,
      periods: [
        [0, 0],
        [1, 0],
      ],
    },
    'm1',
  )
  const begun = performance.now()
  const settled = await settlement.settle('m1')
  const seconds = (performance.now() - begun) / 1_000
  return {
    bets: accepted,
    p50: percentile(latencies, 0.5),
    p95: percentile(latencies, 0.95),
    settlement: seconds,
    failed: failed + (count - (await store.db.$count(bet))) + (plan.settled - settled),
    differences: (await reconcile(store.db)).length,
  }
}

/** `npm run bench -- bets`: PGlite, and PostgreSQL if TEST_DATABASE_URL is set. */
export const betBenches: readonly Bench[] = STORE_KINDS.map(betBench)
