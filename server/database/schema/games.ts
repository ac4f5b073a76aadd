import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { BonusPool } from '#protocol/games/catalogue.ts'
import type { EGame } from '#protocol/games/round.ts'
import { instant, safeInteger } from './columns.ts'
import { memberId } from './member.ts'
import type { SettleCurrency } from '#protocol/currency.ts'

/** The seed of the next round of a member and a game. `nonce` is the number of earlier rounds. */
export const gameSeed = pgTable(
  'game_seed',
  {
    memberId: memberId(),
    game: text('game').$type<EGame>().notNull(),
    nonce: integer('nonce').notNull(),
    serverSeed: text('server_seed').notNull(),
    commitment: text('commitment').notNull(),
    /** Start of the last round. */
    startedAt: instant('started_at'),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.game] })],
)
export type GameSeedRow = typeof gameSeed.$inferSelect

/** Annex H `game_round`. Only the SQL functions of 0047_game_rounds create rounds and change them. */
export const gameRound = pgTable(
  'game_round',
  {
    id: uuid('id').primaryKey(),
    memberId: memberId(),
    accountId: uuid('account_id').notNull(),
    game: text('game').$type<EGame>().notNull(),
    currency: text('currency').$type<'CNY' | 'USDT'>().notNull(),
    /** The first stake, and all stakes. */
    stake: safeInteger('stake').notNull(),
    staked: safeInteger('staked').notNull(),
    options: jsonb('options').notNull(),
    /** Number of moves. */
    steps: integer('steps').notNull().default(0),
    memberSeed: text('member_seed').notNull(),
    nonce: integer('nonce').notNull(),
    serverSeed: text('server_seed').notNull(),
    commitment: text('commitment').notNull().unique(),
    /** The pool that the round feeds and may win. */
    pool: text('pool').$type<BonusPool>(),
    /** Null while the round is open. */
    payout: safeInteger('payout'),
    poolPaid: safeInteger('pool_paid').notNull().default(0),
    idemKey: text('idem_key').notNull().unique(),
    stakeTx: uuid('stake_tx').notNull().unique(),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    index('game_round_of_member').on(table.memberId, table.id),
    uniqueIndex('game_round_open')
      .on(table.memberId, table.game)
      .where(sql`payout is null`),
  ],
)
export type GameRoundRow = typeof gameRound.$inferSelect

/** Moves of rounds in their order. Append-only. */
export const gameMove = pgTable(
  'game_move',
  {
    roundId: uuid('round_id')
      .notNull()
      .references(() => gameRound.id),
    step: integer('step').notNull(),
    move: jsonb('move').notNull(),
    idemKey: text('idem_key').notNull().unique(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.roundId, table.step] })],
)

/** What a round moved on its account. Append-only. */
export const gamePosting = pgTable(
  'game_posting',
  {
    roundId: uuid('round_id')
      .notNull()
      .references(() => gameRound.id),
    seq: smallint('seq').notNull(),
    kind: text('kind').$type<'stake' | 'raise' | 'payout' | 'pool'>().notNull(),
    change: safeInteger('change').notNull(),
    txId: uuid('tx_id').notNull().unique(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.roundId, table.seq] })],
)

/** Annex H `jackpot`. The money of a pool is the account `bonus` of its name. */
export const gamePool = pgTable(
  'game_pool',
  {
    pool: text('pool').$type<BonusPool>().notNull(),
    currency: text('currency').$type<'CNY' | 'USDT'>().notNull(),
    staked: safeInteger('staked').notNull().default(0),
    filled: safeInteger('filled').notNull().default(0),
    /** The share that is not a whole minor unit yet, in millionths. */
    rest: safeInteger('rest').notNull().default(0),
    paid: safeInteger('paid').notNull().default(0),
    lastRound: uuid('last_round').references(() => gameRound.id),
  },
  (table) => [primaryKey({ columns: [table.pool, table.currency] })],
)

/** Rounds of all members by game and site day. */
export const gameDay = pgTable(
  'game_day',
  {
    game: text('game').$type<EGame>().notNull(),
    day: integer('day').notNull(),
    rounds: safeInteger('rounds').notNull(),
  },
  (table) => [primaryKey({ columns: [table.game, table.day] })],
)

/** Annex H `game_favourite`. */
export const gameFavourite = pgTable(
  'game_favourite',
  {
    memberId: memberId(),
    venue: text('venue').notNull(),
    game: text('game').notNull(),
    collectedAt: instant('collected_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.venue, table.game] })],
)

/** Rounds that a provider has reported. Only the SQL function `remote_round_post` posts them. */
export const remoteRound = pgTable(
  'remote_round',
  {
    venue: text('venue').notNull(),
    roundId: text('round_id').notNull(),
    /** Number of the round at its provider. */
    seq: safeInteger('seq').notNull(),
    memberId: memberId(),
    currency: text('currency').$type<SettleCurrency>().notNull(),
    title: text('title').notNull(),
    staked: safeInteger('staked').notNull(),
    returned: safeInteger('returned').notNull(),
    endedAt: instant('ended_at').notNull(),
    stakeTx: uuid('stake_tx').unique('remote_round_stake_tx'),
    returnTx: uuid('return_tx').unique('remote_round_return_tx'),
    /** Null until the account has the stake. */
    postedAt: instant('posted_at'),
  },
  (table) => [
    primaryKey({ columns: [table.venue, table.roundId] }),
    index('remote_round_of_member').on(table.memberId, table.venue, table.currency, table.endedAt),
    index('remote_round_unposted')
      .on(table.venue, table.seq)
      .where(sql`posted_at is null`),
  ],
)
