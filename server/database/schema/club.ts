import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { VipChangeReason } from '#protocol/endpoints/club.ts'
import type { SettleCurrency } from '#protocol/currency.ts'
import { instant, safeInteger } from './columns.ts'
import { memberId } from './member.ts'

/** Progress of the nightly job: at most one row. Days are numbers of site days. */
export const clubRun = pgTable('club_run', {
  id: boolean('id').primaryKey().default(true),
  firstDay: integer('first_day').notNull(),
  lastDay: integer('last_day').notNull(),
})

/** Annex H `vip_history`: changes of grades. Append-only. */
export const vipHistory = pgTable(
  'vip_history',
  {
    id: uuid('id').primaryKey(),
    memberId: memberId(),
    day: integer('day').notNull(),
    fromGrade: integer('from_grade').notNull(),
    toGrade: integer('to_grade').notNull(),
    reason: text('reason').$type<VipChangeReason>().notNull(),
    at: instant('at').notNull(),
  },
  (table) => [index('vip_history_of_member').on(table.memberId, table.at, table.id)],
)

/** Annex H `rebate_day`. Only the claim changes a row. */
export const rebateDay = pgTable(
  'rebate_day',
  {
    memberId: memberId(),
    day: integer('day').notNull(),
    venueClass: text('venue_class').notNull(),
    currency: text('currency').$type<SettleCurrency>().notNull(),
    turnover: safeInteger('turnover').notNull(),
    ppm: integer('ppm').notNull(),
    amount: safeInteger('amount').notNull(),
    correction: safeInteger('correction').notNull(),
    isBarred: boolean('is_barred').notNull(),
    claimTx: uuid('claim_tx').unique('rebate_day_claim_tx'),
    claimedAt: instant('claimed_at'),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.day, table.venueClass, table.currency] })],
)

/** S3.5: claimed birthday gifts. Append-only. */
export const birthdayGift = pgTable(
  'birthday_gift',
  {
    memberId: memberId(),
    year: integer('year').notNull(),
    grade: integer('grade').notNull(),
    currency: text('currency').$type<SettleCurrency>().notNull(),
    amount: safeInteger('amount').notNull(),
    claimTx: uuid('claim_tx').notNull().unique('birthday_gift_claim_tx'),
    claimedAt: instant('claimed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.year] })],
)
