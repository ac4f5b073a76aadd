import { sql } from 'drizzle-orm'
import type { CurrencyCode } from '#protocol/currency.ts'
import type { DataOf, RequestOf } from '#protocol/endpoints/table.ts'
import { DAY_MS, dayOfDate, timeOfSiteDay } from '#protocol/time.ts'
import { periodStart } from '#protocol/wallet/limits.ts'
import type { Database } from '../../database/database.ts'
import { firstUuidOf } from '../../database/uuid-v7.ts'
import { accountsOf, movesOf } from './moves.ts'

type StatementPeriod = RequestOf<'responsible.statement'>['period']
/** Days of the periods that end now. Other periods are calendar months. */
const STATEMENT_DAYS: ReadonlyMap<StatementPeriod, number> = new Map([
  ['24h', 1],
  ['7d', 7],
  ['30d', 30],
  ['12m', 365],
])

/** Start and end of a statement, in epoch milliseconds. A month that has not ended yet ends now. */
function statementSpan(period: StatementPeriod, now: number): { readonly start: number; readonly end: number } {
  const days = STATEMENT_DAYS.get(period)
  if (days !== undefined) return { start: now - days * DAY_MS, end: now }
  const start = timeOfSiteDay(dayOfDate(`${period}-01`) ?? 0)
  const next = periodStart('month', start + 31 * DAY_MS)
  return { start, end: Math.max(start, Math.min(next, now)) }
}

/**
 * Account statement: the moves of the member by type. What moves money between accounts of the member, and orders without
 * effect, change nothing and are not counted.
 */
export async function statementOf(
  { db }: Pick<Database, 'db'>,
  memberId: string,
  { period, now }: { readonly period: StatementPeriod; readonly now: number },
): Promise<DataOf<'responsible.statement'>> {
  const { start, end } = statementSpan(period, now)
  // Up to now included: a posting of this moment is in the balance.
  const endsAt = end === now ? 'infinity' : new Date(end).toISOString()
  const startsAt = new Date(start).toISOString()
  const moves = movesOf(
    accountsOf(memberId),
    sql`select distinct e.tx_id from own join ledger_entry e on e.account_id = own.id
      where e.tx_id >= ${firstUuidOf(start)}::uuid`,
  )
  // One statement of SQL, so that balances and postings are of one moment.
  const { rows } = await db.execute<{
    currency: CurrencyCode
    type: string | null
    amount: number
    count: number
    closing: number
  }>(sql`
    with ${moves}, change as (
      select currency, type, change, at >= ${endsAt}::timestamptz as is_later from move
      where at >= ${startsAt}::timestamptz and change <> 0
    ), lines as (
      select currency, type, sum(change)::bigint as amount, count(*)::integer as count
      from change where not is_later group by 1, 2
    )
    select c.currency, l.type, coalesce(l.amount, 0)::bigint as amount, coalesce(l.count, 0) as count,
      (select coalesce(sum(balance), 0) from own where own.currency = c.currency)::bigint
        - (select coalesce(sum(change), 0) from change where is_later and change.currency = c.currency)::bigint
        as closing
    from (values ('CNY'), ('USDT'), ('COIN')) as c(currency) left join lines l on l.currency = c.currency
    order by c.currency, l.type`)
  const currencies = (['CNY', 'USDT', 'COIN'] as const).map((currency) => {
    const own = rows.filter((row) => row.currency === currency)
    const lines = own.flatMap(({ type, amount, count }) => (type === null ? [] : [{ type, amount, count }]))
    const closing = own[0]?.closing ?? 0
    return { currency, opening: lines.reduce((rest, { amount }) => rest - amount, closing), closing, lines }
  })
  return { start, end, currencies }
}
