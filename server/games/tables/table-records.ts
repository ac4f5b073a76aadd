import { and, desc, eq, gte, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { tableOf, TABLES_VENUE } from '#protocol/games/tables/tables.ts'
import type { Database } from '../../database/database.ts'
import { tableBet, type TableBetRow } from '../../database/schema/tables.ts'

const RECORDS_PER_PAGE = 20

/** Table bets of a member between two times, epoch milliseconds. */
interface RecordFilter {
  readonly memberId: string
  readonly currency: SettleCurrency
  readonly start: number
  readonly end: number
}

const placedIn = ({ memberId, currency, start, end }: RecordFilter) =>
  and(
    eq(tableBet.memberId, memberId),
    eq(tableBet.currency, currency),
    gte(tableBet.placedAt, start),
    lt(tableBet.placedAt, end),
  )

/** A page of table bets as records of their venue, newest first (S7.64). The id is that of the round, which can be checked. */
export async function tableRecords(
  { db }: Pick<Database, 'db'>,
  filter: RecordFilter & { readonly status: 'all' | 'open' | 'settled'; readonly pageNum: number },
): Promise<DataOf<'gameRecord.list'>> {
  const { status, pageNum } = filter
  const condition = and(
    placedIn(filter),
    status === 'all' ? undefined : status === 'open' ? isNull(tableBet.returned) : isNotNull(tableBet.returned),
  )
  const total = await db.$count(tableBet, condition)
  const rows = await db
    .select()
    .from(tableBet)
    .where(condition)
    .orderBy(desc(tableBet.id))
    .limit(RECORDS_PER_PAGE)
    .offset((pageNum - 1) * RECORDS_PER_PAGE)
  return { list: rows.map(tableRecord), total, pageNum, pageSize: RECORDS_PER_PAGE }
}

/** Totals of the same records, equal to the postings of the bets. */
export async function tableTotals(
  { db }: Pick<Database, 'db'>,
  filter: RecordFilter,
): Promise<DataOf<'gameRecord.summary'>> {
  const [totals] = await db
    .select({
      count: sql<number>`count(*)::integer`,
      staked: sql<number>`coalesce(sum(${tableBet.stake}), 0)::bigint`,
      returned: sql<number>`coalesce(sum(${tableBet.returned}), 0)::bigint`,
      open: sql<number>`(count(*) filter (where ${tableBet.returned} is null))::integer`,
    })
    .from(tableBet)
    .where(placedIn(filter))
  return totals ?? { count: 0, staked: 0, returned: 0, open: 0 }
}

function tableRecord({
  id,
  tableId,
  stake,
  returned,
  placedAt,
}: TableBetRow): DataOf<'gameRecord.list'>['list'][number] {
  return {
    id,
    kind: 'round',
    venueEnName: TABLES_VENUE,
    title: tableOf(tableId)?.title ?? tableId,
    stake,
    returned: returned ?? 0,
    state: returned === null ? 'open' : returned > stake ? 'won' : returned === stake ? 'refunded' : 'lost',
    at: placedAt,
  }
}
