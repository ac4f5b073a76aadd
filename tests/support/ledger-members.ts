import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { member } from '#server/database/schema/member.ts'
import { Members } from '#server/members/members.ts'
import type { Database } from '#server/database/database.ts'

/** Creates a member with this many coins that nobody can sign in as; returns the internal id. */
export async function memberWith(store: Database, coins: number, now: () => number = Date.now): Promise<string> {
  const [made] = await new Members(store, { now }).ensure([
    {
      name: `t${randomBytes(5).toString('hex')}`,
      password: null,
      nickname: '看客',
      vipLevel: 1,
      level: 3,
      siteId: 5009,
      coins,
    },
  ])
  if (!made) throw new Error('no member was made')
  return made.memberId
}

/** Creates a member with this many coins that has a password; returns the internal id. */
export async function signInMemberWith(store: Database, coins: number, now?: () => number): Promise<string> {
  const memberId = await memberWith(store, coins, now)
  await store.db.update(member).set({ passwordHash: '$argon2id$' }).where(eq(member.id, memberId))
  return memberId
}

export function newKey(): string {
  return randomBytes(16).toString('hex')
}
