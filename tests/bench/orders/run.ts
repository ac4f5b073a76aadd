import { isNull } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { type OrderRow, walletOrder } from '#server/database/schema/wallet.ts'
import { DEMO_PAY_TYPES, type PayoutAccounts } from '#server/wallet/payments/channel.ts'
import { Limits } from '#server/wallet/limits/limits.ts'
import { type PaymentAdapter, signWebhook } from '#server/wallet/payments/adapter.ts'
import { reconcile } from '#server/wallet/reconcile.ts'
import type { VenueWallet } from '#server/wallet/venues/venue.ts'
import { type Created, Wallet } from '#server/wallet/wallet.ts'
import { memberWith, newKey } from '../../support/ledger-members.ts'
import { credit } from '../../support/wallet-funds.ts'
import { atRate, closedLoop } from '../harness/loops.ts'
import { createStoreHome } from '../store/home.ts'

/** Enough for all orders of a member. */
const FIRST = 1_000_000_00
const AMOUNT = 100_00
const SECRET = 'secret of the bench'
const CARD = { id: 'card', name: '演示银行', masked: '**** 0005', kind: 'bank', currency: 'CNY' } as const
const VENUE = { venueEnName: 'YBTY', currency: 'CNY' } as const

/** A counterparty without latency: only the server is measured. */
const INSTANT: PaymentAdapter & VenueWallet = {
  id: 'instant',
  create: async () => ({ kind: 'account', bankName: '演示银行', holder: '', account: '1', qr: '', reference: '1' }),
  claim: async () => undefined,
  cancel: async () => undefined,
  giveBack: async () => undefined,
  payOut: async () => undefined,
  transfer: async () => 'paid',
  query: async ({ kind }) => (kind === 'withdraw' ? 'paid' : 'missing'),
}
const ACCOUNTS: PayoutAccounts = { listOf: async () => [CARD], find: async () => CARD }

/** Kinds of orders in turn: half of them are deposits. */
const KINDS = ['deposit', 'transferIn', 'deposit', 'withdraw'] as const

/** A deposit whose report was accepted. It is checked at the end of the run. */
const PAID = 'paid'

export interface OrdersMeasured {
  /** Whole orders per second with as many at once as `workers`. */
  readonly perSecond: number
  /** The same with one worker. */
  readonly alone: number
  /** Milliseconds from the request to the final state, at half of the required rate. */
  readonly latencies: readonly number[]
  readonly cores: number
  readonly failed: number
  readonly differences: number
}

interface Plan {
  readonly workers: number
  readonly seconds: number
  /** Orders per second for the latencies. */
  readonly rate: number
  readonly members: number
}

/** Creates orders and brings each to its success, as fast as possible and then at a rate. */
export async function runOrders(
  kind: Database['kind'],
  { workers, seconds, rate, members }: Plan,
): Promise<OrdersMeasured> {
  const home = await createStoreHome(kind)
  const store = await home.open()
  try {
    const orders = await OrderLoad.open(store, members)
    const one = (): Promise<void> => orders.one()
    await closedLoop(one, workers, 1)
    const alone = await closedLoop(one, 1, seconds / 2)
    const before = process.cpuUsage()
    const begun = performance.now()
    const perSecond = await closedLoop(one, workers, seconds)
    const { user, system } = process.cpuUsage(before)
    const cores = (user + system) / 1_000 / (performance.now() - begun)
    const latencies = await atRate(one, rate, seconds)
    const differences = (await reconcile(store.db)).length
    const unpaid = await store.db.$count(walletOrder, isNull(walletOrder.settleTx))
    return { perSecond, alone, latencies, cores, failed: orders.failed + unpaid, differences }
  } finally {
    await store.close()
    await home.remove()
  }
}

class OrderLoad {
  /** Orders that were refused or did not reach their success. */
  failed = 0
  readonly #wallet: Wallet
  readonly #members: readonly string[]
  #count = 0

  private constructor(wallet: Wallet, members: readonly string[]) {
    this.#wallet = wallet
    this.#members = members
  }

  static async open(database: Database, count: number): Promise<OrderLoad> {
    const now = Date.now
    const channel = { adapter: INSTANT, venues: INSTANT, accounts: ACCOUNTS, payTypes: DEMO_PAY_TYPES }
    const limits = new Limits(database, { now, rates: null })
    const log = { info: () => undefined, warn: console.warn, error: console.error }
    const options = { database, channel, limits, rates: null, secret: SECRET, reviewsAutomatically: true, log, now }
    const members: string[] = []
    for (let number = 0; number < count; number += 1) {
      const member = await memberWith(database, 0)
      await credit(database, member, 'CNY', FIRST)
      members.push(member)
    }
    return new OrderLoad(new Wallet(options), members)
  }

  /** Creates an order and brings it to its success. */
  async one(): Promise<void> {
    const number = (this.#count += 1)
    const memberId = this.#members[number % this.#members.length] ?? ''
    const money = { memberId, amount: AMOUNT, idempotencyKey: newKey() }
    const kind = KINDS[number % KINDS.length] ?? 'deposit'
    const order = await this.#whole(kind, money)
    if (order !== PAID && (order?.isFinal !== true || order.settleTx === null)) this.failed += 1
  }

  async #whole(
    kind: (typeof KINDS)[number],
    money: Parameters<Wallet['deposit']>[1],
  ): Promise<OrderRow | typeof PAID | null> {
    const wallet = this.#wallet
    if (kind === 'deposit') return this.#deposit(await wallet.deposit('demo-bank', money))
    if (kind === 'withdraw') return this.#withdraw(await wallet.withdraw('withdraw', CARD, money))
    const created = await wallet.transfer(kind, VENUE, money)
    return created.ok ? created.data.order : null
  }

  /** The member has paid, and the channel reports it. */
  async #deposit(created: Created): Promise<typeof PAID | null> {
    if (!created.ok) return null
    const { orders, runner } = this.#wallet
    const claimed = await orders.apply(created.data.order, 'claim', { actor: 'member', dueAt: null })
    if (!claimed) return null
    const { orderNo } = claimed
    const isReceived = await runner?.receive(signWebhook({ id: orderNo, orderNo, state: 'paid' }, SECRET, Date.now()))
    return isReceived === true ? PAID : null
  }

  /** Review, payout, report of the channel, and the confirmation of the member. */
  async #withdraw(created: Created): Promise<OrderRow | null> {
    if (!created.ok) return null
    const { orders, runner } = this.#wallet
    if (!runner) return null
    let order: OrderRow | null = created.data.order
    while (order && order.status !== '4') order = await runner.step(order)
    return order && orders.apply(order, 'confirm', { actor: 'member', dueAt: null })
  }
}
