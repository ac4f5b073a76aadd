import { and, eq, inArray, sql } from 'drizzle-orm'
import { CODES, failureOf } from '#protocol/codes.ts'
import type { SettleCurrency } from '#protocol/currency.ts'
import { failure, type Failure } from '#protocol/result.ts'
import { siteDayOf } from '#protocol/time.ts'
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
  remainingOf,
  timeOutEnd,
} from '#protocol/wallet/limits.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { rgExclusion, rgLimit, rgPlay, rgPreference } from '../../database/schema/limits.ts'
import { uuidV7 } from '../../database/uuid-v7.ts'
import type { RateSource } from '../funds/rates.ts'
import { type LimitReader, limitValue, usedLimits } from './usage.ts'

/** What a limit may refuse (I9). Withdrawals and transfers out are never refused (I10). */
export type LimitedKind = 'deposit' | 'transfer' | 'stake'

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
   * Checks an amount inside the transaction that creates the order or takes the stake (I9). Resolves with 0, or with the
   * code of the refusal. The caller has locked the member with {@link lockMember}.
   */
  async check(
    tx: LimitReader,
    memberId: string,
    {
      kind,
      currency,
      amount,
    }: { readonly kind: LimitedKind; readonly currency: SettleCurrency; readonly amount: number },
  ): Promise<number> {
    const excluded = await this.exclusionCode(memberId, tx)
    if (excluded !== 0) return excluded
    const rate = await this.rate()
    const limits = await usedLimits(tx, memberId, { now: this.#options.now(), rate })
    const value = limitValue(currency, amount, rate)
    if (kind === 'deposit') return isWithin(limits.deposit, value) ? 0 : CODES.RG_DEPOSIT_LIMIT
    if (remainingOf(limits.session) === 0) return CODES.RG_SESSION_LIMIT
    // A transfer stakes nothing, but nothing could be staked with it.
    const staked = kind === 'stake' ? value : 1
    return isWithin([...limits.loss, ...limits.stake], staked) ? 0 : CODES.RG_LOSS_LIMIT
  }

  /** I10: 60004, 60003, or 0. */
  async exclusionCode(memberId: string, db: LimitReader = this.#database.db): Promise<number> {
    const at = new Date(this.#options.now()).toISOString()
    const { rows } = await db.execute<{ code: number }>(sql`select rg_exclusion_code(${memberId}, ${at}) as code`)
    return rows[0]?.code ?? 0
  }

  /** A venue records stakes and wins in the transaction of their posting. Minor units of CNY. */
  async recordPlay(
    tx: Pick<Transaction, 'insert'>,
    memberId: string,
    { staked, won }: { readonly staked: number; readonly won: number },
  ): Promise<void> {
    await tx
      .insert(rgPlay)
      .values({ memberId, day: siteDayOf(this.#options.now()), staked, won })
      .onConflictDoUpdate({
        target: [rgPlay.memberId, rgPlay.day],
        set: { staked: sql`${rgPlay.staked} + ${staked}`, won: sql`${rgPlay.won} + ${won}` },
      })
  }

  /** A lower limit counts at once. A higher one, or none, waits for its delay and a confirmation. */
  setLimit(memberId: string, { kind, period, amount }: Wanted): Promise<Failure | null> {
    if (amount !== null && amount > LIMIT_MAX[kind]) {
      const text = '限额超出可设置的范围'
      return Promise.resolve(failure(CODES.PARAM_ERROR, text, { details: { fields: { amount: text } } }))
    }
    return this.#change(memberId, async (tx, now) => {
      const own = and(eq(rgLimit.memberId, memberId), eq(rgLimit.kind, kind), eq(rgLimit.period, period))
      const rows = await tx
        .select()
        .from(rgLimit)
        .where(and(own, inArray(rgLimit.status, ['active', 'pending'])))
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
