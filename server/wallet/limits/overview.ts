import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { DataOf, RequestOf } from '#protocol/endpoints/table.ts'
import { DAY_MS, dayOfDate, siteDayOf, timeOfSiteDay } from '#protocol/time.ts'
import {
  activeExclusion,
  CONFIRM_WINDOW_MS,
  LIMIT_KINDS,
  LIMIT_PERIODS,
  type LimitPeriod,
  periodStart,
  raiseState,
  remainingOf,
  type UsedLimit,
} from '#protocol/wallet/limits.ts'
import type { Database, DrizzleDatabase } from '../../database/database.ts'
import { type LimitRow, rgExclusion, rgLimit, rgPlay, rgPreference } from '../../database/schema/limits.ts'
import { type Usage, usageOf, usedLimits } from './usage.ts'

type Overview = DataOf<'responsible.get'>
type OneLimit = Overview['limits'][number]

/** A page calls once a minute. A longer gap is a new visit. */
const MAX_STEP_S = 60
const MAX_GAP_S = 150

interface At {
  readonly now: number
  /** Values USDT in CNY. */
  readonly rate: number | null
  /** Interval of the reality check of members who have not chosen one. */
  readonly defaultMinutes: number
}

/** Everything that `/app/responsible` shows of a member. */
export async function overviewOf(db: DrizzleDatabase, memberId: string, at: At): Promise<Overview> {
  const { now } = at
  const rows = await db
    .select()
    .from(rgLimit)
    .where(and(eq(rgLimit.memberId, memberId), inArray(rgLimit.status, ['active', 'pending'])))
    .orderBy(asc(rgLimit.createdAt))
  const usage = new Map<LimitPeriod, Usage>()
  for (const period of LIMIT_PERIODS) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    usage.set(period, await usageOf(db, memberId, { ...at, period }))
  }
  const limits = LIMIT_KINDS.flatMap((kind) =>
    LIMIT_PERIODS.flatMap((period) => {
      const own = rows.filter((row) => row.kind === kind && row.period === period)
      return limitOf(own, { kind, period, used: usage.get(period)?.[kind] ?? 0, now }) ?? []
    }),
  )
  const remaining = (kind: OneLimit['kind']): number | null =>
    remainingOf(limits.filter((limit): limit is OneLimit & UsedLimit => limit.kind === kind && limit.amount !== null))
  const exclusions = await db.select().from(rgExclusion).where(eq(rgExclusion.memberId, memberId))
  const exclusion = activeExclusion(exclusions, now)
  return {
    limits,
    remaining: {
      deposit: remaining('deposit'),
      loss: remaining('loss'),
      stake: remaining('stake'),
      session: remaining('session'),
    },
    exclusion: exclusion && { kind: exclusion.kind, since: exclusion.since, until: exclusion.until },
    realityCheckMinutes: await realityCheckOf(db, memberId, at.defaultMinutes),
    hasNoLimit: limits.every(({ amount }) => amount === null),
    hasDeposited: await hasDeposited(db, memberId),
    serverTime: now,
  }
}

/** One limit with its raise; null if there is neither. */
function limitOf(
  rows: readonly LimitRow[],
  { kind, period, used, now }: Pick<OneLimit, 'kind' | 'period' | 'used'> & { readonly now: number },
): OneLimit | null {
  const active = rows.find(({ status }) => status === 'active')
  const pending = rows.find(({ status }) => status === 'pending')
  const state = pending && raiseState(pending.effectiveAt, now)
  const raise =
    pending && state !== undefined && state !== 'lapsed'
      ? {
          id: pending.id,
          amount: pending.amount,
          state,
          effectiveAt: pending.effectiveAt,
          lapsesAt: pending.effectiveAt + CONFIRM_WINDOW_MS,
        }
      : null
  if (!active && !raise) return null
  return { kind, period, amount: active?.amount ?? null, used, since: periodStart(period, now), raise }
}

async function realityCheckOf(db: DrizzleDatabase, memberId: string, defaultMinutes: number): Promise<number> {
  const [row] = await db.select().from(rgPreference).where(eq(rgPreference.memberId, memberId))
  return row?.realityCheckMinutes ?? defaultMinutes
}

async function hasDeposited(db: DrizzleDatabase, memberId: string): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`select exists (select from wallet_order
    where member_id = ${memberId} and kind in ('deposit', 'speedDeposit') and settle_tx is not null) as found`)
  return rows[0]?.found === true
}

/** Counts the time since the last call of a page in use. Returns the totals of the site day. */
export async function countSession(
  db: DrizzleDatabase,
  memberId: string,
  at: At,
): Promise<DataOf<'responsible.session'>> {
  const gap = sql`round(extract(epoch from excluded.last_at - ${rgPlay.lastAt}))`
  const [row] = await db
    .insert(rgPlay)
    .values({ memberId, day: siteDayOf(at.now), lastAt: at.now })
    .onConflictDoUpdate({
      target: [rgPlay.memberId, rgPlay.day],
      set: {
        seconds: sql`${rgPlay.seconds} + case when ${gap} between 0 and ${MAX_GAP_S}::integer
          then least(${gap}, ${MAX_STEP_S}::integer)::integer else 0 end`,
        lastAt: sql`greatest(${rgPlay.lastAt}, excluded.last_at)`,
      },
    })
    .returning()
  const { seconds, staked, won } = row ?? { seconds: 0, staked: 0, won: 0 }
  const { session } = await usedLimits(db, memberId, at)
  return {
    seconds,
    staked,
    won,
    net: won - staked,
    remaining: remainingOf(session),
    realityCheckMinutes: await realityCheckOf(db, memberId, at.defaultMinutes),
  }
}

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

/** Account statement: postings of the member by type. Transfers between accounts of the member add up to zero. */
export async function statementOf(
  database: Database,
  memberId: string,
  { period, now }: { readonly period: StatementPeriod; readonly now: number },
): Promise<DataOf<'responsible.statement'>> {
  const { start, end } = statementSpan(period, now)
  // Up to now included: a posting of this moment is in the balance.
  const endsAt = end === now ? 'infinity' : new Date(end).toISOString()
  // One statement of SQL, so that balances and postings are of one moment.
  const { rows } = await database.db.execute<{
    currency: SettleCurrency
    type: string | null
    amount: number
    count: number
    closing: number
  }>(sql`
    with own as (
      select id, currency, balance from account
      where owner_type = 'member' and owner_id = ${memberId} and currency in ('CNY', 'USDT')
    ), entries as (
      select own.currency, coalesce(o.kind, t.type) as type, e.amount, coalesce(o.order_no, t.id::text) as item,
        t.created_at >= ${endsAt}::timestamptz as is_later
      from own join ledger_entry e on e.account_id = own.id join ledger_tx t on t.id = e.tx_id
      left join wallet_order o on t.ref_type = 'wallet_order' and o.order_no = t.ref_id
      where t.created_at >= ${new Date(start).toISOString()}
    ), lines as (
      select currency, type, sum(amount)::bigint as amount, count(distinct item)::integer as count
      from entries where not is_later group by 1, 2 having sum(amount) <> 0
    )
    select c.currency, l.type, coalesce(l.amount, 0)::bigint as amount, coalesce(l.count, 0) as count,
      (select coalesce(sum(balance), 0) from own where own.currency = c.currency)::bigint
        - (select coalesce(sum(amount), 0) from entries where is_later and entries.currency = c.currency)::bigint
        as closing
    from (values ('CNY'), ('USDT')) as c(currency) left join lines l on l.currency = c.currency
    order by c.currency, l.type`)
  const currencies = (['CNY', 'USDT'] as const).map((currency) => {
    const own = rows.filter((row) => row.currency === currency)
    const lines = own.flatMap(({ type, amount, count }) => (type === null ? [] : [{ type, amount, count }]))
    const closing = own[0]?.closing ?? 0
    return { currency, opening: lines.reduce((rest, { amount }) => rest - amount, closing), closing, lines }
  })
  return { start, end, currencies }
}
