import { randomBytes } from 'node:crypto'
import { and, asc, desc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { type Card, saltOf, shoeCards, shoeCommitment, shoeLeaves } from '#protocol/games/tables/shoe.ts'
import { returnOf, roundLetter, type TableGame, type TableOutcome } from '#protocol/games/tables/table-rules.ts'
import { sideOf, tableOf } from '#protocol/games/tables/tables.ts'
import type { Database, DrizzleDatabase } from '../../database/database.ts'
import { retried } from '../../database/errors.ts'
import { tableBet, tableRound, type TableRoundRow, tableShoe, type TableShoeRow } from '../../database/schema/tables.ts'
import { uuidV7 } from '../../database/uuid-v7.ts'
import { randomStripe } from '../../wallet/ledger/postings.ts'

type Reader = Pick<DrizzleDatabase, 'select'>

/** A shoe with its cards in their order. */
export interface OpenShoe extends TableShoeRow {
  readonly cards: readonly Card[]
}

/** The shoe of a table that has not ended; null before the first one. */
export async function openShoe(db: Reader, tableId: string): Promise<OpenShoe | null> {
  const [row] = await db
    .select()
    .from(tableShoe)
    .where(and(eq(tableShoe.tableId, tableId), isNull(tableShoe.endedAt)))
  return row ? { ...row, cards: shoeCards(row) } : null
}

/** Ends the shoe of a table, which publishes its seed, and opens the next one. */
export async function nextShoe({ db }: Pick<Database, 'db'>, tableId: string, now: number): Promise<OpenShoe> {
  const seed = randomBytes(32).toString('hex')
  return db.transaction(async (tx) => {
    const [last] = await tx
      .select({ no: tableShoe.no })
      .from(tableShoe)
      .where(eq(tableShoe.tableId, tableId))
      .orderBy(desc(tableShoe.no))
      .limit(1)
    const no = (last?.no ?? 0) + 1
    const cards = shoeCards({ seed, no })
    const row = {
      tableId,
      no,
      seed,
      commitment: shoeCommitment(shoeLeaves({ seed, no }, cards)),
      startedAt: now,
      endedAt: null,
    }
    const isOpen = and(eq(tableShoe.tableId, tableId), isNull(tableShoe.endedAt))
    await tx.update(tableShoe).set({ endedAt: now }).where(isOpen)
    await tx.insert(tableShoe).values(row)
    return { ...row, cards }
  })
}

/** Outcomes of the settled rounds of a shoe, oldest first, number of the last round, and position of the next card. */
export async function settledRounds(db: Reader, { tableId, no }: Pick<TableShoeRow, 'tableId' | 'no'>) {
  const rows = await db
    .select({
      number: tableRound.number,
      outcome: tableRound.outcome,
      position: tableRound.position,
      cards: tableRound.cards,
    })
    .from(tableRound)
    .where(and(eq(tableRound.tableId, tableId), eq(tableRound.shoeNo, no), eq(tableRound.state, 'settled')))
    .orderBy(asc(tableRound.number))
  const last = rows.at(-1)
  return {
    history: rows.map(({ outcome }) => outcome ?? '').join(''),
    number: last?.number ?? 0,
    position: last ? last.position + (last.cards ?? 0) : 0,
  }
}

/** The round of a table that is not settled; null if there is none. */
export async function openRound(db: Reader, tableId: string): Promise<TableRoundRow | null> {
  const [row] = await db
    .select()
    .from(tableRound)
    .where(and(eq(tableRound.tableId, tableId), ne(tableRound.state, 'settled')))
  return row ?? null
}

/** Ends the betting of a round: waits for bets that are being posted, and refuses all later ones. */
export async function closeRound({ db }: Pick<Database, 'db'>, roundId: string): Promise<void> {
  await db
    .update(tableRound)
    .set({ state: 'dealing' })
    .where(and(eq(tableRound.id, roundId), eq(tableRound.state, 'betting')))
}

interface Settled {
  readonly roundId: string
  readonly game: TableGame
  readonly outcome: TableOutcome
  /** Number of dealt cards. */
  readonly cards: number
}

/** Settles a closed round with all its bets in one transaction. False if it was settled before. */
export async function settleRound(
  { db }: Pick<Database, 'db'>,
  { roundId, game, outcome, cards }: Settled,
  { now, rate }: { readonly now: number; readonly rate: number },
): Promise<boolean> {
  const bets = await db
    .select({ id: tableBet.id, sides: tableBet.sides })
    .from(tableBet)
    .where(eq(tableBet.roundId, roundId))
  const returns = bets.map(({ id, sides }) => {
    return { bet: id, tx: uuidV7(now), returned: sum(Object.values(sideReturns(game, sides, outcome))) }
  })
  const { rows } = await retried(() =>
    db.execute<{ settled: boolean }>(sql`select table_settle(${roundId}, ${cards}, ${roundLetter(outcome)},
      ${JSON.stringify(returns)}::jsonb, ${randomStripe()}, ${rate}::integer, ${new Date(now).toISOString()}) as settled`),
  )
  return rows[0]?.settled === true
}

/** What each side of a bet returns. */
export function sideReturns(
  game: TableGame,
  sides: Readonly<Record<string, number>>,
  outcome: TableOutcome,
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(sides).map(([id, amount]) => {
      const side = sideOf(game, id)
      if (!side) throw new Error(`a bet has the unknown side ${id}`)
      return [id, returnOf(side, amount, outcome)]
    }),
  )
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/** What all members have on each side of a round, by currency. */
export async function roundTotals({ db }: Pick<Database, 'db'>, roundId: string) {
  const { rows } = await db.execute<{ side: string; currency: SettleCurrency; amount: number; players: number }>(sql`
    select side.key as side, b.currency, sum(side.value::bigint)::bigint as amount,
      count(distinct b.member_id)::integer as players
    from table_bet b cross join lateral jsonb_each_text(b.sides) as side
    where b.round_id = ${roundId} group by 1, 2`)
  return rows
}

/** A round with its shoe; null if it is unknown. */
export async function roundWithShoe(db: Reader, roundId: string) {
  const [found] = await db
    .select({ round: tableRound, shoe: tableShoe })
    .from(tableRound)
    .innerJoin(tableShoe, and(eq(tableShoe.tableId, tableRound.tableId), eq(tableShoe.no, tableRound.shoeNo)))
    .where(eq(tableRound.id, roundId))
  return found ?? null
}

/** The round of a proof, and the values that are published about it; null if it is unknown, `open` if it is not settled. */
export async function roundProof(db: Reader, roundId: string): Promise<DataOf<'table.proof'> | 'open' | null> {
  const found = await roundWithShoe(db, roundId)
  if (!found) return null
  const { round, shoe } = found
  const table = tableOf(round.tableId)
  if (!table) return null
  if (round.settledAt === null || round.cards === null || round.outcome === null) return 'open'
  const { position, cards: count, tableId, number, outcome, settledAt } = round
  const order = shoeCards(shoe)
  return {
    roundId,
    tableId,
    game: table.game,
    number,
    shoe: {
      no: shoe.no,
      commitment: shoe.commitment,
      leaves: shoeLeaves(shoe, order),
      seed: shoe.endedAt === null ? null : shoe.seed,
    },
    position,
    cards: order.slice(position, position + count),
    salts: Array.from({ length: count }, (_, index) => saltOf(shoe.seed, position + index)),
    outcome,
    settledAt,
  }
}
