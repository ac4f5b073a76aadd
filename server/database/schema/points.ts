import { boolean, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { PointsItemId, Reward } from '#protocol/club/points.ts'
import type { SoccerPrizeId } from '#protocol/club/soccer-lottery.ts'
import type { SettleCurrency } from '#protocol/currency.ts'
import { instant, safeInteger } from './columns.ts'
import { memberId } from './member.ts'

/** Points of a site day by settled turnover. Append-only; only the SQL function `points_earn` writes it. */
export const pointsDay = pgTable(
  'points_day',
  {
    memberId: memberId(),
    day: integer('day').notNull(),
    turnover: safeInteger('turnover').notNull(),
    ppm: integer('ppm').notNull(),
    amount: safeInteger('amount').notNull(),
    correction: safeInteger('correction').notNull(),
    isBarred: boolean('is_barred').notNull(),
    txId: uuid('tx_id'),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.day] })],
)

/** Annex H `prize`: what was taken of an item or prize on a site day. */
export const prizeDay = pgTable(
  'prize_day',
  {
    prize: text('prize').notNull(),
    day: integer('day').notNull(),
    stock: integer('stock').notNull(),
    taken: integer('taken').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.prize, table.day] })],
)

/** Exchanges of points. Append-only. */
export const pointsOrder = pgTable(
  'points_order',
  {
    id: uuid('id').primaryKey(),
    memberId: memberId(),
    item: text('item').$type<PointsItemId>().notNull(),
    day: integer('day').notNull(),
    points: safeInteger('points').notNull(),
    currency: text('currency').$type<Reward['currency']>().notNull(),
    amount: safeInteger('amount').notNull(),
    /** Points of the member after it. */
    balance: safeInteger('balance').notNull(),
    txId: uuid('tx_id').notNull().unique('points_order_tx'),
    at: instant('at').notNull(),
  },
  (table) => [index('points_order_of_member').on(table.memberId, table.day, table.item)],
)

/** The seed of the next draw of a member. `nonce` is the number of earlier draws. */
export const soccerSeed = pgTable('soccer_seed', {
  memberId: memberId().primaryKey(),
  nonce: integer('nonce').notNull(),
  serverSeed: text('server_seed').notNull(),
  commitment: text('commitment').notNull(),
})

/** Annex H `draw`: draws of the soccer lottery. Append-only. */
export const soccerDraw = pgTable(
  'soccer_draw',
  {
    id: uuid('id').primaryKey(),
    memberId: memberId(),
    day: integer('day').notNull(),
    cost: safeInteger('cost').notNull(),
    prize: text('prize').$type<SoccerPrizeId>().notNull(),
    isReplaced: boolean('is_replaced').notNull(),
    settleCurrency: text('settle_currency').$type<SettleCurrency>().notNull(),
    /** The reward; null for a blank. */
    currency: text('currency').$type<Reward['currency']>(),
    amount: safeInteger('amount'),
    /** Points of the member after it. */
    balance: safeInteger('balance').notNull(),
    memberSeed: text('member_seed').notNull(),
    nonce: integer('nonce').notNull(),
    serverSeed: text('server_seed').notNull(),
    commitment: text('commitment').notNull().unique('soccer_draw_commitment'),
    txId: uuid('tx_id').notNull().unique('soccer_draw_tx'),
    at: instant('at').notNull(),
  },
  (table) => [
    unique('soccer_draw_nonce').on(table.memberId, table.nonce),
    index('soccer_draw_of_member').on(table.memberId, table.day),
  ],
)
