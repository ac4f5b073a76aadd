import { DAY_MS } from '#protocol/time.ts'
import { eq, sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { member } from '../database/schema/member.ts'

/** Tag of a member whose password does not meet the current rules (S5.1-S5.6), as last typed. */
export const WEAK_PASSWORD_TAG = 'weak-password'

/** Account state reported at sign-in: whether it was dormant, and whether its password should be changed. */
export class AccountCare {
  readonly #database: Pick<Database, 'db'>
  readonly #now: () => number

  constructor(database: Pick<Database, 'db'>, { now }: { now: () => number }) {
    this.#database = database
    this.#now = now
  }

  /**
   * Must run before the sign-in is written to the trail, from which the dormant time is computed.
   *
   * @param signIn.isPasswordWeak null if no password was typed
   * @param signIn.sleepDays days without a sign-in after which an account is dormant until it is reactivated (S7.37);
   * 0 = never
   */
  async noteSignIn(
    memberId: string,
    { isPasswordWeak, sleepDays }: { readonly isPasswordWeak: boolean | null; readonly sleepDays: number },
  ): Promise<void> {
    await this.#noteSleep(memberId, sleepDays)
    if (isPasswordWeak === null) return
    await this.#database.db.execute(sql`
      update member set tags = case when ${isPasswordWeak}::boolean then array_append(tags, ${WEAK_PASSWORD_TAG}::text)
        else array_remove(tags, ${WEAK_PASSWORD_TAG}::text) end
      where id = ${memberId} and (${WEAK_PASSWORD_TAG}::text = any(tags)) <> ${isPasswordWeak}::boolean`)
  }

  /** Time since which the account is dormant (epoch milliseconds of the sign-in that detected it), or null. */
  async dormantSince(memberId: string): Promise<number | null> {
    const [row] = await this.#database.db
      .select({ since: member.dormantAt })
      .from(member)
      .where(eq(member.id, memberId))
    return row?.since ?? null
  }

  async wake(memberId: string): Promise<void> {
    await this.#database.db.update(member).set({ dormantAt: null }).where(eq(member.id, memberId))
  }

  async #noteSleep(memberId: string, sleepDays: number): Promise<void> {
    if (sleepDays === 0) return
    const lastUseful = new Date(this.#now() - sleepDays * DAY_MS).toISOString()
    await this.#database.db.execute(sql`
      update member set dormant_at = ${new Date(this.#now()).toISOString()}
      where id = ${memberId} and dormant_at is null and created_at <= ${lastUseful} and not exists (
        select from auth_event where member_id = ${memberId} and kind = 'login' and at > ${lastUseful}
      )`)
  }
}
