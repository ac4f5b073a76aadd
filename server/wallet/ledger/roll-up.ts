import { HOUR_MS, siteDayOf, startOfSiteDay } from '#protocol/time.ts'
import { sql } from 'drizzle-orm'
import type { Database } from '../../database/database.ts'
import { retried } from '../../database/errors.ts'
import { uuidV7 } from '../../database/uuid-v7.ts'

/** Gifts younger than this keep their orders. */
const GIFT_AGE_MS = HOUR_MS
/** Rollups of the current site day and of this many days before it stay apart. */
const APART_DAYS = 1
/** Postings per member and transaction, so that a transaction takes milliseconds. */
const BATCH_POSTINGS = 8

/** Members whose postings share one transaction per day. A member may change the shard. */
export interface RollUpShard {
  readonly number: number
  readonly memberIds: readonly string[]
}

/**
 * Replaces old gifts and coin purchases of members without a sign-in by one transaction per type and site day.
 * Postings of other members are skipped. Each batch is one database transaction, so a crash leaves a whole state.
 * Balances and rankings stay the same; the idempotency keys of the replaced postings are forgotten. Coin purchases of the
 * current day remain, because the daily limit counts them. Transactions of earlier days are merged into one per type, so
 * that the ledger of the demo does not grow with its age.
 *
 * @param maxBatches batches per type, at least 1
 * @returns the number of replaced postings
 */
export async function rollUp(
  { db }: Pick<Database, 'db'>,
  { number, memberIds }: RollUpShard,
  now: number,
  maxBatches: number,
): Promise<number> {
  const before = { gift: now - GIFT_AGE_MS, 'coin-buy': startOfSiteDay(now) }
  let replaced = 0
  for (const type of ['gift', 'coin-buy'] as const) {
    for (let batch = 0; batch < maxBatches; batch += 1) {
      const { rows } = await retried(() =>
        db.execute<{ replaced: number }>(sql`select ledger_roll_up(
          ${uuidV7(now)}, ${type}, ${number}, ${sql.param(memberIds)}::uuid[],
          ${new Date(before[type]).toISOString()}, ${BATCH_POSTINGS}) as replaced`),
      )
      const count = rows[0]?.replaced ?? 0
      replaced += count
      // No member has more postings of this day.
      if (count < BATCH_POSTINGS) break
    }
    await retried(() =>
      db.execute(sql`select ledger_merge_rollups(
        ${uuidV7(now)}, ${type}, ${number}, ${siteDayOf(now) - APART_DAYS}::integer)`),
    )
  }
  return replaced
}
