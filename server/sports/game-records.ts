import { and, desc, eq, gte, inArray, lt, notInArray, sql } from 'drizzle-orm'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { GameRecord } from '#protocol/endpoints/sports.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { OPEN_BET_STATES } from '#protocol/sports/bet-terms.ts'
import type { Database } from '../database/database.ts'
import { bet } from '../database/schema/sports.ts'
import { betsById, BETS_PER_PAGE, type StoredBet } from './bet-rows.ts'

/** Bets of a member between two times, epoch milliseconds. */
interface BetFilter {
  readonly currency: SettleCurrency
  readonly start: number
  readonly end: number
}

const OPEN = [...OPEN_BET_STATES]

const placedIn = (memberId: string, { currency, start, end }: BetFilter) =>
  and(eq(bet.memberId, memberId), eq(bet.currency, currency), gte(bet.placedAt, start), lt(bet.placedAt, end))

/** A page of bets as records of a venue, newest first (S7.64). */
export async function betRecords(
  { db }: Pick<Database, 'db'>,
  { memberId, venueEnName }: { readonly memberId: string; readonly venueEnName: string },
  filter: BetFilter & { readonly status: 'all' | 'open' | 'settled'; readonly pageNum: number },
): Promise<DataOf<'gameRecord.list'>> {
  const { status, pageNum } = filter
  const condition = and(
    placedIn(memberId, filter),
    status === 'all' ? undefined : status === 'open' ? inArray(bet.state, OPEN) : notInArray(bet.state, OPEN),
  )
  const total = await db.$count(bet, condition)
  const rows = await db
    .select({ id: bet.id })
    .from(bet)
    .where(condition)
    .orderBy(desc(bet.id))
    .limit(BETS_PER_PAGE)
    .offset((pageNum - 1) * BETS_PER_PAGE)
  const bets = await betsById(
    db,
    rows.map(({ id }) => id),
  )
  return { list: bets.map((row) => gameRecord(row, venueEnName)), total, pageNum, pageSize: BETS_PER_PAGE }
}

/** Totals of the same records, equal to the postings of the bets. */
export async function betTotals(
  { db }: Pick<Database, 'db'>,
  memberId: string,
  filter: BetFilter,
): Promise<DataOf<'gameRecord.summary'>> {
  const [totals] = await db
    .select({
      count: sql<number>`count(*)::integer`,
      staked: sql<number>`coalesce(sum(${bet.stake}), 0)::bigint`,
      returned: sql<number>`coalesce(sum(${bet.returned}), 0)::bigint`,
      open: sql<number>`(count(*) filter (where ${inArray(bet.state, OPEN)}))::integer`,
    })
    .from(bet)
    .where(placedIn(memberId, filter))
  const { count = 0, staked = 0, returned = 0, open = 0 } = totals ?? {}
  return { count, staked, returned, open }
}

const TITLE_LENGTH = 120

function gameRecord(row: StoredBet, venueEnName: string): GameRecord {
  const names = row.legs.map(({ match }) => `${match.home} 对 ${match.away}`)
  const title = names.length === 1 ? (names[0] ?? '') : `${names.length} 串 1 · ${names.join('、')}`
  return {
    id: row.id,
    kind: 'bet',
    venueEnName,
    title: title.slice(0, TITLE_LENGTH),
    stake: row.stake,
    returned: row.returned,
    state: row.state,
    at: row.placedAt,
  }
}
