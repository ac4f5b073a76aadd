import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, safeInteger } from './columns.ts'
import { memberId } from './member.ts'

/** A shoe of a live table. Its seed is secret until it has ended. */
export const tableShoe = pgTable(
  'table_shoe',
  {
    tableId: text('table_id').notNull(),
    no: integer('no').notNull(),
    seed: text('seed').notNull(),
    commitment: text('commitment').notNull(),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [primaryKey({ columns: [table.tableId, table.no] })],
)
export type TableShoeRow = typeof tableShoe.$inferSelect

/** A round of a live table. Only settled rounds have a number of cards and an outcome. */
export const tableRound = pgTable('table_round', {
  id: uuid('id').primaryKey(),
  tableId: text('table_id').notNull(),
  shoeNo: integer('shoe_no').notNull(),
  number: integer('number').notNull(),
  position: integer('position').notNull(),
  state: text('state').$type<'betting' | 'dealing' | 'settled'>().notNull(),
  openedAt: instant('opened_at').notNull(),
  closesAt: instant('closes_at').notNull(),
  cards: integer('cards'),
  outcome: text('outcome'),
  settledAt: instant('settled_at'),
})
export type TableRoundRow = typeof tableRound.$inferSelect

/** A bet on a round. Only the functions of 0044_live_tables create and settle bets. */
export const tableBet = pgTable('table_bet', {
  id: uuid('id').primaryKey(),
  roundId: uuid('round_id')
    .notNull()
    .references(() => tableRound.id),
  tableId: text('table_id').notNull(),
  memberId: memberId(),
  accountId: uuid('account_id').notNull(),
  currency: text('currency').$type<'CNY' | 'USDT'>().notNull(),
  stake: safeInteger('stake').notNull(),
  sides: jsonb('sides').$type<Readonly<Record<string, number>>>().notNull(),
  returned: safeInteger('returned'),
  idemKey: text('idem_key').notNull().unique(),
  stakeTx: uuid('stake_tx').notNull().unique(),
  returnTx: uuid('return_tx').unique(),
  placedAt: instant('placed_at').notNull(),
  settledAt: instant('settled_at'),
})
export type TableBetRow = typeof tableBet.$inferSelect
