import { DAY_MS } from '#protocol/time.ts'
import { eq, sql } from 'drizzle-orm'
import type { Store } from '../database/database.ts'
import { member } from '../database/schema/member.ts'

/** On a member whose password, as it was last typed in, is not what today's rules ask for (S5.1-S5.6). */
export const WEAK_PASSWORD_TAG = 'weak-password'

/** What a sign-in tells about an account: whether it slept, and whether its password should be changed. */
export interface AccountCare {
  /** Before the sign-in itself is written to the trail, which is what tells how long nobody has come. */
  noteSignIn(memberId: string, isPasswordWeak: boolean): Promise<void>
  /** Since when the account sleeps (epoch milliseconds of the sign-in that found it so), or null. */
  dormantSince(memberId: string): Promise<number | null>
  wake(memberId: string): Promise<void>
}

/** @param sleepDays days without a sign-in after which an account sleeps until it is woken (S7.37); 0 = never. */
export function createAccountCare(
  { db }: Pick<Store, 'db'>,
  { now, sleepDays }: { now: () => number; sleepDays: number },
): AccountCare {
  async function noteSleep(memberId: string): Promise<void> {
    if (sleepDays === 0) return
    const lastUseful = new Date(now() - sleepDays * DAY_MS).toISOString()
    await db.execute(sql`
      update member set dormant_at = ${new Date(now()).toISOString()}
      where id = ${memberId} and dormant_at is null and created_at <= ${lastUseful} and not exists (
        select from auth_event where member_id = ${memberId} and kind = 'login' and at > ${lastUseful}
      )`)
  }

  return {
    async noteSignIn(memberId, isPasswordWeak) {
      await noteSleep(memberId)
      await db.execute(sql`
        update member set tags = case when ${isPasswordWeak}::boolean then array_append(tags, ${WEAK_PASSWORD_TAG}::text)
          else array_remove(tags, ${WEAK_PASSWORD_TAG}::text) end
        where id = ${memberId} and (${WEAK_PASSWORD_TAG}::text = any(tags)) <> ${isPasswordWeak}::boolean`)
    },
    async dormantSince(memberId) {
      const [row] = await db.select({ since: member.dormantAt }).from(member).where(eq(member.id, memberId))
      return row?.since ?? null
    },
    async wake(memberId) {
      await db.update(member).set({ dormantAt: null }).where(eq(member.id, memberId))
    },
  }
}
