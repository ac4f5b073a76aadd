import { and, desc, eq, gte, isNull, lte, or, sql } from 'drizzle-orm'
import type { SettleCurrency } from '#protocol/currency.ts'
import { MINUTE_MS, siteDayOf, timeOfSiteDay } from '#protocol/time.ts'
import { interestOfDay, minimumPrincipal, type PrincipalMove } from '#protocol/wallet/interest.ts'
import type { Transaction } from '../../database/database.ts'
import { interestDay, interestPosition, interestRate } from '../../database/schema/funds.ts'
import { contentHash } from '../ledger/postings.ts'
import { houseLeg, isTransferred, memberLeg, transferOnce } from './transfer.ts'

/** Daily rate without a row of `interest_rate`: about 2 % a year. */
const DEFAULT_DAILY_PPM = 55
/** Interest of a day is due from 00:05 of the next day on (E.6). */
const ACCRUAL_DELAY_MS = 5 * MINUTE_MS

interface Accrual {
  readonly memberId: string
  readonly currency: SettleCurrency
  /** Number of the last site day to accrue. */
  readonly day: number
  /** Epoch milliseconds. */
  readonly now: number
}

/** The last site day whose interest is due at `now`. */
export function lastAccruableDay(now: number): number {
  return siteDayOf(now - ACCRUAL_DELAY_MS) - 1
}

/** The daily rate of a site day in parts per million. */
export async function dailyPpmOf(
  db: Pick<Transaction, 'select'>,
  currency: SettleCurrency,
  day: number,
): Promise<number> {
  const [row] = await db
    .select({ dailyPpm: interestRate.dailyPpm })
    .from(interestRate)
    .where(
      and(
        eq(interestRate.currency, currency),
        lte(interestRate.fromDay, day),
        or(isNull(interestRate.toDay), gte(interestRate.toDay, day)),
      ),
    )
    .orderBy(desc(interestRate.fromDay))
    .limit(1)
  return row?.dailyPpm ?? DEFAULT_DAILY_PPM
}

/**
 * Accrues all days of a position that are due, in one transaction. The position is locked, so that two processes do not
 * accrue the same day. The result does not depend on when it runs: the interest of a day counts from its due time on.
 */
export async function accrueTo(tx: Transaction, { memberId, currency, day: last, now }: Accrual): Promise<void> {
  const own = and(eq(interestPosition.memberId, memberId), eq(interestPosition.currency, currency))
  const [position] = await tx.select().from(interestPosition).where(own).for('update')
  if (!position || position.lastDay >= last) return
  const first = position.lastDay + 1
  const moves = await movesSince(tx, { memberId, currency, day: first, now })
  const paid = await paidBefore(tx, { memberId, currency, day: first, now })
  let { opening } = moves
  let [earlier, before] = [paid.earlier, paid.dayBefore]
  let carried = position.carriedMicro
  for (let day = first; day <= last; day += 1) {
    const ofDay = moves.list.filter(({ at }) => siteDayOf(at) === day)
    const least = minimumPrincipal(day, { opening: opening + earlier, paid: before, moves: ofDay })
    opening += ofDay.reduce((sum, { amount }) => sum + amount, 0)
    earlier += before
    before = 0
    if (least === 0) continue
    // oxlint-disable-next-line no-await-in-loop -- each day builds on the one before
    const interest = await payDay(tx, { memberId, currency, day, now }, { least, carried })
    carried = interest.carried
    before = interest.paid
  }
  await tx.update(interestPosition).set({ lastDay: last, carriedMicro: carried }).where(own)
}

async function payDay(
  tx: Transaction,
  { memberId, currency, day, now }: Accrual,
  { least, carried: before }: { readonly least: number; readonly carried: number },
) {
  const dailyPpm = await dailyPpmOf(tx, currency, day)
  const { paid, carried } = interestOfDay(least, dailyPpm, before)
  const txId = paid > 0 ? await postInterest(tx, { memberId, currency, day, now }, paid) : null
  await tx.insert(interestDay).values({ memberId, currency, day, least, dailyPpm, paid, carriedMicro: carried, txId })
  return { paid, carried }
}

async function postInterest(tx: Transaction, { memberId, currency, day, now }: Accrual, paid: number): Promise<string> {
  const refId = `${memberId}:${currency}:${day}`
  const result = await transferOnce(tx, {
    type: 'interest',
    refType: 'interest_day',
    refId,
    key: `interest:${refId}`,
    contentHash: contentHash('interest', [memberId, currency, day, paid]),
    legs: [
      memberLeg(memberId, 'interest', { currency, amount: paid }),
      houseLeg('interest', { currency, amount: -paid }),
    ],
    at: now,
  })
  if (isTransferred(result) && !result.replay) return result.tx
  throw new Error(`the interest of day ${day} was posted already, or could not be posted`)
}

/** Transfers of the member since the beginning of a day, and the sum of all earlier ones. */
async function movesSince(
  tx: Transaction,
  { memberId, currency, day }: Accrual,
): Promise<{ opening: number; list: PrincipalMove[] }> {
  const since = new Date(timeOfSiteDay(day)).toISOString()
  const { rows } = await tx.execute<{ amount: number; at: string | null }>(sql`
    select sum(e.amount)::bigint as amount, case when t.created_at >= ${since} then t.created_at end as at
    from account a join ledger_entry e on e.account_id = a.id join ledger_tx t on t.id = e.tx_id
    where a.owner_type = 'member' and a.owner_id = ${memberId} and a.currency = ${currency} and a.kind = 'interest'
      and t.type <> 'interest'
    group by 2 order by 2`)
  const list = rows.flatMap(({ amount, at }) => (at === null ? [] : [{ at: Date.parse(at), amount }]))
  return { opening: rows.find(({ at }) => at === null)?.amount ?? 0, list }
}

/** Interest that was accrued for the day before `day`, and for all earlier days. */
async function paidBefore(
  tx: Transaction,
  { memberId, currency, day }: Accrual,
): Promise<{ earlier: number; dayBefore: number }> {
  const { rows } = await tx.execute<{ earlier: number; dayBefore: number }>(sql`
    select coalesce(sum(paid) filter (where day < ${day - 1}), 0)::bigint as earlier,
      coalesce(sum(paid) filter (where day = ${day - 1}), 0)::bigint as "dayBefore"
    from interest_day where member_id = ${memberId} and currency = ${currency}`)
  return { earlier: rows[0]?.earlier ?? 0, dayBefore: rows[0]?.dayBefore ?? 0 }
}
