import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { Database } from '#server/database/database.ts'
import { account } from '#server/database/schema/ledger.ts'
import { Conversions } from '#server/wallet/funds/conversions.ts'
import { InterestWallet } from '#server/wallet/funds/interest-wallet.ts'
import type { Rate } from '#server/wallet/funds/rates.ts'
import { houseLeg, memberLeg, transferOnce } from '#server/wallet/funds/transfer.ts'
import { reconcile } from '#server/wallet/reconcile.ts'
import { expectInvariants } from './ledger.ts'
import { memberWith, newKey } from './ledger-members.ts'
import { openTestStore, type STORE_KINDS, testClock } from './store.ts'

/** Conversions and interest wallet on a database, as a new process would open them. */
export function openFunds(store: Database, now: () => number, rate: () => Rate | null) {
  return {
    conversions: new Conversions(store, { now, rates: { current: () => Promise.resolve(rate()) } }),
    interest: new InterestWallet(store, { now }),
  }
}

type Funds = ReturnType<typeof openFunds>

/** Credits a member from the exchange account of the house. */
export async function credit(store: Database, memberId: string, currency: SettleCurrency, amount: number) {
  const result = await transferOnce(store.db, {
    type: 'convert',
    refType: 'member',
    refId: memberId,
    key: `credit:${newKey()}`,
    contentHash: 'credit',
    legs: [memberLeg(memberId, 'main', { currency, amount }), houseLeg('exchange', { currency, amount: -amount })],
    at: Date.UTC(2026, 10, 1),
  })
  if (result.code !== 0) throw new Error(`the credit was refused: ${result.code}`)
}

export async function balanceOf(store: Database, memberId: string, kind: string, currency: SettleCurrency) {
  const [row] = await store.db
    .select({ balance: account.balance })
    .from(account)
    .where(and(eq(account.ownerId, memberId), eq(account.kind, kind), eq(account.currency, currency)))
  return row?.balance ?? 0
}

/** A database with both funds for one `describe`; the ledger is reconciled after each test. */
export function fundWorld(kind: (typeof STORE_KINDS)[number]) {
  const clock = testClock()
  const rate = { value: 72_000, age: 0 }
  const current = (): Rate | null => ({ rate: rate.value, source: 'test', at: clock.now() - rate.age })
  let store: Database
  let funds: Funds
  beforeAll(async () => {
    store = await openTestStore(kind)
    funds = openFunds(store, clock.now, current)
  })
  afterEach(async () => {
    await expectInvariants(store)
    expect(await reconcile(store.db)).toEqual([])
  })
  afterAll(() => store.close())
  return {
    clock,
    rate,
    /** A member with these balances. */
    async member(balances: Partial<Record<SettleCurrency, number>>): Promise<string> {
      const memberId = await memberWith(store, 0, clock.now)
      for (const currency of ['CNY', 'USDT'] as const) {
        // oxlint-disable-next-line no-await-in-loop -- one connection
        if (balances[currency] !== undefined) await credit(store, memberId, currency, balances[currency])
      }
      return memberId
    },
    balance(memberId: string, account: string, currency: SettleCurrency): Promise<number> {
      return balanceOf(store, memberId, account, currency)
    },
    /** Opens everything again, as after a restart. */
    restart() {
      funds = openFunds(store, clock.now, current)
    },
    get store() {
      return store
    },
    get conversions() {
      return funds.conversions
    },
    get interest() {
      return funds.interest
    },
  }
}
