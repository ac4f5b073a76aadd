import { and, eq, sql } from 'drizzle-orm'
import { CODES, failureOf } from '#protocol/codes.ts'
import type { DataOf, RequestOf } from '#protocol/endpoints/table.ts'
import { type LiveTable, sideOf, stakeLimits, tableOf, TABLES_VENUE } from '#protocol/games/tables/tables.ts'
import { type Result, successOf } from '#protocol/result.ts'
import { valueInCny } from '#protocol/wallet/conversion.ts'
import { Batches } from '../../database/batches.ts'
import type { Database } from '../../database/database.ts'
import { retried } from '../../database/errors.ts'
import { tableBet, type TableBetRow } from '../../database/schema/tables.ts'
import { uuidV7 } from '../../database/uuid-v7.ts'
import { FALLBACK_RATE } from '../../wallet/limits/usage.ts'
import { contentHash, memberKey, randomStripe } from '../../wallet/ledger/postings.ts'

/** Statements of bets at the same time. */
const AT_ONCE = 2

interface TableBetsOptions {
  readonly database: Database
  readonly now: () => number
  /** The rate that values USDT in the limits of play; null without one. */
  readonly rate: () => Promise<number | null>
  /** False while the venue is closed. */
  readonly isOpen: () => boolean
  /** Called when a bet was posted. */
  readonly onPlaced?: (tableId: string) => void
}

export type TableBetCommand = RequestOf<'table.bet'> & {
  readonly memberId: string
  readonly idempotencyKey: string
}

/** Parameter of `table_bet_place`: a row of `table_bet`. */
type PlaceRow = Readonly<Record<string, unknown>>
type Placed =
  | { readonly code: 0; readonly replay: boolean; readonly bet: string; readonly balance: number }
  | { readonly code: number }

/** Bets of members at the live tables. All rules hold in the transaction of the posting, in whichever process it is made. */
export class TableBets {
  readonly #options: TableBetsOptions
  readonly #placing: Batches<PlaceRow, Placed>

  constructor(options: TableBetsOptions) {
    this.#options = options
    this.#placing = new Batches((rows) => this.#placeAll(rows), AT_ONCE)
  }

  /** The rate of USDT for the limits of play, in 1/10,000 CNY. */
  async rate(): Promise<number> {
    return (await this.#options.rate()) ?? FALLBACK_RATE
  }

  /** Places a bet once per key. A refusal is stored under the key. */
  async place(command: TableBetCommand): Promise<Result<DataOf<'table.bet'>>> {
    const { now, onPlaced } = this.#options
    const { memberId, roundId, currency, tableId } = command
    const table = tableOf(tableId)
    // The window is that of the server's clock when the call arrives.
    const at = now()
    const problem = table ? this.#problem(table, command) : CODES.NOT_FOUND
    const row = placeRow(command, { at, rate: await this.rate(), refusal: problem, table })
    const placed = await this.#placing.add(row)
    if (!('bet' in placed)) {
      return failureOf(placed.code, {
        ...(placed.code === CODES.BET_LIMIT && table && { details: stakeLimits(table, currency) }),
      })
    }
    onPlaced?.(tableId)
    const { stakes } = await ownStakes(this.#options.database, { roundId, memberId, currency })
    return successOf({ betId: placed.bet, stakes, balance: placed.balance }, placed.replay)
  }

  /** Own stakes on a round with what they returned, and the balance at the venue. */
  async mine(memberId: string, { roundId, currency }: RequestOf<'table.mine'>): Promise<DataOf<'table.mine'>> {
    const { rows } = await this.#options.database.db.execute<{ balance: number }>(sql`select balance from account
      where owner_type = 'member' and owner_id = ${memberId} and currency = ${currency}
        and kind = ${`venue:${TABLES_VENUE}`}`)
    return {
      ...(await ownStakes(this.#options.database, { roundId, memberId, currency })),
      balance: rows[0]?.balance ?? 0,
    }
  }

  /** The refusal that needs no look at the round; 0 without one. */
  #problem(table: LiveTable, { bets, currency }: TableBetCommand): number {
    if (!this.#options.isOpen()) return CODES.VENUE_MAINTAIN
    const sides = bets.map(({ side }) => side)
    if (new Set(sides).size < sides.length) return CODES.PARAM_ERROR
    if (!sides.every((side) => sideOf(table.game, side))) return CODES.NOT_FOUND
    const { minStake, maxStake } = stakeLimits(table, currency)
    return bets.every(({ amount }) => amount >= minStake && amount <= maxStake) ? 0 : CODES.BET_LIMIT
  }

  async #placeAll(rows: readonly PlaceRow[]): Promise<Placed[]> {
    const found = await retried(() =>
      this.#options.database.db.execute<{ result: Placed }>(
        sql`select table_bet_place_all(${JSON.stringify(rows)}::jsonb, ${randomStripe()}) as result`,
      ),
    )
    return found.rows.map(({ result }) => result)
  }
}

function placeRow(
  { memberId, tableId, roundId, currency, bets, idempotencyKey }: TableBetCommand,
  terms: {
    readonly at: number
    readonly rate: number
    readonly refusal: number
    readonly table: LiveTable | null
  },
): PlaceRow {
  const { at, rate, refusal, table } = terms
  const stake = bets.reduce((total, { amount }) => total + amount, 0)
  return {
    id: uuidV7(at),
    round_id: roundId,
    table_id: tableId,
    member_id: memberId,
    currency,
    stake,
    value: valueInCny(currency, stake, rate),
    sides: Object.fromEntries(bets.map(({ side, amount }) => [side, amount])),
    max: table ? stakeLimits(table, currency).maxStake : 0,
    idem_key: memberKey(memberId, idempotencyKey),
    hash: contentHash('table-bet', [
      memberId,
      tableId,
      roundId,
      currency,
      ...bets.flatMap(({ side, amount }) => [side, amount]),
    ]),
    stake_tx: uuidV7(at),
    placed_at: new Date(at).toISOString(),
    refusal,
  }
}

/** The response of a bet by its key; null without one. */
export async function tableBetUnder(database: Pick<Database, 'db'>, key: string): Promise<DataOf<'table.bet'> | null> {
  const { db } = database
  const [bet] = await db.select().from(tableBet).where(eq(tableBet.idemKey, key))
  if (!bet) return null
  const { rows } = await db.execute<{ balance: number }>(
    sql`select balance_after as balance from ledger_entry where tx_id = ${bet.stakeTx} and seq = 1`,
  )
  const { stakes } = await ownStakes(database, bet)
  return { betId: bet.id, stakes, balance: rows[0]?.balance ?? 0 }
}

/** What a member has on each side of a round, and what it returned. */
async function ownStakes(
  { db }: Pick<Database, 'db'>,
  { roundId, memberId, currency }: Pick<TableBetRow, 'roundId' | 'memberId' | 'currency'>,
): Promise<Omit<DataOf<'table.mine'>, 'balance'>> {
  const bets = await db
    .select()
    .from(tableBet)
    .where(and(eq(tableBet.roundId, roundId), eq(tableBet.memberId, memberId), eq(tableBet.currency, currency)))
  const amounts = new Map<string, number>()
  for (const { sides } of bets) {
    for (const [side, amount] of Object.entries(sides)) amounts.set(side, (amounts.get(side) ?? 0) + amount)
  }
  const returns = bets.flatMap(({ returned }) => returned ?? [])
  return {
    stakes: [...amounts].map(([side, amount]) => ({ side, amount })),
    returned: returns.length === bets.length ? returns.reduce((sum, returned) => sum + returned, 0) : null,
  }
}
