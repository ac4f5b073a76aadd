import { type SQL, sql } from 'drizzle-orm'
import type { VenueType } from '#protocol/endpoints/game.ts'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { DrizzleDatabase } from '../database/database.ts'
import { firstUuidOf } from '../database/uuid-v7.ts'

/**
 * The one source of turnover: a query per kind of play, with what counts of each settled stake. A new kind joins with a
 * line. Stakes that come back as they are count nothing; half of a half-won or half-lost bet counts; a cashed-out bet
 * counts what it has won or lost. Play of the demo's crowd does not count. `from` leaves out what began earlier.
 */
const SOURCES = (classes: VenueClasses, from = 0): readonly SQL[] => {
  const [began, ended] = [firstUuidOf(from), new Date(from).toISOString()]
  return [
    sql`select member_id, currency, 'sport' as venue_class, settled_at as at, case when state in ('won', 'lost') then stake
      when state in ('half-won', 'half-lost') then stake / 2
      when state = 'cashed-out' then least(stake, abs(returned - stake)) else 0 end as turnover
      from bet where settled_at is not null and not is_crowd and id >= ${began}`,
    sql`select member_id, currency, 'casino', settled_at, case when returned = stake then 0 else stake end
      from table_bet where settled_at is not null and id >= ${began}`,
    sql`select member_id, currency, 'egame', ended_at, case when payout + pool_paid = staked then 0 else staked end
      from game_round where ended_at is not null and id >= ${began}`,
    sql`select member_id, currency, coalesce(${JSON.stringify(classes)}::jsonb->>venue, 'egame'), posted_at,
      case when returned = staked then 0 else staked end
      from remote_round where posted_at is not null and ended_at >= ${ended}`,
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

/** Settled turnover of a site day in minor units. */
export interface ClassTurnover {
  readonly memberId: string
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

/** Turnover of members by class, currency and day, in the order of the days. */
export async function turnoverOf(
  db: Pick<DrizzleDatabase, 'execute'>,
  { from, to }: MemberSpan,
  classes: VenueClasses,
): Promise<ClassTurnover[]> {
  const { rows } = await db.execute<ClassTurnover & Record<string, unknown>>(sql`
    select member_id as "memberId", currency, venue_class as "venueClass", site_day(at) as day,
      sum(turnover)::bigint as turnover
    from (${sql.join([...SOURCES(classes)], sql` union all `)}) play
    where member_id between ${from} and ${to} and turnover > 0
    group by 1, 2, 3, 4 order by 4`)
  return rows
}
