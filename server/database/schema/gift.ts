import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { instant, safeInteger } from './columns.ts'
import { ledgerTx } from './ledger.ts'
import { memberId } from './member.ts'

/** Annex H `gift` (S3.21). `sortOrder` is the order in the panel, cheapest first. */
export const gift = pgTable(
  'gift',
  {
    id: integer('id').primaryKey(),
    oldId: integer('old_id').notNull(),
    giftType: integer('gift_type').notNull(),
    priceCoin: safeInteger('price_coin').notNull(),
    name: text('name').notNull(),
    icon: text('icon').notNull(),
    iconWeb: text('icon_web').notNull(),
    status: text('status').$type<'0' | '1' | '2'>().notNull(),
    sortOrder: integer('sort_order').notNull(),
    /** Raised by each change of an operator. */
    version: integer('version').notNull().default(1),
  },
  (table) => [
    check('gift_price_positive', sql`${table.priceCoin} > 0`),
    check('gift_status_known', sql`${table.status} in ('0', '1', '2')`),
  ],
)

/** Annex H `gift_order`; its id is the `giftOrderNo` of the wire. States of E.9: charged → delivered | refunded. */
export const giftOrder = pgTable(
  'gift_order',
  {
    id: uuid('id').primaryKey(),
    memberId: memberId(),
    anchorRoomId: text('anchor_room_id').notNull(),
    chatRoomNo: text('chat_room_no').notNull(),
    giftId: integer('gift_id')
      .notNull()
      .references(() => gift.id),
    unitPrice: safeInteger('unit_price').notNull(),
    count: integer('count').notNull(),
    total: safeInteger('total').notNull(),
    comboId: text('combo_id').notNull(),
    /** Running total of gifts of this member, combo and gift, including this order. */
    comboCount: safeInteger('combo_count').notNull(),
    status: text('status').$type<'charged' | 'delivered' | 'refunded'>().notNull(),
    idemKey: text('idem_key').notNull().unique(),
    txId: uuid('tx_id')
      .notNull()
      .unique()
      .references(() => ledgerTx.id),
    createdAt: instant('created_at').notNull(),
    deliveredAt: instant('delivered_at'),
  },
  (table) => [
    unique('gift_order_combo').on(table.memberId, table.comboId, table.giftId, table.comboCount),
    index('gift_order_of_member').on(table.memberId, table.id),
    index('gift_order_ranking').on(table.anchorRoomId, table.createdAt),
    index('gift_order_undelivered')
      .on(table.createdAt)
      .where(sql`status = 'charged'`),
    check('gift_order_count_in_range', sql`${table.count} between 1 and 9999`),
    check('gift_order_total_is_price_times_count', sql`${table.total} = ${table.unitPrice} * ${table.count}`),
    check('gift_order_status_known', sql`${table.status} in ('charged', 'delivered', 'refunded')`),
  ],
)

/**
 * Gifts of the demo's crowd whose orders were rolled up: per anchor, site day (`siteDayOf`) and member. Needed for the
 * rankings, so rows older than a week are deleted.
 */
export const giftRollup = pgTable(
  'gift_rollup',
  {
    anchorRoomId: text('anchor_room_id').notNull(),
    day: integer('day').notNull(),
    memberId: memberId(),
    /** Sum of `totals`. */
    total: safeInteger('total').notNull(),
    /** The earliest of `givenAt`, which can be before the day: a combo belongs to the day of its last gift. */
    firstAt: instant('first_at').notNull(),
    givenAt: instant('given_at').array().notNull(),
    /** Coins per gift, in the order of `givenAt`. */
    totals: safeInteger('totals').array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.anchorRoomId, table.day, table.memberId] }),
    check('gift_rollup_has_a_time_per_total', sql`cardinality(${table.givenAt}) = cardinality(${table.totals})`),
  ],
)
