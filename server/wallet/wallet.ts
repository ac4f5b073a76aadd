import { and, eq, sql } from 'drizzle-orm'
import { inCurrency } from '#protocol/club/grades.ts'
import { CODES, failureOf } from '#protocol/codes.ts'
import { type Result, success } from '#protocol/result.ts'
import { feeOf } from '#protocol/rules/amount.ts'
import { MINUTE_MS, startOfSiteDay } from '#protocol/time.ts'
import type { OrderKind } from '#protocol/wallet/order-states.ts'
import type { Database, DatabaseLog, DrizzleDatabase } from '../database/database.ts'
import { account } from '../database/schema/ledger.ts'
import { type OrderRow, walletPreference } from '../database/schema/wallet.ts'
import { contentHash, memberKey } from './ledger/postings.ts'
import type { Limits } from './limits/limits.ts'
import { type Channel, type Currency, type PayoutAccount, WITHDRAW_RULES } from './payments/channel.ts'
import { OrderRunner, type RunnerOptions } from './orders/order-runner.ts'
import type { OrderChecks, OrderDraft } from './orders/order-rows.ts'
import { Orders } from './orders/orders.ts'
import { missingTurnover } from './orders/turnover-rule.ts'

/** E.2: time to pay a deposit order. */
const DEPOSIT_MS = 30 * MINUTE_MS
/** Open orders of one kind that a member may have. */
const OPEN_ORDERS_MAX = 3

export type Created = Result<{ readonly order: OrderRow; readonly isReplay: boolean }>

interface WalletOptions extends Pick<RunnerOptions, 'now' | 'log' | 'secret' | 'rates' | 'reviewsAutomatically'> {
  readonly database: Database
  /** Null without a payment channel: nothing can be deposited, withdrawn or transferred. */
  readonly channel: Channel | null
  readonly log: DatabaseLog
  readonly limits: Pick<Limits, 'check' | 'creditCode' | 'exclusionCode'>
}

interface Requested {
  readonly memberId: string
  readonly amount: number
  readonly idempotencyKey: string
}

/** Orders of the wallet, from the request of a member to the posting. */
export class Wallet {
  readonly orders: Orders
  readonly channel: Channel | null
  readonly runner: OrderRunner | null
  readonly #options: WalletOptions

  constructor(options: WalletOptions) {
    const { database, channel, limits, now } = options
    this.#options = options
    this.channel = channel
    this.orders = new Orders(database, { limits, now })
    this.runner =
      channel && new OrderRunner({ ...options, orders: this.orders, adapter: channel.adapter, venues: channel.venues })
  }

  /** S7.67: a deposit, or the payer's side of a matched pair. `chain` is empty for payments that are not on a chain. */
  async deposit(
    payTypeId: string,
    { memberId, amount, idempotencyKey, chain = '' }: Requested & { readonly chain?: string },
  ): Promise<Created> {
    const type = this.channel?.payTypes.find(({ id }) => id === payTypeId)
    if (!type) return failureOf(CODES.NOT_FOUND)
    const kind: OrderKind = type.kind === 'speed' ? 'speedDeposit' : 'deposit'
    return this.#create(
      {
        memberId,
        kind,
        currency: type.currency,
        amount,
        fee: feeOf(amount, type.feeRate),
        channel: type.id,
        ...(chain !== '' && { accountId: chain }),
        target: 'main',
        expiresAt: this.#options.now() + DEPOSIT_MS,
        idempotencyKey,
      },
      {
        refusal: amount < type.min || amount > type.max ? CODES.LIMIT_EXCEEDED : 0,
        openMax: OPEN_ORDERS_MAX,
        limits: (tx) => this.#options.limits.check(tx, memberId, { kind: 'deposit', currency: type.currency, amount }),
      },
    )
  }

  /** S7.70, S7.71. The caller has checked the withdrawal password. */
  async withdraw(
    kind: 'withdraw' | 'fastWithdraw',
    to: PayoutAccount,
    { memberId, amount, idempotencyKey, timesPerDay }: Requested & Pick<OrderChecks, 'timesPerDay'>,
  ): Promise<Created> {
    const rules = WITHDRAW_RULES[to.currency]
    return this.#create(
      {
        memberId,
        kind,
        currency: to.currency,
        amount,
        fee: feeOf(amount, rules.feeRate),
        channel: to.kind,
        accountId: to.id,
        accountLabel: `${to.name} ${to.masked}`,
        source: 'main',
        ...(kind === 'fastWithdraw' && { expiresAt: this.#options.now() + DEPOSIT_MS }),
        idempotencyKey,
      },
      {
        refusal: amount < rules.min || amount > rules.max ? CODES.LIMIT_EXCEEDED : 0,
        openMax: OPEN_ORDERS_MAX,
        perDay: rules.perDay,
        ...(timesPerDay !== undefined && { timesPerDay }),
        turnover: async (tx) => ((await this.#missingTurnover(tx, memberId)) === 0 ? 0 : CODES.TURNOVER_NOT_MET),
      },
    )
  }

  /** Turnover that is missing before a withdrawal, in minor units of a currency (decision 223). */
  async turnoverLeft(memberId: string, currency: Currency): Promise<number> {
    return inCurrency(await this.#missingTurnover(this.#options.database.db, memberId), currency)
  }

  /** Minor units of CNY. Members who are excluded from play can withdraw whatever is missing (I10). */
  async #missingTurnover(db: Pick<DrizzleDatabase, 'select' | 'execute'>, memberId: string): Promise<number> {
    const { limits, now } = this.#options
    return (await limits.exclusionCode(memberId, db)) === 0 ? missingTurnover(db, memberId, now()) : 0
  }

  /** E.5. Transfers out are never limited. */
  transfer(
    kind: 'transferIn' | 'transferOut',
    { venueEnName, currency }: { readonly venueEnName: string; readonly currency: Currency },
    { memberId, amount, idempotencyKey }: Requested,
  ): Promise<Created> {
    const [source, target] = kind === 'transferIn' ? ['main', `venue:${venueEnName}`] : [`venue:${venueEnName}`, 'main']
    return this.#create(
      { memberId, kind, currency, amount, fee: 0, channel: venueEnName, source, target, idempotencyKey },
      {
        refusal: 0,
        ...(kind === 'transferIn' && {
          limits: (tx) => this.#options.limits.check(tx, memberId, { kind: 'transfer', currency, amount }),
        }),
      },
    )
  }

  /**
   * E.5: a transfer of the whole balance from each of the venues that has one. All are stored at once, so that a process
   * that dies recovers everything or nothing; the runner executes what is stored. A `refusal` is stored like an order.
   */
  async recover(
    venues: readonly { readonly venueEnName: string; readonly refusal: number }[],
    { memberId, currency, idempotencyKey }: Omit<Requested, 'amount'> & { readonly currency: Currency },
  ): Promise<Result<null>> {
    const shared = { memberId, kind: 'transferOut', currency } as const
    const call = {
      ...shared,
      key: memberKey(memberId, idempotencyKey),
      contentHash: contentHash('recover', [memberId, currency]),
    }
    return this.orders.createAll(call, async (tx) => {
      // Locked in the order of postings, so that no posting of the same accounts waits for this one while it waits for them.
      const rows = await balancesIn(tx, memberId, currency).orderBy(account.id).for('update')
      const balances = new Map(rows.map(({ kind, balance }) => [kind, balance]))
      return venues.flatMap(({ venueEnName, refusal }) => {
        const source = `venue:${venueEnName}`
        const amount = balances.get(source) ?? 0
        if (amount === 0) return []
        const key = recoveryKey(idempotencyKey, venueEnName)
        const draft = { ...shared, amount, fee: 0, channel: venueEnName, source, target: 'main', idempotencyKey: key }
        return [{ draft, refusal }]
      })
    })
  }

  /** Balances by account kind. Accounts without a posting are missing. */
  async balances(memberId: string, currency: Currency): Promise<ReadonlyMap<string, number>> {
    const rows = await balancesIn(this.#options.database.db, memberId, currency)
    return new Map(rows.map(({ kind, balance }) => [kind, balance]))
  }

  /** What the member can still withdraw on this site day. Released orders do not count. */
  async dailyLeft(memberId: string, currency: Currency): Promise<number> {
    const since = new Date(startOfSiteDay(this.#options.now())).toISOString()
    const { rows } = await this.#options.database.db.execute<{ sum: number }>(sql`
      select coalesce(sum(amount), 0)::bigint as sum from wallet_order
      where member_id = ${memberId} and currency = ${currency} and kind in ('withdraw', 'fastWithdraw')
        and created_at >= ${since} and release_tx is null`)
    return Math.max(0, WITHDRAW_RULES[currency].perDay - (rows[0]?.sum ?? 0))
  }

  /** Number of withdrawals of this site day, in all currencies. Released orders do not count. */
  async withdrawalsToday(memberId: string): Promise<number> {
    const since = new Date(startOfSiteDay(this.#options.now())).toISOString()
    const { rows } = await this.#options.database.db.execute<{ count: number }>(sql`
      select count(*)::integer as count from wallet_order where member_id = ${memberId}
        and kind in ('withdraw', 'fastWithdraw') and created_at >= ${since} and release_tx is null`)
    return rows[0]?.count ?? 0
  }

  /** S7.76: what the member has chosen; null without a choice. */
  async transferMode(memberId: string): Promise<'auto' | 'manual' | null> {
    const [row] = await this.#options.database.db
      .select()
      .from(walletPreference)
      .where(eq(walletPreference.memberId, memberId))
    return row?.transferMode ?? null
  }

  async setTransferMode(memberId: string, transferMode: 'auto' | 'manual'): Promise<void> {
    await this.#options.database.db
      .insert(walletPreference)
      .values({ memberId, transferMode })
      .onConflictDoUpdate({ target: walletPreference.memberId, set: { transferMode } })
  }

  /** Runs the next step of an order at once. The order is unchanged if the counterparty does not respond. */
  async advance(order: OrderRow): Promise<OrderRow> {
    try {
      return (await this.runner?.step(order)) ?? order
    } catch (error) {
      this.#options.log.warn({ err: error, orderNo: order.orderNo }, 'the counterparty of an order did not respond')
      return order
    }
  }

  async #create(draft: OrderDraft, checks: OrderChecks): Promise<Created> {
    const created = await this.orders.create(draft, checks)
    if (!created.ok || created.data.isReplay) return created
    return success({ order: await this.advance(created.data.order), isReplay: false })
  }
}

/** Key of the transfer from one venue in a recovery. It follows from the key of the call. */
export const recoveryKey = (idempotencyKey: string, venueEnName: string): string => `${idempotencyKey}.${venueEnName}`

/** Query of the balances of a member by account kind. */
function balancesIn(db: Pick<DrizzleDatabase, 'select'>, memberId: string, currency: Currency) {
  return db
    .select({ kind: account.kind, balance: account.balance })
    .from(account)
    .where(and(eq(account.ownerType, 'member'), eq(account.ownerId, memberId), eq(account.currency, currency)))
}
