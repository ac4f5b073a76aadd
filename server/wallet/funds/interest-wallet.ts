import { and, eq, gte, lt, sql } from 'drizzle-orm'
import { CODES, failureOf } from '#protocol/codes.ts'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { type Result, successOf } from '#protocol/result.ts'
import { dateOfDay, siteDayOf } from '#protocol/time.ts'
import { accrualTime, INTEREST_MIN } from '#protocol/wallet/interest.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { retried } from '../../database/errors.ts'
import { ledgerEntry, ledgerTx } from '../../database/schema/ledger.ts'
import { interestDay, interestPosition } from '../../database/schema/funds.ts'
import { contentHash, memberKey } from '../ledger/postings.ts'
import { accrueTo, dailyPpmOf, lastAccruableDay } from './accrual.ts'
import { isTransferred, memberLeg, transferOnce } from './transfer.ts'

const SERIES_DAYS = 30
const RECORDS = 20
/** Positions that are read at once while interest is accrued. */
const BATCH = 100

type Direction = 'to' | 'from'

interface Move {
  readonly memberId: string
  readonly currency: SettleCurrency
  readonly amount: number
  readonly idempotencyKey: string
}

interface Balances {
  readonly main: number
  readonly interest: number
}

/** The interest wallet of members (S7.77, E.6). */
export class InterestWallet {
  readonly #database: Database
  readonly #now: () => number
  /** The last day whose interest this process has accrued for all positions. */
  #accruedDay = 0

  constructor(database: Database, { now }: { readonly now: () => number }) {
    this.#database = database
    this.#now = now
  }

  /** Transfers to or from the interest wallet, once per key. Refusals are stored under the key. */
  async move(
    direction: Direction,
    { memberId, currency, amount, idempotencyKey }: Move,
  ): Promise<Result<DataOf<'interest.to'>>> {
    const posted = await retried(() =>
      this.#database.transaction(async (tx) => {
        const at = await lockPosition(tx, memberId, currency, this.#now())
        const { interest } = await balancesOf(tx, memberId, currency)
        const isSmall = amount < INTEREST_MIN[currency] && !(direction === 'from' && amount === interest)
        const [main, principal] = direction === 'to' ? [-amount, amount] : [amount, -amount]
        const result = await transferOnce(tx, {
          type: `interest-${direction}`,
          refType: 'member',
          refId: memberId,
          key: memberKey(memberId, idempotencyKey),
          contentHash: contentHash(`interest-${direction}`, [memberId, currency, amount]),
          refusal: isSmall ? CODES.LIMIT_EXCEEDED : 0,
          legs: [
            memberLeg(memberId, 'main', { currency, amount: main }),
            memberLeg(memberId, 'interest', { currency, amount: principal }),
          ],
          at,
        })
        if (!isTransferred(result)) return result
        if (!result.replay) await tx.update(interestPosition).set({ movedAt: at }).where(positionOf(memberId, currency))
        return { ...result, after: await balancesAfter(tx, result.tx) }
      }),
    )
    if (!('after' in posted)) {
      return failureOf(posted.code, { details: { min: INTEREST_MIN[currency] } })
    }
    const { after, replay } = posted
    return successOf({ currency, principal: after.interest, balance: after.main }, replay)
  }

  /** The response of a transfer by its key; null without one. */
  async movedUnder(memberId: string, idempotencyKey: string): Promise<DataOf<'interest.to'> | null> {
    const { db } = this.#database
    const [found] = await db
      .select({ tx: ledgerTx.id, currency: ledgerEntry.currency })
      .from(ledgerTx)
      .innerJoin(ledgerEntry, eq(ledgerEntry.txId, ledgerTx.id))
      .where(eq(ledgerTx.idemKey, memberKey(memberId, idempotencyKey)))
      .limit(1)
    if (!found) return null
    const { main, interest } = await balancesAfter(db, found.tx)
    return { currency: found.currency === 'USDT' ? 'USDT' : 'CNY', principal: interest, balance: main }
  }

  async info(memberId: string, currency: SettleCurrency): Promise<DataOf<'interest.info'>> {
    const { db } = this.#database
    const today = siteDayOf(this.#now())
    const { main, interest } = await balancesOf(db, memberId, currency)
    const [position] = await db.select().from(interestPosition).where(positionOf(memberId, currency))
    const days = await db
      .select()
      .from(interestDay)
      .where(and(daysOf(memberId, currency), gte(interestDay.day, today - SERIES_DAYS)))
    const [all] = await db
      .select({ total: sql<number>`coalesce(sum(${interestDay.paid}), 0)::bigint` })
      .from(interestDay)
      .where(daysOf(memberId, currency))
    const byDay = new Map(days.map((day) => [day.day, day]))
    return {
      currency,
      principal: interest,
      balance: main,
      dailyPpm: await dailyPpmOf(db, currency, today),
      carriedMicro: position?.carriedMicro ?? 0,
      yesterday: byDay.get(today - 1)?.paid ?? 0,
      total: all?.total ?? 0,
      min: INTEREST_MIN[currency],
      nextAccrualAt: accrualTime(today),
      series: Array.from({ length: SERIES_DAYS }, (_, index) => {
        const day = today - SERIES_DAYS + index
        const row = byDay.get(day)
        return { date: dateOfDay(day), amount: row?.paid ?? 0, principal: row?.least ?? 0 }
      }),
    }
  }

  /** Transfers and interest, newest first. `before` is the id of a record of the member. */
  async records(memberId: string, currency: SettleCurrency, before?: string): Promise<DataOf<'interest.records'>> {
    const older =
      before === undefined
        ? sql``
        : sql`and (t.created_at, t.id) < (select created_at, id from ledger_tx where id = ${before})`
    const { rows } = await this.#database.db.execute<{
      id: string
      type: 'interest-to' | 'interest-from' | 'interest'
      amount: number
      balanceAfter: number
      at: string
      day: number | null
    }>(sql`
      select t.id, t.type, e.amount, e.balance_after as "balanceAfter", t.created_at as at, d.day
      from account a join ledger_entry e on e.account_id = a.id join ledger_tx t on t.id = e.tx_id
      left join interest_day d on d.tx_id = t.id
      where a.owner_type = 'member' and a.owner_id = ${memberId} and a.currency = ${currency} and a.kind = 'interest' ${older}
      order by t.created_at desc, t.id desc limit ${RECORDS + 1}`)
    return {
      list: rows.slice(0, RECORDS).map(({ id, type, amount, balanceAfter, at, day }) => ({
        id,
        type: type === 'interest' ? 'interest' : type === 'interest-to' ? 'to' : 'from',
        amount,
        balanceAfter,
        at: Date.parse(at),
        date: day === null ? '' : dateOfDay(day),
      })),
      hasMore: rows.length > RECORDS,
    }
  }

  /** Accrues the interest of all days that are due, also after a downtime. Returns the number of positions. */
  async accrue(): Promise<number> {
    const now = this.#now()
    const day = lastAccruableDay(now)
    if (day <= this.#accruedDay) return 0
    let count = 0
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- one batch after the other
      const due = await this.#database.db
        .select({ memberId: interestPosition.memberId, currency: interestPosition.currency })
        .from(interestPosition)
        .where(lt(interestPosition.lastDay, day))
        .limit(BATCH)
      if (due.length === 0) break
      for (const { memberId, currency } of due) {
        // oxlint-disable-next-line no-await-in-loop -- one connection
        await retried(() => this.#database.transaction((tx) => accrueTo(tx, { memberId, currency, day, now })))
      }
      count += due.length
    }
    this.#accruedDay = day
    return count
  }
}

function positionOf(memberId: string, currency: SettleCurrency) {
  return and(eq(interestPosition.memberId, memberId), eq(interestPosition.currency, currency))
}

function daysOf(memberId: string, currency: SettleCurrency) {
  return and(eq(interestDay.memberId, memberId), eq(interestDay.currency, currency))
}

/**
 * Locks the position of a member, which is created by the first transfer. Returns the time of the next transfer: later
 * than the one before, so that the order of transfers follows from their times.
 */
async function lockPosition(tx: Transaction, memberId: string, currency: SettleCurrency, now: number): Promise<number> {
  await tx
    .insert(interestPosition)
    .values({ memberId, currency, lastDay: siteDayOf(now), movedAt: now - 1 })
    .onConflictDoNothing()
  const [position] = await tx.select().from(interestPosition).where(positionOf(memberId, currency)).for('update')
  return Math.max(now, (position?.movedAt ?? now) + 1)
}

async function balancesOf(
  db: Pick<Transaction, 'execute'>,
  memberId: string,
  currency: SettleCurrency,
): Promise<Balances> {
  const { rows } = await db.execute<{ kind: string; balance: number }>(sql`select kind, balance from account
    where owner_type = 'member' and owner_id = ${memberId} and currency = ${currency} and kind in ('main', 'interest')`)
  return toBalances(rows)
}

/** Balances of the member after a transfer. */
async function balancesAfter(tx: Pick<Transaction, 'execute'>, txId: string): Promise<Balances> {
  const { rows } = await tx.execute<{ kind: string; balance: number }>(sql`
    select a.kind, e.balance_after as balance from ledger_entry e join account a on a.id = e.account_id
    where e.tx_id = ${txId} and a.owner_type = 'member'`)
  return toBalances(rows)
}

function toBalances(rows: readonly { readonly kind: string; readonly balance: number }[]): Balances {
  const of = (kind: string): number => rows.find((row) => row.kind === kind)?.balance ?? 0
  return { main: of('main'), interest: of('interest') }
}
