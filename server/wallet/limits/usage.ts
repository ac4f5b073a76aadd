import { and, eq, gte, sql } from 'drizzle-orm'
import type { SettleCurrency } from '#protocol/currency.ts'
import { siteDayOf } from '#protocol/time.ts'
import { valueInCny } from '#protocol/wallet/conversion.ts'
import {
  LIMIT_PERIODS,
  type LimitKind,
  type LimitPeriod,
  periodStart,
  type UsedLimit,
} from '#protocol/wallet/limits.ts'
import { codeOf, LATE_WATCH_MS } from '#protocol/wallet/order-states.ts'
import type { Transaction } from '../../database/database.ts'
import { rgLimit, rgPlay } from '../../database/schema/limits.ts'
import { IS_PENDING_ORDER } from '../../database/schema/wallet.ts'

/** Value of one USDT in 1/10,000 CNY for limits while there is no source of rates. */
export const FALLBACK_RATE = 72_000
const SECONDS_PER_MINUTE = 60
const CANCELLED = codeOf('deposit', 'cancelled')
const CLOSED = codeOf('deposit', 'closed')
const LATE_REVIEW = codeOf('deposit', 'lateReview')
const SUCCESS = codeOf('deposit', 'success')
const RETURNING = codeOf('deposit', 'returning')
const PAIR_RETURNING = codeOf('speedDeposit', 'returning')

const isoOf = (time: number): string => new Date(time).toISOString()

/** What limits read: the transaction of an order, or the database. */
export type LimitReader = Pick<Transaction, 'execute' | 'select'>

/** Use of the kinds of limits in one period. */
export type Usage = Readonly<Record<LimitKind, number>>

/** The value in CNY that limits compare. */
export function limitValue(currency: SettleCurrency, amount: number, rate: number | null): number {
  return valueInCny(currency, amount, rate ?? FALLBACK_RATE)
}

/**
 * What the member has used in the period that contains `now`. Deposits count that were created in it, or whose late payment
 * was credited in it; and those whose payment may still arrive late, because it would be credited now (decision 183).
 */
export async function usageOf(
  db: LimitReader,
  memberId: string,
  { period, now, rate }: { readonly period: LimitPeriod; readonly now: number; readonly rate: number | null },
): Promise<Usage> {
  const since = periodStart(period, now)
  // Older orders do not count, except for payments that wait for a decision. Two searches of an index, and
  // `offset 0` forbids a plan that reads the events of all orders (decision 199).
  const oldest = isoOf(Math.min(since, now - LATE_WATCH_MS))
  const { rows } = await db.execute<{ currency: SettleCurrency; amount: number }>(sql`
    with candidate as (
      select * from wallet_order
      where member_id = ${memberId} and kind in ('deposit', 'speedDeposit') and updated_at >= ${oldest}
      union all
      select * from wallet_order
      where member_id = ${memberId} and kind = 'deposit' and status = ${LATE_REVIEW} and updated_at < ${oldest}
        and ${IS_PENDING_ORDER}
    )
    select currency, sum(amount)::bigint as amount from candidate o
    where case
      when kind = 'deposit' and status in (${CANCELLED}, ${CLOSED})
        then pay is not null and updated_at > ${isoOf(now - LATE_WATCH_MS)}
      when kind = 'deposit' and status = ${LATE_REVIEW} then true
      when kind = 'deposit' and status = ${SUCCESS} and exists (
        select from order_event e where e.order_no = o.order_no and e.event = 'late' offset 0
      ) then updated_at >= ${isoOf(since)}
      when kind = 'deposit' and status = ${RETURNING} or kind = 'speedDeposit' and status = ${PAIR_RETURNING} then false
      else created_at >= ${isoOf(since)} and (settle_tx is not null or not is_final)
    end
    group by currency`)
  const [play] = await db
    .select({
      seconds: sql<number>`coalesce(sum(${rgPlay.seconds}), 0)::bigint`,
      staked: sql<number>`coalesce(sum(${rgPlay.staked}), 0)::bigint`,
      won: sql<number>`coalesce(sum(${rgPlay.won}), 0)::bigint`,
    })
    .from(rgPlay)
    .where(and(eq(rgPlay.memberId, memberId), gte(rgPlay.day, siteDayOf(since))))
  const { seconds, staked, won } = play ?? { seconds: 0, staked: 0, won: 0 }
  return {
    deposit: rows.reduce((sum, { currency, amount }) => sum + limitValue(currency, amount, rate), 0),
    loss: Math.max(0, staked - won),
    stake: staked,
    session: Math.floor(seconds / SECONDS_PER_MINUTE),
  }
}

/** The limits of a member in force, with their use, by kind. */
export async function usedLimits(
  db: LimitReader,
  memberId: string,
  { now, rate }: { readonly now: number; readonly rate: number | null },
): Promise<Readonly<Record<LimitKind, UsedLimit[]>>> {
  const used: Record<LimitKind, UsedLimit[]> = { deposit: [], loss: [], stake: [], session: [] }
  const rows = await db
    .select()
    .from(rgLimit)
    .where(and(eq(rgLimit.memberId, memberId), eq(rgLimit.status, 'active')))
  for (const period of LIMIT_PERIODS) {
    const ofPeriod = rows.filter((row) => row.period === period)
    if (ofPeriod.length === 0) continue
    // oxlint-disable-next-line no-await-in-loop -- one connection
    const usage = await usageOf(db, memberId, { period, now, rate })
    for (const { kind, amount } of ofPeriod) used[kind].push({ amount: amount ?? 0, used: usage[kind] })
  }
  return used
}
