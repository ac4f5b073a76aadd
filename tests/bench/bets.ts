import { setTimeout as wait } from 'node:timers/promises'
import { LIVE_DELAY_SECONDS } from '#protocol/sports/bet-terms.ts'
import type { Bet } from '#protocol/sports/bets.ts'
import { SECOND_MS } from '#protocol/time.ts'
import type { Database } from '#server/database/database.ts'
import { bet } from '#server/database/schema/sports.ts'
import type { BetChange } from '#server/sports/bets.ts'
import { Sportsbook } from '#server/sports/sportsbook.ts'
import { reconcile } from '#server/wallet/reconcile.ts'
import { creditVenue } from '../server/sports/sports-world.ts'
import { betWorld, oddsOf } from '../server/sports/sports-support.ts'
import { newKey, signInMemberWith } from '../support/ledger-members.ts'
import { STORE_KINDS } from '../support/store.ts'
import { type Bench, percentile } from './harness/figures.ts'
import { atRate, closedLoop } from './harness/loops.ts'
import { runOrders } from './orders/run.ts'
import { createStoreHome, STORE_NAMES } from './store/home.ts'

const WORKERS = 64
const SECONDS = 5
/** Wallet orders at the same time, and seconds of them, as in the bench of orders. */
const ORDERS = { workers: 16, seconds: 3 }
const MEMBERS = 500
const SETTLED = 10_000
const BALANCE = 100_000_000
/** Least bets per second, and the longest settlement of {@link SETTLED} bets in seconds. */
const BOUNDS: Record<Database['kind'], { readonly bets: number; readonly settlement: number }> = {
  pglite: { bets: 400, settlement: 8 },
  postgres: { bets: 800, settlement: 3 },
}

type Name =
  | 'bets'
  | 'of wallet orders'
  | 'p50'
  | 'p95'
  | 'decided late'
  | 'live'
  | 'settlement'
  | 'failed'
  | 'differences'

/**
 * Bets before a match, accepted by price and limits and posted; bets in play, which are accepted after their delay; then the
 * settlement of one match. Wallet orders of the same run are the reference.
 */
function betBench(kind: Database['kind']): Bench<Name> {
  const { bets, settlement } = BOUNDS[kind]
  return {
    name: `bets-${kind}`,
    about: `bets accepted a second on ${STORE_NAMES[kind]}, their time at ${bets / 2} a second, and ${SETTLED} bets settled`,
    figures: {
      bets: { unit: 'per s', atLeast: bets },
      // At least as many as wallet orders.
      'of wallet orders': { unit: '×', atLeast: 1 },
      p50: { unit: 'ms' },
      p95: { unit: 'ms', atMost: 60 },
      // p95 from the end of the delay to the acceptance, and of a bet in play without its delay.
      'decided late': { unit: 'ms' },
      live: { unit: 'ms', atMost: 60 },
      settlement: { unit: 's', atMost: settlement },
      failed: { unit: 'count', atMost: 0 },
      differences: { unit: 'count', atMost: 0 },
    },
    run: () =>
      runBets(kind, {
        workers: WORKERS,
        seconds: SECONDS,
        rate: bets / 2,
        members: MEMBERS,
        settled: SETTLED,
        orders: ORDERS,
      }),
  }
}

interface Plan {
  readonly workers: number
  readonly seconds: number
  /** Bets per second for the latencies. */
  readonly rate: number
  readonly members: number
  readonly settled: number
  readonly orders: { readonly workers: number; readonly seconds: number }
}

/** Places bets as fast as possible, then at a rate, before matches and in play, and settles those on one match. */
export async function runBets(kind: Database['kind'], plan: Plan): Promise<Record<Name, number>> {
  const { perSecond, ...orders } = await runOrders(kind, { ...plan.orders, rate: 1, members: plan.members })
  const home = await createStoreHome(kind)
  const store = await home.open()
  try {
    const measured = await measure(store, plan)
    return {
      ...measured,
      'of wallet orders': measured.bets / perSecond,
      failed: measured.failed + orders.failed,
    }
  } finally {
    await store.close()
    await home.remove()
  }
}

/** `before` and `ending` have not begun; `live` is in play. */
const MATCHES = ['before', 'ending', 'live'] as const

/** A sportsbook of these matches, and members with money. */
class BetLoad {
  failed = 0
  count = 0
  /** Milliseconds from the end of the delay to the acceptance, by bet. */
  readonly late = new Map<string, number>()
  readonly world = betWorld(MATCHES, Date.now())
  readonly sportsbook: Sportsbook
  readonly #members: readonly string[]

  private constructor(store: Database, members: readonly string[]) {
    this.#members = members
    for (const id of MATCHES) this.world.set({ odds: oddsOf(1_800) }, id)
    this.world.set({ clock: { phase: 'first-half', phaseStartedAt: Date.now() }, periods: [[0, 0]] }, 'live')
    const log = { info: () => undefined, warn: console.warn, error: console.error }
    const limits = { rate: () => Promise.resolve(null), exclusionCode: () => Promise.resolve(0) }
    this.sportsbook = new Sportsbook({ database: store, matches: this.world.matches, limits, log, now: Date.now })
    const { bets } = this.sportsbook
    const change = bets.change.bind(bets)
    bets.change = async (changes: readonly BetChange[], db) => {
      const changed = await change(changes, db)
      const ids = changes.flatMap(({ bet: id, state }) => (state === 'accepted' ? [id] : []))
      for (const id of ids) this.late.set(id, Date.now())
      return changed
    }
  }

  static async open(store: Database, count: number): Promise<BetLoad> {
    const members: string[] = []
    for (let number = 0; number < count; number += 1) {
      const memberId = await signInMemberWith(store, 0)
      await creditVenue(store, memberId, BALANCE)
      members.push(memberId)
    }
    return new BetLoad(store, members)
  }

  async place(matchId: (typeof MATCHES)[number]): Promise<Bet | null> {
    this.count += 1
    const side = this.count % 2 === 0 ? 'home' : 'away'
    const placed = await this.sportsbook.bets.place({
      memberId: this.#members[this.count % this.#members.length] ?? '',
      currency: 'CNY',
      stake: 1_00,
      legs: [{ selection: `${matchId}.winner.0.${side}`, price: 0 }],
      accept: 'any',
      idempotencyKey: newKey(),
    })
    if (!placed.ok) this.failed += 1
    return placed.ok ? placed.data.bet : null
  }

  /** Places bets in play at a rate. Returns how late they were decided, and their times without the delay. */
  async live(rate: number, seconds: number): Promise<{ readonly late: number[]; readonly latencies: number[] }> {
    const placed: { readonly bet: Bet; readonly ms: number }[] = []
    this.sportsbook.start()
    await atRate(
      async () => {
        const begun = performance.now()
        const bet = await this.place('live')
        if (bet) placed.push({ bet, ms: performance.now() - begun })
      },
      rate,
      seconds,
    )
    const until = Date.now() + (LIVE_DELAY_SECONDS + PATIENCE_SECONDS) * SECOND_MS
    while (this.late.size < placed.length && Date.now() < until) await wait(100)
    await this.sportsbook.stop()
    this.failed += placed.length - this.late.size
    const late = placed.map(({ bet }) => (this.late.get(bet.betId) ?? Infinity) - (bet.decidesAt ?? 0))
    return { late, latencies: placed.map(({ ms }, index) => ms + (late[index] ?? Infinity)) }
  }

  /** Places bets on the match `ending`, ends it and settles them. Returns the seconds of the settlement. */
  async settle(count: number, workers: number): Promise<number> {
    let left = count
    await Promise.all(
      Array.from({ length: workers }, async () => {
        while (left-- > 0) await this.place('ending')
      }),
    )
    const periods = [
      [0, 0],
      [1, 0],
    ] as const
    this.world.set({ clock: { phase: 'ended', phaseStartedAt: Date.now() }, homeScore: 1, periods }, 'ending')
    const begun = performance.now()
    const settled = await this.sportsbook.settlement.settle('ending')
    this.failed += count - settled
    return (performance.now() - begun) / SECOND_MS
  }
}

/** Time after the delay until a bet counts as not decided. */
const PATIENCE_SECONDS = 10

async function measure(store: Database, plan: Plan): Promise<Omit<Record<Name, number>, 'of wallet orders'>> {
  const load = await BetLoad.open(store, plan.members)
  const place = async (): Promise<void> => void (await load.place('before'))
  await closedLoop(place, plan.workers, 1)
  const bets = await closedLoop(place, plan.workers, plan.seconds)
  const latencies = await atRate(place, plan.rate, plan.seconds)
  const live = await load.live(plan.rate, plan.seconds)
  const settlement = await load.settle(plan.settled, plan.workers)
  return {
    bets,
    p50: percentile(latencies, 0.5),
    p95: percentile(latencies, 0.95),
    'decided late': percentile(live.late, 0.95),
    live: percentile(live.latencies, 0.95),
    settlement,
    failed: load.failed + (load.count - (await store.db.$count(bet))),
    differences: (await reconcile(store.db)).length,
  }
}

/** `npm run bench -- bets`: PGlite, and PostgreSQL if TEST_DATABASE_URL is set. */
export const betBenches: readonly Bench[] = STORE_KINDS.map(betBench)
