import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { SettleCurrency } from '#protocol/currency.ts'
import { instant, safeInteger } from './columns.ts'
import { member } from './member.ts'

/** Rounds that a provider has reported. Only the SQL function `remote_round_post` posts them. */
export const remoteRound = pgTable(
  'remote_round',
  {
    venue: text('venue').notNull(),
    roundId: text('round_id').notNull(),
    /** Number of the round at its provider. */
    seq: safeInteger('seq').notNull(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => member.id),
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
