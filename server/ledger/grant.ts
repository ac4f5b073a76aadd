import { sql } from 'drizzle-orm'
import type { DrizzleDatabase } from '../database/database.ts'
import { uuidV7 } from '../database/uuid-v7.ts'
import { randomStripe } from './content-hash.ts'

/** Each entry of a posting is checked against all others at commit, so small postings are faster than one large. */
const MEMBERS_PER_POSTING = 40

/** Coins granted to new members. Runs in the transaction that creates them, so it happens once. */
export async function grantCoins(
  tx: Pick<DrizzleDatabase, 'execute'>,
  grants: readonly { memberId: string; coins: number }[],
  now: number,
): Promise<void> {
  const given = grants.filter(({ coins }) => coins > 0)
  for (let at = 0; at < given.length; at += MEMBERS_PER_POSTING) {
    const some = given.slice(at, at + MEMBERS_PER_POSTING)
    // oxlint-disable-next-line no-await-in-loop -- one connection: its statements come one after the other
    await tx.execute(sql`select coin_grant(${uuidV7(now)}, ${sql.param(some.map(({ memberId }) => memberId))}::uuid[],
      ${sql.param(some.map(({ coins }) => coins))}::bigint[], ${randomStripe()}, ${new Date(now).toISOString()})`)
  }
}
