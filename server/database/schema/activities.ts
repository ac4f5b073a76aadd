import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { ActivityName } from '#protocol/activities/definition.ts'
import type { RewardCurrency } from '#protocol/currency.ts'
import type { StoredActivityState } from '#protocol/rules/activity-states.ts'
import { instant, safeInteger } from './columns.ts'
import { memberId } from './member.ts'

const activityId = () =>
  text('activity_id')
    .notNull()
    .references(() => activity.id)

/** Annex H `activity`. Only a draft can be edited. */
export const activity = pgTable('activity', {
  id: text('id').primaryKey(),
  kind: text('kind').$type<ActivityName>().notNull(),
  title: text('title').notNull(),
  summary: text('summary').notNull(),
  rule: jsonb('rule').$type<Readonly<Record<string, unknown>>>().notNull(),
  currency: text('currency').$type<RewardCurrency>().notNull(),
  startAt: instant('start_at').notNull(),
  endAt: instant('end_at').notNull(),
  budget: safeInteger('budget').notNull(),
  /** The part of the budget that was promised to members or paid. */
  reserved: safeInteger('reserved').notNull().default(0),
  status: text('status').$type<'draft' | 'running' | 'stopped'>().notNull().default('draft'),
  version: integer('version').notNull().default(0),
  createdAt: instant('created_at').notNull(),
  /** Secret until the draw of a lottery. Empty for a draft. */
  seed: text('seed').notNull().default(''),
})

/** Annex H `activity_state`: the part of a member, one per cycle. */
export const activityState = pgTable(
  'activity_state',
  {
    activityId: activityId(),
    memberId: memberId(),
    cycle: text('cycle').notNull(),
    status: text('status').$type<StoredActivityState>().notNull(),
    amount: safeInteger('amount').notNull(),
    data: jsonb('data')
      .$type<Readonly<Record<string, unknown>>>()
      .notNull()
      .default(sql`'{}'`),
    appliedAt: instant('applied_at').notNull(),
    changedAt: instant('changed_at').notNull(),
    claimTx: uuid('claim_tx').unique('activity_state_claim_tx'),
  },
  (table) => [
    primaryKey({ columns: [table.activityId, table.memberId, table.cycle] }),
    index('activity_state_of_member').on(table.memberId, table.appliedAt),
  ],
)

/** Annex H `prize`: the rest of a prize with a limited stock. */
export const prize = pgTable(
  'prize',
  { activityId: activityId(), prizeIndex: integer('prize_index').notNull(), stock: integer('stock').notNull() },
  (table) => [primaryKey({ columns: [table.activityId, table.prizeIndex] })],
)

/** Annex H `draw`: a draw, or the published hash of the next one. */
export const draw = pgTable(
  'draw',
  {
    activityId: activityId(),
    memberId: memberId(),
    nonce: integer('nonce').notNull(),
    seed: text('seed').notNull(),
    seedHash: text('seed_hash').notNull().unique(),
    memberSeed: text('member_seed'),
    prizeIndex: integer('prize_index'),
    drawnAt: instant('drawn_at'),
  },
  (table) => [primaryKey({ columns: [table.activityId, table.memberId, table.nonce] })],
)

/** S7.103: a round of a red packet rain. The seed is secret until the round has ended. */
export const redRainRound = pgTable(
  'red_rain_round',
  {
    activityId: activityId(),
    round: text('round').notNull(),
    seed: text('seed').notNull(),
    seedHash: text('seed_hash').notNull().unique(),
    /** Amounts in the order in which members get them. */
    packets: integer('packets').array().notNull(),
    taken: integer('taken').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.activityId, table.round] })],
)
