import { sql } from 'drizzle-orm'
import type { Database } from '../store/database.ts'
import { uuidV7 } from '../store/uuid-v7.ts'
import { memberKey, randomStripe } from './content-hash.ts'

/** Coins that the house gives new members; a member that had them already gets nothing. Runs in the caller's transaction. */
export async function grantCoins(
  tx: Pick<Database, 'execute'>,
  grants: readonly { memberId: string; coins: number }[],
  now: number,
): Promise<void> {
  const given = grants.filter(({ coins }) => coins > 0)
  if (given.length === 0) return
  const column = (values: readonly (string | number)[]) => sql.param(values)
  await tx.execute(sql`
    select count(coin_grant(tx, member, coins, key, stripe, ${new Date(now).toISOString()}))
    from unnest(${column(given.map(() => uuidV7(now)))}::uuid[], ${column(given.map(({ memberId }) => memberId))}::uuid[],
      ${column(given.map(({ coins }) => coins))}::bigint[],
      ${column(given.map(({ memberId }) => memberKey(memberId, 'first-coins')))}::text[],
      ${column(given.map(() => randomStripe()))}::int[]) as given (tx, member, coins, key, stripe)`)
}
