import { type SQL, sql } from 'drizzle-orm'
import type { VenueType } from '#protocol/endpoints/game.ts'
import { turnoverValue } from '#protocol/club/grades.ts'
import type { RewardCurrency, SettleCurrency } from '#protocol/currency.ts'
import type { DrizzleDatabase } from '../../database/database.ts'
import { firstUuidOf } from '../../database/uuid-v7.ts'

/**
 * The one source of turnover: a query per kind of play, with what counts of each settled stake and what the member won
 * with it, negative if it was lost. A new kind joins with a line. Stakes that come back as they are count nothing; half of a half-won or half-lost bet counts; a cashed-out bet
 * counts what it has won or lost. Play of the demo's crowd does not count. `from` leaves out what began earlier.
 */
const SOURCES = (classes: VenueClasses, from = 0): readonly SQL[] => {
  // Without these conditions the index of the turnover has all columns.
  const began = from === 0 ? sql`` : sql` and id >= ${firstUuidOf(from)}`
  const ended = from === 0 ? sql`` : sql` and ended_at >= ${new Date(from).toISOString()}`
  return [
    sql`select member_id, currency, 'sport' as venue_class, settled_at as at, case when state in ('won', 'lost') then stake
      when state in ('half-won', 'half-lost') then stake / 2
      when state = 'cashed-out' then least(stake, abs(returned - stake)) else 0 end as turnover,
      returned - stake as won from bet where settled_at is not null and not is_crowd${began}`,
    sql`select member_id, currency, 'casino', settled_at, case when returned = stake then 0 else stake end,
      returned - stake from table_bet where settled_at is not null${began}`,
    sql`select member_id, currency, 'egame', ended_at, case when payout + pool_paid = staked then 0 else staked end,
      payout + pool_paid - staked from game_round where ended_at is not null${began}`,
    sql`select member_id, currency, coalesce(${JSON.stringify(classes)}::jsonb->>venue, 'egame'), posted_at,
      case when returned = staked then 0 else staked end, returned - staked
      from remote_round where posted_at is not null${ended}`,
  ]
}

/** Settled bets and rounds of a member that began from `from` on and count as turnover, at most `most`. */
export async function playsOf(
  db: Pick<DrizzleDatabase, 'execute'>,
  memberId: string,
  { from, most }: { readonly from: number; readonly most: number },
): Promise<number> {
  const { rows } = await db.execute<{ plays: number }>(sql`select count(*)::integer as plays from (
    select from (${sql.join([...SOURCES({}, from)], sql` union all `)}) play
    where member_id = ${memberId} and turnover > 0 limit ${most}) counted`)
  return rows[0]?.plays ?? 0
}

/** Classes of remote venues by name. Others count as `egame`. */
export type VenueClasses = Readonly<Record<string, VenueType>>

/** Settled turnover of a member on a site day in minor units. */
export interface ClassTurnover {
  readonly currency: SettleCurrency
  readonly venueClass: VenueType
  readonly day: number
  readonly turnover: number
}

/** Members by internal id, both included. */
export interface MemberSpan {
  readonly from: string
  readonly to: string
}

/** Turnover by member, then by class, currency and day in the order of the days. One row per member is read fastest. */
export async function turnoverOf(
  db: Pick<DrizzleDatabase, 'execute'>,
  { from, to }: MemberSpan,
  classes: VenueClasses,
): Promise<ReadonlyMap<string, readonly ClassTurnover[]>> {
  const { rows } = await db.execute<{ memberId: string; turnover: ClassTurnover[] }>(sql`
    select member_id as "memberId", json_agg(json_build_object('currency', currency, 'venueClass', venue_class,
      'day', day, 'turnover', turnover) order by day) as turnover
    from (
      select member_id, currency, venue_class, site_day(at) as day, sum(turnover)::bigint as turnover
      from (${sql.join([...SOURCES(classes)], sql` union all `)}) play
      where member_id between ${from} and ${to} and turnover > 0
      group by 1, 2, 3, 4
    ) daily
    group by 1`)
  return new Map(rows.map(({ memberId, turnover }) => [memberId, turnover]))
}

/** What a member has played in a period, in minor units of a currency. Settled play counts, by the time of its settlement. */
interface PlayTotal {
  readonly turnover: number
  /** Winnings without the stakes; negative for a net loss. */
  readonly won: number
}

/** The play of a member from `from` on, before `to` (epoch milliseconds). */
export async function playOf(
  db: Pick<DrizzleDatabase, 'execute'>,
  memberId: string,
  { currency, from, to }: { readonly currency: RewardCurrency; readonly from: number; readonly to: number },
): Promise<PlayTotal> {
  const { rows } = await db.execute<PlayTotal & Record<string, unknown>>(sql`
    select coalesce(sum(turnover), 0)::bigint as turnover, coalesce(sum(won), 0)::bigint as won
    from (${sql.join([...SOURCES({})], sql` union all `)}) play
    where member_id = ${memberId} and currency = ${currency} and at >= ${isoOf(from)}::timestamptz
      and at < ${isoOf(to)}::timestamptz`)
  return rows[0] ?? { turnover: 0, won: 0 }
}

/** Turnover of a member in all currencies from each of these times on, in minor units of CNY. */
export async function turnoverSince(
  db: Pick<DrizzleDatabase, 'execute'>,
  memberId: string,
  times: readonly number[],
): Promise<number[]> {
  const { rows } = await db.execute<{ index: number; currency: SettleCurrency; turnover: number }>(sql`
    select since.n::integer as index, play.currency, sum(play.turnover)::bigint as turnover
    from unnest(${sql.param(times.map(isoOf))}::timestamptz[]) with ordinality since(at, n)
      join (${sql.join([...SOURCES({})], sql` union all `)}) play on play.at >= since.at
    where play.member_id = ${memberId} group by 1, 2`)
  return times.map((_, at) =>
    rows
      .filter(({ index }) => index === at + 1)
      .reduce((sum, { turnover, currency }) => sum + turnoverValue(turnover, currency), 0),
  )
}

const isoOf = (time: number): string => new Date(time).toISOString()
