import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Exclusion, LimitKind, LimitPeriod } from '#protocol/wallet/limits.ts'
import { instant, safeInteger } from './columns.ts'
import { member, memberId } from './member.ts'

/** Condition on a row of `rg_limit`: it is in force, or a raise that can be confirmed. */
export const IS_OPEN_LIMIT = sql`rg_limit.status <> 'ended'`

/** Annex H `rg_limit`. `pending` is a raise that is not confirmed. Rows are never deleted. */
export const rgLimit = pgTable(
  'rg_limit',
  {
    id: uuid('id').primaryKey(),
    memberId: memberId(),
    kind: text('kind').$type<LimitKind>().notNull(),
    period: text('period').$type<LimitPeriod>().notNull(),
    /** Null: the raise removes the limit. */
    amount: safeInteger('amount'),
    status: text('status').$type<'active' | 'pending' | 'ended'>().notNull(),
    createdAt: instant('created_at').notNull(),
    /** When the limit began to count, or when the raise can be confirmed. */
    effectiveAt: instant('effective_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    uniqueIndex('rg_limit_active')
      .on(table.memberId, table.kind, table.period)
      .where(sql`status = 'active'`),
    uniqueIndex('rg_limit_pending')
      .on(table.memberId, table.kind, table.period)
      .where(sql`status = 'pending'`),
    index('rg_limit_of_member').on(table.memberId).where(IS_OPEN_LIMIT),
  ],
)
export type LimitRow = typeof rgLimit.$inferSelect

/** Annex H `rg_exclusion`. Append-only: an exclusion ends by itself. */
export const rgExclusion = pgTable(
  'rg_exclusion',
  {
    id: uuid('id').primaryKey(),
    memberId: memberId(),
    kind: text('kind').$type<Exclusion['kind']>().notNull(),
    since: instant('since').notNull(),
    /** Null for a permanent one. */
    until: instant('until'),
  },
  (table) => [index('rg_exclusion_of_member').on(table.memberId, table.until)],
)

/** Annex H `rg_session`: time, stakes (gifts included) and wins by site day. */
export const rgPlay = pgTable(
  'rg_play',
  {
    memberId: memberId(),
    day: integer('day').notNull(),
    seconds: integer('seconds').notNull().default(0),
    /** Minor units of CNY. */
    staked: safeInteger('staked').notNull().default(0),
    won: safeInteger('won').notNull().default(0),
    /** The last call of a page in use; null if there was none on this day. */
    lastAt: instant('last_at'),
    /** Seconds at the last answered reality check of the day. Negative: seconds of a visit that began on the day before. */
    answeredSeconds: integer('answered_seconds').notNull().default(0),
    /** A reality check waits for its answer; play is refused until then. */
    isCheckDue: boolean('is_check_due').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.day] })],
)

export const rgPreference = pgTable('rg_preference', {
  memberId: uuid('member_id')
    .primaryKey()
    .references(() => member.id),
  realityCheckMinutes: integer('reality_check_minutes').notNull(),
})
