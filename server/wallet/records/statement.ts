import { sql, type SQL } from 'drizzle-orm'
import type { CurrencyCode } from '#protocol/currency.ts'
import type { DataOf, RequestOf } from '#protocol/endpoints/table.ts'
import { DAY_MS, dayOfDate, MINUTE_MS, timeOfSiteDay } from '#protocol/time.ts'
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

/** Time after which no posting with an earlier id can appear any more: calls and clocks of other processes are faster. */
const SETTLED_MS = 5 * MINUTE_MS
/** Transactions per statement of SQL. Each of them visits about ten rows. */
const STEP_TRANSACTIONS = 500

/** The changes of one type in a currency, within the period or after it. */
interface Sum {
  readonly currency: CurrencyCode
  readonly type: string
  readonly isLater: boolean
  readonly amount: number
  readonly count: number
}

/**
 * Account statement: the moves of the member by type. What moves money between accounts of the member, and orders without
 * effect, change nothing and are not counted. Postings that are some minutes old do not change and are read in steps; the
 * last statement of SQL reads the rest and the balances, which are of one moment (decision 199).
 */
export async function statementOf(
  { db }: Pick<Database, 'db'>,
  memberId: string,
  { period, now }: { readonly period: StatementPeriod; readonly now: number },
): Promise<DataOf<'responsible.statement'>> {
  const span = statementSpan(period, now)
  const own = accountsOf(memberId)
  const sums: Sum[] = []
  const until = firstUuidOf(Math.max(span.start, now - SETTLED_MS))
  let after = firstUuidOf(span.start)
  for (let isDone = false; !isDone;) {
    const chosen = sql`select distinct tx_id from own cross join lateral (
        select e.tx_id from ledger_entry e
        where e.account_id = own.id and e.tx_id > ${after}::uuid and e.tx_id < ${until}::uuid
        order by e.tx_id limit ${STEP_TRANSACTIONS}
      ) e order by tx_id limit ${STEP_TRANSACTIONS}`
    // oxlint-disable-next-line no-await-in-loop -- each step starts where the one before ended
    const { rows } = await db.execute<{ last: string | null; chosen: number; sums: Sum[] }>(sql`
      with ${movesOf(own, chosen)}, ${sumsOf({ ...span, now })}
      select (select tx_id from chosen order by tx_id desc limit 1) as last, (select count(*) from chosen)::integer as chosen,
        (select coalesce(jsonb_agg(sum), '[]') from sum) as sums`)
    const [step] = rows
    sums.push(...(step?.sums ?? []))
    after = step?.last ?? after
    isDone = (step?.chosen ?? 0) < STEP_TRANSACTIONS
  }
  const rest = movesOf(
    own,
    sql`select distinct tx_id from own cross join lateral (
      select e.tx_id from ledger_entry e where e.account_id = own.id and e.tx_id > ${until}::uuid order by e.tx_id offset 0
    ) e`,
  )
  const { rows } = await db.execute<{ balances: { currency: string; balance: number }[]; sums: Sum[] }>(sql`
    with ${rest}, ${sumsOf({ ...span, now })}
    select (select coalesce(jsonb_agg(own), '[]') from own) as balances,
      (select coalesce(jsonb_agg(sum), '[]') from sum) as sums`)
  const balances = rows[0]?.balances ?? []
  sums.push(...(rows[0]?.sums ?? []))
  return { ...span, currencies: CURRENCIES.map((currency) => currencyLines(currency, balances, sums)) }
}

const CURRENCIES = ['CNY', 'USDT', 'COIN'] as const

/** The CTE `sum`: the moves from `start` by currency, type, and whether they are in the period. */
function sumsOf({ start, end, now }: { readonly start: number; readonly end: number; readonly now: number }): SQL {
  // Up to now included: a posting of this moment is in the balance.
  const endsAt = end === now ? 'infinity' : new Date(end).toISOString()
  return sql`sum as (
      select currency, type, at >= ${endsAt}::timestamptz as "isLater", sum(change)::bigint as amount,
        count(*)::integer as count
      from move where at >= ${new Date(start).toISOString()}::timestamptz and change <> 0 group by 1, 2, 3
    )`
}

function currencyLines(
  currency: (typeof CURRENCIES)[number],
  balances: readonly { readonly currency: string; readonly balance: number }[],
  sums: readonly Sum[],
): DataOf<'responsible.statement'>['currencies'][number] {
  const own = sums.filter((sum) => sum.currency === currency)
  const lines = new Map<string, { type: string; amount: number; count: number }>()
  for (const { type, amount, count } of own.filter(({ isLater }) => !isLater)) {
    const line = lines.get(type)
    lines.set(type, { type, amount: amount + (line?.amount ?? 0), count: count + (line?.count ?? 0) })
  }
  const later = own.reduce((sum, { isLater, amount }) => (isLater ? sum + amount : sum), 0)
  const balance = balances.reduce((sum, account) => (account.currency === currency ? sum + account.balance : sum), 0)
  const closing = balance - later
  const list = [...lines.values()].sort((one, other) => (one.type < other.type ? -1 : 1))
  return { currency, opening: list.reduce((rest, { amount }) => rest - amount, closing), closing, lines: list }
}
