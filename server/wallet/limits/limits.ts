import { and, eq, inArray, sql } from 'drizzle-orm'
import { CODES, failureOf, PLAY_STOP_CODES } from '#protocol/codes.ts'
import type { SettleCurrency } from '#protocol/currency.ts'
import { failure, type Failure, type Result } from '#protocol/result.ts'
import {
  EXCLUSION_CONFIRM_TEXT,
  exclusionEnd,
  isLowering,
  isWithin,
  LIMIT_MAX,
  type LimitKind,
  type LimitPeriod,
  RAISE_DELAY_MS,
  raiseState,
  timeOutEnd,
} from '#protocol/wallet/limits.ts'
import { stateOf } from '#protocol/wallet/order-states.ts'
import { type PlayAction, playStop, type PlayStop, refusalText, type RefusedValue } from '#protocol/wallet/play-stop.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { IS_OPEN_LIMIT, rgExclusion, rgLimit, rgPreference } from '../../database/schema/limits.ts'
import { IS_PENDING_ORDER, type OrderRow } from '../../database/schema/wallet.ts'
import { uuidV7 } from '../../database/uuid-v7.ts'
import type { RateSource } from '../funds/rates.ts'
import { playStateOf } from './overview.ts'
import { type LimitReader, limitValue, usedLimits } from './usage.ts'

/** Money that a limit may refuse (I9). Withdrawals and transfers out are never refused (I10). */
interface LimitedMoney {
  readonly kind: 'deposit' | 'transfer'
  readonly currency: SettleCurrency
  readonly amount: number
}

type CreditedOrder = Pick<OrderRow, 'memberId' | 'kind' | 'status'>

interface LimitsOptions {
  readonly now: () => number
  /** Values USDT in CNY. Null without a source. */
  readonly rates: RateSource | null
}

interface Wanted {
  readonly kind: LimitKind
  readonly period: LimitPeriod
  /** Null removes the limit. */
  readonly amount: number | null
}

/** Responsible-play limits, time-outs and self-exclusions (Annex I, E.12). Changes return null, or the refusal. */
export class Limits {
  readonly #database: Database
  readonly #options: LimitsOptions

  constructor(database: Database, options: LimitsOptions) {
    this.#database = database
    this.#options = options
  }

  /** The rate that values USDT; null without one. */
  async rate(): Promise<number | null> {
    return (await this.#options.rates?.current())?.rate ?? null
  }

  /**
   * Checks an amount inside the transaction that creates the order (I9). Resolves with 0, or with the code of the refusal.
   * The caller has locked the member with {@link lockMember}. Stakes are checked by `ledger_stake` in the database.
   */
  async check(tx: LimitReader, memberId: string, money: LimitedMoney): Promise<number> {
    const value = money.kind === 'transfer' ? (await this.#transferValue(tx, memberId, money)).value : null
    const code = await this.#playCode(tx, memberId, value)
    if (code !== 0 || money.kind === 'transfer') return code
    const at = { now: this.#options.now(), rate: await this.rate() }
    const { deposit } = await usedLimits(tx, memberId, at)
    return isWithin(deposit, limitValue(money.currency, money.amount, at.rate)) ? 0 : CODES.RG_DEPOSIT_LIMIT
  }

  /**
   * Checks, inside the transaction that would credit it, whether the payment of a deposit may be credited: not during an
   * exclusion (I10), and a late one within the deposit limits (I9). 0, or the code for which it is returned. The caller has
   * locked the member.
   */
  async creditCode(tx: LimitReader, { memberId, kind, status }: CreditedOrder): Promise<number> {
    const excluded = await this.exclusionCode(memberId, tx)
    if (excluded !== 0) return excluded
    // A payment in time was within the limits when its order was created. A late one counts in `used` by now.
    if (stateOf(kind, status) !== 'lateReview') return 0
    const { deposit } = await usedLimits(tx, memberId, { now: this.#options.now(), rate: await this.rate() })
    return deposit.some(({ amount, used }) => used > amount) ? CODES.RG_DEPOSIT_LIMIT : 0
  }

  /** The refusal of an action with its reason and what was counted (I9, I10). */
  async refusal(memberId: string, code: number, action: PlayAction, money?: LimitedMoney | number): Promise<Failure> {
    const { db } = this.#database
    const at = { now: this.#options.now(), rate: await this.rate() }
    const refused =
      typeof money === 'number'
        ? { value: money }
        : money?.kind === 'transfer'
          ? await this.#transferValue(db, memberId, money)
          : money && { value: limitValue(money.currency, money.amount, at.rate) }
    const total = refused && refused.value
    const stop = playStop(await playStateOf(db, memberId, at), action, total)
    // Limits may have changed since the refusal, or the refusal is repeated under its key.
    const known = stop?.code === code ? stop : { code, limit: null, until: null }
    return failure(code, refusalText(known, action, refused), { details: { stop: known } })
  }

  /** A failure with its reason, if it is a refusal of {@link refusal}; other results as they are. */
  async explained<Data>(
    result: Result<Data>,
    memberId: string,
    action: PlayAction,
    money?: LimitedMoney | number,
  ): Promise<Result<Data>> {
    if (result.ok || !PLAY_STOP_CODES.includes(result.code)) return result
    return this.refusal(memberId, result.code, action, money)
  }

  /** What stops an action of any value now; null if nothing does. */
  async stopOf(memberId: string, action: PlayAction): Promise<PlayStop | null> {
    const at = { now: this.#options.now(), rate: await this.rate() }
    return playStop(await playStateOf(this.#database.db, memberId, at), action)
  }

  /** The code that refuses play of a value in minor units of CNY, or 0; without a value loss and stake limits do not count. */
  async #playCode(tx: LimitReader, memberId: string, value: number | null): Promise<number> {
    const at = new Date(this.#options.now()).toISOString()
    const { rows } = await tx.execute<{ code: number }>(
      sql`select rg_play_code(${memberId}, ${value}::bigint, ${at}) as code`,
    )
    return rows[0]?.code ?? 0
  }

  /**
   * What a transfer into a venue counts. Money in venues is not lost, but it may be: together with the transfer it has to
   * be within what loss and stake limits leave (decision 182).
   */
  async #transferValue(tx: LimitReader, memberId: string, { currency, amount }: LimitedMoney): Promise<RefusedValue> {
    const rate = await this.rate()
    const { rows } = await tx.execute<{ currency: SettleCurrency; amount: number }>(sql`
      select currency, sum(amount)::bigint as amount from (
        select currency, balance as amount from account
          where owner_type = 'member' and owner_id = ${memberId} and kind like 'venue:%'
        union all
        select currency, amount from wallet_order
          where member_id = ${memberId} and kind = 'transferIn' and ${IS_PENDING_ORDER}
      ) as at_venues group by currency`)
    const atVenues = rows.reduce((sum, row) => sum + limitValue(row.currency, row.amount, rate), 0)
    return { value: atVenues + limitValue(currency, amount, rate), atVenues }
  }

  /** I10: 60004, 60003, or 0. */
  async exclusionCode(memberId: string, db: LimitReader = this.#database.db): Promise<number> {
    const at = new Date(this.#options.now()).toISOString()
    const { rows } = await db.execute<{ code: number }>(sql`select rg_exclusion_code(${memberId}, ${at}) as code`)
    return rows[0]?.code ?? 0
  }

  /** A lower limit counts at once. A higher one, or none, waits for its delay and a confirmation. */
  setLimit(memberId: string, { kind, period, amount }: Wanted): Promise<Failure | null> {
    if (amount !== null && amount > LIMIT_MAX[kind]) {
      const text = '限额超出可设置的范围'
      return Promise.resolve(failure(CODES.PARAM_ERROR, text, { details: { fields: { amount: text } } }))
    }
    return this.#change(memberId, async (tx, now) => {
      const own = and(eq(rgLimit.memberId, memberId), eq(rgLimit.kind, kind), eq(rgLimit.period, period))
      const rows = await tx.select().from(rgLimit).where(and(own, IS_OPEN_LIMIT))
      const active = rows.find(({ status }) => status === 'active')
      const ended = rows.filter(({ status }) => status === 'pending').map(({ id }) => id)
      const lowers = isLowering(active?.amount ?? null, amount)
      if (lowers && active) ended.push(active.id)
      await endLimits(tx, ended, now)
      if (!lowers && (!active || amount === active.amount)) return null
      await tx.insert(rgLimit).values({
        id: uuidV7(now),
        memberId,
        kind,
        period,
        amount,
        status: lowers ? 'active' : 'pending',
        createdAt: now,
        effectiveAt: lowers ? now : now + RAISE_DELAY_MS[period],
      })
      return null
    })
  }

  /** E.12: the second confirmation of a raise. Refused during an exclusion. */
  confirmRaise(memberId: string, id: string): Promise<Failure | null> {
    return this.#change(memberId, async (tx, now) => {
      const raise = await pendingOf(tx, memberId, id)
      if (!raise) return failureOf(CODES.NOT_FOUND)
      if (raiseState(raise.effectiveAt, now) !== 'awaitingConfirm') return failureOf(CODES.ORDER_STATE_CHANGED)
      const excluded = await this.exclusionCode(memberId, tx)
      if (excluded !== 0) return failureOf(excluded)
      const { kind, period } = raise
      const former = await tx
        .select({ id: rgLimit.id })
        .from(rgLimit)
        .where(
          and(
            eq(rgLimit.memberId, memberId),
            eq(rgLimit.kind, kind),
            eq(rgLimit.period, period),
            eq(rgLimit.status, 'active'),
          ),
        )
      await endLimits(tx, [...former.map((row) => row.id), ...(raise.amount === null ? [id] : [])], now)
      if (raise.amount !== null) await tx.update(rgLimit).set({ status: 'active' }).where(eq(rgLimit.id, id))
      return null
    })
  }

  cancelRaise(memberId: string, id: string): Promise<Failure | null> {
    return this.#change(memberId, async (tx, now) => {
      if (!(await pendingOf(tx, memberId, id))) return failureOf(CODES.NOT_FOUND)
      await endLimits(tx, [id], now)
      return null
    })
  }

  timeOut(memberId: string, hours: number): Promise<Failure | null> {
    return this.#change(memberId, async (tx, now) => {
      const until = timeOutEnd(now, hours)
      await tx.insert(rgExclusion).values({ id: uuidV7(now), memberId, kind: 'timeOut', since: now, until })
      return null
    })
  }

  /** `months` null is permanent. `confirmText` has to be the text of the page. */
  async selfExclude(memberId: string, months: number | null, confirmText: string): Promise<Failure | null> {
    if (confirmText !== EXCLUSION_CONFIRM_TEXT) {
      const text = `请输入“${EXCLUSION_CONFIRM_TEXT}”确认`
      return failure(CODES.PARAM_ERROR, text, { details: { fields: { confirmText: text } } })
    }
    return this.#change(memberId, async (tx, now) => {
      const until = months === null ? null : exclusionEnd(now, months)
      await tx.insert(rgExclusion).values({ id: uuidV7(now), memberId, kind: 'selfExclusion', since: now, until })
      return null
    })
  }

  async setRealityCheck(memberId: string, realityCheckMinutes: number): Promise<void> {
    await this.#database.db
      .insert(rgPreference)
      .values({ memberId, realityCheckMinutes })
      .onConflictDoUpdate({ target: rgPreference.memberId, set: { realityCheckMinutes } })
  }

  /** Limits change one after the other, and not while an order of the member is created. */
  #change(memberId: string, work: (tx: Transaction, now: number) => Promise<Failure | null>): Promise<Failure | null> {
    return this.#database.transaction(async (tx) => {
      await lockMember(tx, memberId)
      return work(tx, this.#options.now())
    })
  }
}

/** The lock under which orders of a member are created. */
export async function lockMember(tx: Pick<Transaction, 'execute'>, memberId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${memberId}, 5))`)
}

async function pendingOf(tx: Transaction, memberId: string, id: string) {
  const [row] = await tx
    .select()
    .from(rgLimit)
    .where(and(eq(rgLimit.id, id), eq(rgLimit.memberId, memberId), eq(rgLimit.status, 'pending')))
  return row
}

async function endLimits(tx: Transaction, ids: readonly string[], endedAt: number): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(rgLimit)
    .set({ status: 'ended', endedAt })
    .where(inArray(rgLimit.id, [...ids]))
}
