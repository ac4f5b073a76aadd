import type { SettleCurrency } from '../../currency.ts'
import { baccarat } from './baccarat.ts'
import { dragonTiger } from './dragon-tiger.ts'
import type { BetSide, TableGame, TableRules } from './table-rules.ts'

/** Venue of the live tables. Its accounts are `venue:YBZR`. */
export { TABLES_VENUE } from '../../rules/venue.ts'

/** A live table. Limits are minor units of CNY; other currencies by their fixed factor. */
export interface LiveTable {
  readonly tableId: string
  readonly game: TableGame
  /** Title in records and for operators. */
  readonly title: string
  /** How long a round takes bets, in milliseconds. */
  readonly bettingMs: number
  /** Bounds of what a member stakes on one side of a round. */
  readonly min: number
  readonly max: number
}

/** The tables of this venue. A page names them by their id. */
export const LIVE_TABLES: readonly LiveTable[] = [
  { tableId: 'bac1', game: 'baccarat', title: '百家乐 1 号桌', bettingMs: 20_000, min: 1_000, max: 500_000 },
  { tableId: 'bac2', game: 'baccarat', title: '百家乐 2 号桌', bettingMs: 15_000, min: 10_000, max: 5_000_000 },
  { tableId: 'dt1', game: 'dragon-tiger', title: '龙虎 1 号桌', bettingMs: 15_000, min: 500, max: 200_000 },
]

export const tableOf = (tableId: string): LiveTable | null =>
  LIVE_TABLES.find((table) => table.tableId === tableId) ?? null

const RULES: Readonly<Record<TableGame, TableRules>> = { baccarat, 'dragon-tiger': dragonTiger }

export const tableRules = (game: TableGame): TableRules => RULES[game]

export const sideOf = (game: TableGame, side: string): BetSide | null =>
  RULES[game].sides.find(({ id }) => id === side) ?? null

/** Minor units of a currency for one of CNY in the limits of the tables. */
const FACTORS: Readonly<Record<SettleCurrency, number>> = { CNY: 1, USDT: 1_400 }

/** Bounds of what a member stakes on one side of a round, in minor units of the currency. */
export function stakeLimits({ min, max }: Pick<LiveTable, 'min' | 'max'>, currency: SettleCurrency) {
  return { minStake: min * FACTORS[currency], maxStake: max * FACTORS[currency] }
}
