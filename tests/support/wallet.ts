import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { Database } from '#server/database/database.ts'
import type { OrderRow } from '#server/database/schema/wallet.ts'
import { DEMO_PAY_TYPES, type PayoutAccount, type PayoutAccounts } from '#server/wallet/payments/channel.ts'
import { Limits } from '#server/wallet/limits/limits.ts'
import { DemoBank } from '#server/wallet/payments/demo-bank.ts'
import { reconcile } from '#server/wallet/reconcile.ts'
import type { VenueWallet } from '#server/wallet/venues/venue.ts'
import { Wallet } from '#server/wallet/wallet.ts'
import { expectInvariants } from './ledger.ts'
import { memberWith, newKey } from './ledger-members.ts'
import { testLog } from './logs.ts'
import { openTestStore, type STORE_KINDS, testClock } from './store.ts'

export const WEBHOOK_SECRET = 'secret of the tests'

const DEMO_ACCOUNTS: readonly PayoutAccount[] = [
  { id: 'demo-card', name: '演示银行', masked: '6200****0005', kind: 'bank', currency: 'CNY' },
  { id: 'demo-address', name: 'TRC20', masked: 'TDem****emo1', kind: 'usdt', currency: 'USDT' },
]

/** An account per currency, the same for every member. */
const demoAccounts: PayoutAccounts = {
  listOf: (_memberId, currency) => Promise.resolve(DEMO_ACCOUNTS.filter((one) => one.currency === currency)),
  find: (_memberId, id) => Promise.resolve(DEMO_ACCOUNTS.find((one) => one.id === id) ?? null),
}

/** Adds further venues to the wallet of the demo bank. */
type WithVenues = (local: VenueWallet) => VenueWallet

/** A wallet with the demo bank on a database, as a new process would open it. */
export function openTestWallet(store: Database, now: () => number, withVenues: WithVenues = (local) => local) {
  const bank = new DemoBank(store, { now, secret: WEBHOOK_SECRET })
  const channel = { adapter: bank, venues: withVenues(bank), accounts: demoAccounts, payTypes: DEMO_PAY_TYPES }
  const limits = new Limits(store, { now, rates: null })
  const options = {
    database: store,
    limits,
    channel,
    rates: { current: () => Promise.resolve({ rate: 72_000, source: 'test', at: now() }) },
    secret: WEBHOOK_SECRET,
    reviewsAutomatically: true,
    log: testLog(),
    now,
  }
  const wallet = new Wallet(options)
  const { runner } = wallet
  if (!runner) throw new Error('a wallet with a channel has a runner')
  return { wallet, bank, runner, limits }
}

/** A database with a wallet for one `describe`; the ledger is reconciled after each test. */
export function walletWorld(kind: (typeof STORE_KINDS)[number], withVenues?: WithVenues) {
  const clock = testClock()
  let store: Database
  let opened: ReturnType<typeof openTestWallet>
  beforeAll(async () => {
    store = await openTestStore(kind)
    opened = openTestWallet(store, clock.now, withVenues)
  })
  afterEach(async () => {
    await expectInvariants(store)
    expect(await reconcile(store.db)).toEqual([])
  })
  afterAll(() => store.close())

  /** Lets time pass in steps, with the webhooks and rounds of each. */
  async function pass(ms: number, stepMs = 5_000): Promise<void> {
    for (let left = ms; left > 0; left -= stepMs) {
      clock.move(Math.min(stepMs, left))
      for (const webhook of await opened.bank.takeWebhooks()) await opened.runner.receive(webhook)
      await opened.runner.run()
    }
  }
  async function created(result: Awaited<ReturnType<Wallet['deposit']>>): Promise<OrderRow> {
    if (!result.ok) throw new Error(`the order was refused: ${result.code}`)
    return result.data.order
  }
  async function statusOf({ orderNo }: OrderRow): Promise<string | undefined> {
    return (await opened.wallet.orders.find(orderNo))?.status
  }
  async function balance(memberId: string, account = 'main', currency: 'CNY' | 'USDT' = 'CNY'): Promise<number> {
    return (await opened.wallet.balances(memberId, currency)).get(account) ?? 0
  }
  /** Reports that the member has paid. */
  async function claim(order: OrderRow): Promise<void> {
    const claimed = await opened.wallet.orders.apply(order, 'claim', { actor: 'member', dueAt: clock.now() })
    if (!claimed) throw new Error('the deposit could not be claimed')
    await opened.wallet.advance(claimed)
  }
  /** Deposits through the bank until it is credited. */
  async function deposit(memberId: string, amount: number): Promise<OrderRow> {
    const order = await created(
      await opened.wallet.deposit('demo-bank', { memberId, amount, idempotencyKey: newKey() }),
    )
    await claim(order)
    await pass(5_000)
    return order
  }
  return {
    clock,
    pass,
    created,
    statusOf,
    balance,
    claim,
    deposit,
    member: () => memberWith(store, 0),
    /** Opens the wallet again, as after a restart. */
    restart() {
      opened = openTestWallet(store, clock.now, withVenues)
    },
    get store() {
      return store
    },
    get wallet() {
      return opened.wallet
    },
    get limits() {
      return opened.limits
    },
    get bank() {
      return opened.bank
    },
    get runner() {
      return opened.runner
    },
  }
}
