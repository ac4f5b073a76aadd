import { sql, type SQL } from 'drizzle-orm'
import type { GameRecord } from '#protocol/endpoints/sports.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { tableOf, TABLES_VENUE } from '#protocol/games/tables/tables.ts'
import type { Database } from '../database/database.ts'
import { E_GAME_CONTENT } from '../site/content.ts'
import { betsById } from '../sports/bet-rows.ts'
import type { RecordFilter, RecordPage } from './venue.ts'

const RECORDS_PER_PAGE = 20
const TITLE_LENGTH = 120

/** A row of the view `game_record`, which unites bets and rounds. */
interface RecordRow extends Pick<GameRecord, 'id' | 'kind' | 'stake' | 'returned' | 'state' | 'at'> {
  readonly venue: string
  readonly game: string
  /** Empty for bets and games of this server. */
  readonly title: string
  readonly roundId: string | null
}

/** A page of the records of a member, newest first (S7.64). `venue`: null for those of all venues. */
export async function venueRecords(
  { db }: Pick<Database, 'db'>,
  venue: string | null,
  filter: RecordPage,
): Promise<DataOf<'gameRecord.list'>> {
  const { status, pageNum } = filter
  const chosen = sql`${condition(venue, filter)} ${
    status === 'all' ? sql`` : status === 'open' ? sql`and is_open` : sql`and not is_open`
  }`
  const { rows: counted } = await db.execute<{ total: number }>(
    sql`select count(*)::integer as total from game_record where ${chosen}`,
  )
  const { rows } = await db.execute<Record<string, unknown> & RecordRow>(sql`
    select id, kind, venue, game, title, round_id as "roundId", stake, returned, state, (extract(epoch from at) * 1000)::bigint as at
    from game_record where ${chosen} order by game_record.at desc, id desc
    limit ${RECORDS_PER_PAGE} offset ${(pageNum - 1) * RECORDS_PER_PAGE}`)
  const titles = await betTitles(db, rows)
  const list = rows.map(({ venue: venueEnName, game, title, roundId, ...row }) => ({
    ...row,
    ...(roundId !== null && { roundId }),
    venueEnName,
    title: title === '' ? (titles.get(row.id) ?? gameName(venueEnName, game)) : title,
  }))
  return { list, total: counted[0]?.total ?? 0, pageNum, pageSize: RECORDS_PER_PAGE }
}

/** Totals of the same records, equal to the postings of the ledger. */
export async function venueTotals(
  { db }: Pick<Database, 'db'>,
  venue: string | null,
  filter: RecordFilter,
): Promise<DataOf<'gameRecord.summary'>> {
  const { rows } = await db.execute<DataOf<'gameRecord.summary'>>(sql`
    select count(*)::integer as count, coalesce(sum(stake), 0)::bigint as staked,
      coalesce(sum(returned), 0)::bigint as returned, (count(*) filter (where is_open))::integer as open
    from game_record where ${condition(venue, filter)}`)
  return rows[0] ?? { count: 0, staked: 0, returned: 0, open: 0 }
}

function condition(venue: string | null, { memberId, currency, start, end }: RecordFilter): SQL {
  const [from, to] = [new Date(start).toISOString(), new Date(end).toISOString()]
  const ofVenue = venue === null ? sql`` : sql`and venue = ${venue}`
  return sql`member_id = ${memberId} and currency = ${currency} and at >= ${from} and at < ${to} ${ofVenue}`
}

async function betTitles(db: Database['db'], rows: readonly RecordRow[]): Promise<ReadonlyMap<string, string>> {
  const bets = await betsById(
    db,
    rows.flatMap(({ kind, id }) => (kind === 'bet' ? [id] : [])),
  )
  return new Map(
    bets.map(({ id, legs }) => {
      const names = legs.map(({ match }) => `${match.home} 对 ${match.away}`)
      const title = names.length === 1 ? (names[0] ?? '') : `${names.length} 串 1 · ${names.join('、')}`
      return [id, title.slice(0, TITLE_LENGTH)]
    }),
  )
}

function gameName(venue: string, gameId: string): string {
  if (venue === TABLES_VENUE) return tableOf(gameId)?.title ?? gameId
  return E_GAME_CONTENT.games.find((game) => game.venueEnName === venue && game.gameId === gameId)?.name ?? gameId
}
