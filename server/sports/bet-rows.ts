import { and, asc, desc, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { SettleCurrency } from '#protocol/currency.ts'
import { OPEN_BET_STATES } from '#protocol/sports/bet-terms.ts'
import type { Bet, BetLeg, BetPosting } from '#protocol/sports/bets.ts'
import type { Database, DrizzleDatabase } from '../database/database.ts'
import { bet, betLeg, type BetLegRow, betPosting, type BetRow } from '../database/schema/sports.ts'

/** A bet with its legs in their order, as stored. */
export interface StoredBet extends BetRow {
  readonly legs: readonly BetLegRow[]
}

type Reader = Pick<DrizzleDatabase, 'select' | '$count'>

const BETS_PER_PAGE = 20

/** Bets with their legs, in the order of the ids. */
export async function betsById(db: Reader, ids: readonly string[]): Promise<StoredBet[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select()
    .from(bet)
    .where(inArray(bet.id, [...ids]))
  const byId = new Map((await withLegs(db, rows)).map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Pending bets that are decided at this time, and when the next one is; null if none waits. */
export async function dueBets(
  db: Reader,
  at: number,
  limit: number,
): Promise<{ readonly due: StoredBet[]; readonly nextAt: number | null }> {
  const isPending = eq(bet.state, 'pending')
  const rows = await db
    .select()
    .from(bet)
    .where(and(isPending, lte(bet.decidesAt, at)))
    .orderBy(asc(bet.decidesAt))
    .limit(limit)
  const [due, [next]] = await Promise.all([
    withLegs(db, rows),
    db
      .select({ at: bet.decidesAt })
      .from(bet)
      .where(and(isPending, gt(bet.decidesAt, at)))
      .orderBy(asc(bet.decidesAt))
      .limit(1),
  ])
  return { due, nextAt: rows.length === limit ? at : (next?.at ?? null) }
}

/** The bets with their legs. */
async function withLegs(db: Reader, rows: readonly BetRow[]): Promise<StoredBet[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const legs = await db
    .select()
    .from(betLeg)
    .where(inArray(betLeg.betId, ids))
    .orderBy(asc(betLeg.betId), asc(betLeg.seq))
  const legsOf = new Map<string, BetLegRow[]>()
  for (const leg of legs) {
    const own = legsOf.get(leg.betId)
    if (own) own.push(leg)
    else legsOf.set(leg.betId, [leg])
  }
  return rows.map((row) => ({ ...row, legs: legsOf.get(row.id) ?? [] }))
}

/** A bet of a member; null if the member has no such bet. */
export async function betOf(db: Reader, memberId: string, id: string): Promise<StoredBet | null> {
  const [found] = await betsById(db, [id])
  return found?.memberId === memberId ? found : null
}

interface ListFilter {
  readonly state: 'open' | 'settled' | 'all'
  readonly currency: SettleCurrency
  readonly pageNum: number
}

/** A page of the bets of a member, newest first. */
export async function betPage(db: Reader, memberId: string, { state, currency, pageNum }: ListFilter) {
  const open = [...OPEN_BET_STATES]
  const isOpen = inArray(bet.state, open)
  const condition = and(
    eq(bet.memberId, memberId),
    eq(bet.currency, currency),
    state === 'all' ? undefined : state === 'open' ? isOpen : sql`not ${isOpen}`,
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
  return { list: bets.map(wireBet), total, pageNum, pageSize: BETS_PER_PAGE }
}

/** Postings of a bet, oldest first. */
export async function postingsOf(db: Reader, betId: string): Promise<BetPosting[]> {
  const rows = await db.select().from(betPosting).where(eq(betPosting.betId, betId)).orderBy(asc(betPosting.version))
  return rows.map(({ at, kind, change, state }) => ({ at, kind, change, state }))
}

/** The bet on the wire. */
export function wireBet(row: StoredBet): Bet {
  return {
    betId: row.id,
    state: row.state,
    currency: row.currency,
    stake: row.stake,
    price: row.price,
    accept: row.accept,
    legs: row.legs.map(wireLeg),
    maxReturn: row.maxReturn,
    returned: row.returned,
    rejection: row.rejection,
    placedAt: row.placedAt,
    decidesAt: row.decidesAt,
    settledAt: row.settledAt,
    shownIn: row.shownIn,
  }
}

function wireLeg({ selection, price, match, result, facts, rule }: BetLegRow): BetLeg {
  return { selection, price, match, result, facts, ...(rule !== null && { rule }) }
}

/** A bet and the balance after the posting under this key; null without one. */
async function bookedUnder(
  { db }: Pick<Database, 'db'>,
  txOf: SQL,
): Promise<{ readonly bet: Bet; readonly balance: number } | null> {
  const { rows } = await db.execute<{
    id: string
    balance: number
  }>(sql`select p.bet_id as id, e.balance_after as balance
    from ledger_tx t join bet_posting p on p.tx_id = t.id join ledger_entry e on e.tx_id = t.id and e.seq = 1
    where ${txOf}`)
  const [booked] = rows
  const [found] = booked ? await betsById(db, [booked.id]) : []
  return booked && found ? { bet: wireBet(found), balance: booked.balance } : null
}

/** The response of a bet by its key, with the current state of the bet. */
export function placedUnder(database: Pick<Database, 'db'>, key: string) {
  return bookedUnder(database, sql`t.idem_key = ${key} and p.kind = 'stake'`)
}

/** The response of a cash-out by its key. */
export function cashedOutUnder(database: Pick<Database, 'db'>, key: string) {
  return bookedUnder(database, sql`t.idem_key = ${key} and p.kind = 'cash-out'`)
}
