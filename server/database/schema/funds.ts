import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { SettleCurrency } from '#protocol/currency.ts'
import { instant, safeInteger } from './columns.ts'
import { memberId } from './member.ts'

/** Offers of conversions (S7.69). `usedTx` is the posting that used the offer. */
export const usdtQuote = pgTable(
  'usdt_quote',
  {
    id: uuid('id').primaryKey(),
    memberId: memberId(),
    from: text('from_currency').$type<SettleCurrency>().notNull(),
    amount: safeInteger('amount').notNull(),
    receive: safeInteger('receive').notNull(),
    /** Price of one USDT in 1/10,000 CNY. */
    rate: integer('rate').notNull(),
    source: text('source').notNull(),
    rateAt: instant('rate_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedTx: uuid('used_tx').unique('usdt_quote_used_once'),
  },
  (table) => [
    index('usdt_quote_used').on(table.memberId, table.usedTx),
    uniqueIndex('usdt_quote_open')
      .on(table.memberId)
      .where(sql`used_tx is null`),
  ],
)
export type QuoteRow = typeof usdtQuote.$inferSelect

/** Annex H `interest_rate`. Without a row for a day the default of the program counts. */
export const interestRate = pgTable('interest_rate', {
  id: uuid('id').primaryKey(),
  currency: text('currency').$type<SettleCurrency>().notNull(),
  dailyPpm: integer('daily_ppm').notNull(),
  /** Numbers of site days, both included. */
  fromDay: integer('from_day').notNull(),
  toDay: integer('to_day'),
})

/** Annex H `interest_position`: where the accrual of a member and currency stands. */
export const interestPosition = pgTable(
  'interest_position',
  {
    memberId: memberId(),
    currency: text('currency').$type<SettleCurrency>().notNull(),
    /** Millionths of a minor unit that were not paid yet. */
    carriedMicro: integer('carried_micro').notNull().default(0),
    /** The last site day whose interest was accrued. */
    lastDay: integer('last_day').notNull(),
    /** Time of the last transfer. Times of transfers of a position increase. */
    movedAt: instant('moved_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.currency] }),
    index('interest_position_due').on(table.lastDay),
  ],
)

/** Interest per site day. Append-only; days without principal have no row. */
export const interestDay = pgTable(
  'interest_day',
  {
    memberId: memberId(),
    currency: text('currency').$type<SettleCurrency>().notNull(),
    day: integer('day').notNull(),
    /** Least principal of the day. */
    least: safeInteger('least').notNull(),
    dailyPpm: integer('daily_ppm').notNull(),
    paid: safeInteger('paid').notNull(),
    carriedMicro: integer('carried_micro').notNull(),
    txId: uuid('tx_id').unique('interest_day_tx'),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.currency, table.day] })],
)
