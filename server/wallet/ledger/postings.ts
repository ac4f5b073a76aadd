import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { DrizzleDatabase } from '../../database/database.ts'
import { uuidV7 } from '../../database/uuid-v7.ts'

/** Hash of the content of a money call. The same key with another hash is a conflict (settled 7). */
export function contentHash(type: string, content: readonly (string | number)[]): string {
  return createHash('sha256')
    .update(JSON.stringify([type, ...content]))
    .digest('hex')
}

/** Clients create keys, so each member has its own key space. */
export function memberKey(memberId: string, idempotencyKey: string): string {
  return `${memberId}:${idempotencyKey}`
}

/** House accounts are striped; a posting uses any stripe. */
const SYSTEM_ACCOUNT_STRIPES = 16

export function randomStripe(): number {
  return Math.floor(Math.random() * SYSTEM_ACCOUNT_STRIPES)
}

/** Each entry of a posting is checked against all others at commit, so small postings are faster than one large. */
export const MEMBERS_PER_POSTING = 40

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

/** Points granted to a new member. Runs in the transaction that creates it, so it happens once. */
export async function grantPoints(
  tx: Pick<DrizzleDatabase, 'execute'>,
  { memberId, points }: { readonly memberId: string; readonly points: number },
  now: number,
): Promise<void> {
  await tx.execute(sql`select ledger_post(${uuidV7(now)}, 'points-grant', 'member', ${memberId},
    ${`points-grant:${memberId}`}, 'points-grant', null,
    array[ledger_account('member', ${memberId}, 'POINT', 'points', 0, false),
      ledger_account('house', 'points-issue', 'POINT', 'points', 0, true)],
    array[${points}, ${-points}]::bigint[], ${new Date(now).toISOString()})`)
}
