import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { AcceptMode, BetState, LegResult, Rejection } from '#protocol/sports/bet-terms.ts'
import type { BetLeg, BetPosting } from '#protocol/sports/bets.ts'
import type { MatchFacts } from '#protocol/sports/market-keys.ts'
import { instant, safeInteger } from './columns.ts'
import { memberId } from './member.ts'

/**
 * Annex H `bet`. Only the SQL functions of 0042_bets create bets and change their state. The stake comes from the account
 * of the member at the sportsbook; bets of the demo's crowd are staked by an account of the house.
 */
export const bet = pgTable(
  'bet',
  {
    id: uuid('id').primaryKey(),
    memberId: memberId(),
    accountId: uuid('account_id').notNull(),
    isCrowd: boolean('is_crowd').notNull(),
    currency: text('currency').$type<'CNY' | 'USDT'>().notNull(),
    stake: safeInteger('stake').notNull(),
    /** The stake in minor units of CNY as the limits of play counted it; null for bets of earlier versions. */
    value: safeInteger('value'),
    price: safeInteger('price').notNull(),
    accept: text('accept').$type<AcceptMode>().notNull(),
    state: text('state').$type<BetState>().notNull(),
    /** Number of changes since the bet was placed. */
    version: integer('version').notNull().default(0),
    maxReturn: safeInteger('max_return').notNull(),
    /** What was paid back, stake included. */
    returned: safeInteger('returned').notNull().default(0),
    /** What a correction could not take back yet, because the account did not have it. Part of `returned`. */
    owed: safeInteger('owed').notNull().default(0),
    rejection: text('rejection').$type<Rejection>(),
    idemKey: text('idem_key').notNull().unique(),
    stakeTx: uuid('stake_tx').notNull().unique(),
    placedAt: instant('placed_at').notNull(),
    /** When a pending bet is decided. */
    decidesAt: instant('decides_at'),
    settledAt: instant('settled_at'),
    /** Room that shows the bet, and its order entry there. */
    shownIn: text('shown_in'),
    shownEntry: text('shown_entry'),
  },
  (table) => [
    index('bet_of_member').on(table.memberId, table.id),
    index('bet_pending_due')
      .on(table.decidesAt)
      .where(sql`state = 'pending'`),
    index('bet_owed')
      .on(table.id)
      .where(sql`owed > 0`),
    index('bet_of_crowd')
      .on(table.settledAt)
      .where(sql`is_crowd and settled_at is not null`),
  ],
)
export type BetRow = typeof bet.$inferSelect

/** Annex H `bet_leg`. `match` is the match when the bet was placed; `rule` is a key of the rule that decided the leg. */
export const betLeg = pgTable(
  'bet_leg',
  {
    betId: uuid('bet_id')
      .notNull()
      .references(() => bet.id),
    seq: smallint('seq').notNull(),
    matchId: text('match_id').notNull(),
    selection: text('selection').notNull(),
    price: integer('price').notNull(),
    match: jsonb('match').$type<BetLeg['match']>().notNull(),
    result: text('result').$type<LegResult>(),
    facts: text('facts').notNull().default(''),
    rule: text('rule'),
  },
  (table) => [
    primaryKey({ columns: [table.betId, table.seq] }),
    index('bet_leg_of_match').on(table.matchId, table.selection, table.result),
    index('bet_leg_open')
      .on(table.matchId)
      .where(sql`result is null`),
  ],
)
export type BetLegRow = typeof betLeg.$inferSelect

/** Annex H `settlement`: what each change of a bet moved. Append-only. `actor` is the operator, or empty. */
export const betPosting = pgTable(
  'bet_posting',
  {
    betId: uuid('bet_id')
      .notNull()
      .references(() => bet.id),
    version: integer('version').notNull(),
    kind: text('kind').$type<BetPosting['kind']>().notNull(),
    change: safeInteger('change').notNull(),
    state: text('state').$type<BetState>().notNull(),
    txId: uuid('tx_id').unique(),
    actor: text('actor').notNull().default(''),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.betId, table.version] })],
)

/** Facts that decided markets, newest version last. `actor` is the operator who has entered them, or empty. Append-only. */
export const sportResult = pgTable(
  'sport_result',
  {
    matchId: text('match_id').notNull(),
    version: integer('version').notNull(),
    facts: jsonb('facts').$type<MatchFacts>().notNull(),
    actor: text('actor').notNull().default(''),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.matchId, table.version] })],
)

/** Markets that an operator has decided. `won` is the outcome that won; null returns all stakes. */
export const marketDecision = pgTable(
  'market_decision',
  {
    matchId: text('match_id').notNull(),
    /** `marketId` of the market. */
    market: text('market').notNull(),
    won: text('won'),
    operator: text('operator').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.matchId, table.market] })],
)

/** Offers of cash-outs. A member has one open offer. */
export const cashOutQuote = pgTable(
  'cash_out_quote',
  {
    id: uuid('id').primaryKey(),
    memberId: memberId(),
    betId: uuid('bet_id')
      .notNull()
      .references(() => bet.id),
    betVersion: integer('bet_version').notNull(),
    amount: safeInteger('amount').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedTx: uuid('used_tx').unique(),
  },
  (table) => [
    uniqueIndex('cash_out_quote_open')
      .on(table.memberId)
      .where(sql`used_tx is null`),
  ],
)
export type CashOutQuoteRow = typeof cashOutQuote.$inferSelect
