import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Transaction } from '../database/database.ts'
import type { DrizzleDatabase } from '../database/database.ts'
import { prizeDay } from '../database/schema/points.ts'

/** Number of taken items or prizes of a site day, by id. */
export async function takenOf(
  db: Pick<DrizzleDatabase, 'select'>,
  prizes: readonly string[],
  day: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({ prize: prizeDay.prize, taken: prizeDay.taken })
    .from(prizeDay)
    .where(and(inArray(prizeDay.prize, [...prizes]), eq(prizeDay.day, day)))
  return new Map(rows.map(({ prize, taken }) => [prize, taken]))
}

/**
 * Locks the stock of a site day for the transaction and returns how many are left. Stocks are locked before accounts, and one
 * per transaction, so that transactions never wait for each other in a circle.
 */
export async function lockStock(
  tx: Transaction,
  prize: string,
  { day, stock }: { readonly day: number; readonly stock: number },
): Promise<number> {
  await tx.insert(prizeDay).values({ prize, day, stock }).onConflictDoNothing()
  const [row] = await tx
    .select()
    .from(prizeDay)
    .where(and(eq(prizeDay.prize, prize), eq(prizeDay.day, day)))
    .for('update')
  return row ? row.stock - row.taken : 0
}

/** Takes one of a locked stock. */
export async function takeOne(tx: Transaction, prize: string, day: number): Promise<void> {
  await tx
    .update(prizeDay)
    .set({ taken: sql`${prizeDay.taken} + 1` })
    .where(and(eq(prizeDay.prize, prize), eq(prizeDay.day, day)))
}
