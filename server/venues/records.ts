import { eq, sql, type SQL } from 'drizzle-orm'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { GameRecord } from '#protocol/endpoints/sports.ts'
import type { DataOf, RequestOf } from '#protocol/endpoints/table.ts'
import { tableOf, tableRules, TABLES_VENUE } from '#protocol/games/tables/tables.ts'
import { shoeCards } from '#protocol/games/tables/shoe.ts'
import type { Database } from '../database/database.ts'
import { remoteRound } from '../database/schema/games.ts'
import { tableBet } from '../database/schema/tables.ts'
import { roundWithShoe, sideReturns } from '../games/tables/table-rows.ts'
import { E_GAME_CONTENT } from '../site/content.ts'
import { betsById } from '../sports/bet-rows.ts'

const RECORDS_PER_PAGE = 20
const TITLE_LENGTH = 120
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Bets or rounds of a member between two times, epoch milliseconds. */
export interface RecordFilter {
  readonly memberId: string
  readonly currency: SettleCurrency
  readonly start: number
  readonly end: number
}

export interface RecordPage extends RecordFilter {
  readonly status: RequestOf<'gameRecord.list'>['status']
  readonly pageNum: number
}

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
  const list = await recordsWhere(
    db,
    sql`${chosen} order by game_record.at desc, id desc limit ${RECORDS_PER_PAGE} offset ${(pageNum - 1) * RECORDS_PER_PAGE}`,
  )
  return { list, total: counted[0]?.total ?? 0, pageNum, pageSize: RECORDS_PER_PAGE }
}

/** The records of a condition on `game_record`, which may have an order and a limit. */
async function recordsWhere(db: Database['db'], chosen: SQL): Promise<GameRecord[]> {
  const { rows } = await db.execute<Record<string, unknown> & RecordRow>(sql`
    select id, kind, venue, game, title, round_id as "roundId", stake, returned, state, (extract(epoch from at) * 1000)::bigint as at
    from game_record where ${chosen}`)
  const bets = await betNames(db, rows)
  return rows.map(({ venue: venueEnName, game, title, roundId, ...row }) => ({
    ...row,
    ...(roundId !== null && { roundId }),
    venueEnName,
    ...(bets.get(row.id) ?? { title: title === '' ? gameName(venueEnName, game) : title }),
  }))
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

/** Titles and legs of bets on matches, by id. */
async function betNames(
  db: Database['db'],
  rows: readonly RecordRow[],
): Promise<ReadonlyMap<string, Pick<GameRecord, 'title' | 'legs'>>> {
  const bets = await betsById(
    db,
    rows.flatMap(({ kind, id }) => (kind === 'bet' ? [id] : [])),
  )
  return new Map(
    bets.map(({ id, legs }) => {
      const names = legs.map(({ match }) => `${match.home} 对 ${match.away}`)
      const title = names.length === 1 ? (names[0] ?? '') : `${names.length} 串 1 · ${names.join('、')}`
      const named = legs.map(({ selection, match: { sport, home, away } }) => ({
        selection,
        match: { sport, home, away },
      }))
      return [id, { title: title.slice(0, TITLE_LENGTH), legs: named }]
    }),
  )
}

type Detail = DataOf<'gameRecord.detail'>

/** A bet of a member on a live table; null if the member has no such bet. */
export async function tableBetRecord(
  { db }: Pick<Database, 'db'>,
  memberId: string,
  id: string,
): Promise<Detail | null> {
  if (!UUID.test(id)) return null
  const chosen = sql`member_id = ${memberId} and venue = ${TABLES_VENUE} and key = ${id}`
  const [[record], [bet]] = await Promise.all([
    recordsWhere(db, chosen),
    db.select().from(tableBet).where(eq(tableBet.id, id)),
  ])
  const found = record && bet && (await roundWithShoe(db, bet.roundId))
  const table = bet && tableOf(bet.tableId)
  if (!record || !found || !table) return null
  const { round, shoe } = found
  const order = shoeCards(shoe)
  const dealt = round.settledAt === null ? null : tableRules(table.game).deal((at) => order[round.position + at] ?? 0)
  const returns = dealt && sideReturns(table.game, bet.sides, dealt.outcome)
  const { game } = table
  return {
    record,
    currency: bet.currency,
    endedAt: bet.settledAt,
    postings: await postingsOf(db, memberId, [bet.stakeTx, bet.returnTx]),
    table: {
      game,
      number: round.number,
      shoeNo: shoe.no,
      commitment: shoe.commitment,
      seed: shoe.endedAt === null ? null : shoe.seed,
      sides: tableRules(game).sides.flatMap(({ id: side }) => {
        const amount = bet.sides[side]
        return amount === undefined ? [] : [{ side, amount, returned: returns?.[side] ?? null }]
      }),
      cards: [...(dealt?.cards ?? [])],
      outcome: dealt?.outcome ?? null,
    },
  }
}

/** A round of a member at a provider; null if the member has no such round that is posted. */
export async function remoteRoundRecord(
  { db }: Pick<Database, 'db'>,
  venue: string,
  { memberId, id }: { readonly memberId: string; readonly id: string },
): Promise<Detail | null> {
  const chosen = sql`member_id = ${memberId} and venue = ${venue} and id = ${id}`
  const [[record], [round]] = await Promise.all([
    recordsWhere(db, chosen),
    db
      .select()
      .from(remoteRound)
      .where(sql`${remoteRound.venue} = ${venue} and ${remoteRound.roundId} = ${id}`),
  ])
  if (!record || !round) return null
  const { currency, endedAt, stakeTx, returnTx } = round
  return { record, currency, endedAt, postings: await postingsOf(db, memberId, [stakeTx, returnTx]), table: null }
}

/** What transactions changed in the accounts of a member. */
async function postingsOf(
  db: Database['db'],
  memberId: string,
  transactions: readonly (string | null)[],
): Promise<Detail['postings']> {
  const ids = transactions.filter((tx) => tx !== null)
  if (ids.length === 0) return []
  const { rows } = await db.execute<Detail['postings'][number]>(sql`
    select (extract(epoch from t.created_at) * 1000)::bigint as at, e.amount as change,
      case when e.amount < 0 then 'stake' else 'payout' end as kind
    from ledger_tx t join ledger_entry e on e.tx_id = t.id join account a on a.id = e.account_id
    where t.id in ${ids} and a.owner_type = 'member' and a.owner_id = ${memberId} order by t.created_at, e.amount`)
  return rows
}

function gameName(venue: string, gameId: string): string {
  if (venue === TABLES_VENUE) return tableOf(gameId)?.title ?? gameId
  return E_GAME_CONTENT.games.find((game) => game.venueEnName === venue && game.gameId === gameId)?.name ?? gameId
}
