import { and, eq, isNull, lte, or, sql, type SQL } from 'drizzle-orm'
import { CODES, codeText, failureOf } from '#protocol/codes.ts'
import { type Failure, failure } from '#protocol/result.ts'
import { HOUR_MS } from '#protocol/time.ts'
import type { Database } from '../../database/database.ts'
import { withdrawPassword } from '../../database/schema/security.ts'
import { Turns } from '../turns.ts'
import { PasswordRefusal, type Passwords } from '../passwords.ts'

/** Wrong entries in a row before the password is locked. */
const TRIES = 5
const LOCK_MS = HOUR_MS

/** Withdrawal passwords of members, hashed with argon2id. The wallet and the reactivation of accounts ask for them. */
export class WithdrawPasswords {
  readonly #database: Pick<Database, 'db'>
  readonly #now: () => number
  readonly #passwords: Passwords
  readonly #turns = new Turns()

  constructor(
    database: Pick<Database, 'db'>,
    { now, passwords }: { readonly now: () => number; readonly passwords: Passwords },
  ) {
    this.#database = database
    this.#now = now
    this.#passwords = passwords
  }

  async has(memberId: string): Promise<boolean> {
    return (await this.#find(memberId)) !== undefined
  }

  /** Sets or replaces the password, and ends a lock. The caller has checked its form. */
  async set(memberId: string, pwd: string): Promise<void> {
    const fresh = { hash: await this.#passwords.hash(pwd), failCount: 0, lockedUntil: null }
    await this.#database.db
      .insert(withdrawPassword)
      .values({ memberId, ...fresh })
      .onConflictDoUpdate({ target: withdrawPassword.memberId, set: fresh })
  }

  /**
   * Returns null for the right password, else the refusal: WITHDRAW_PWD_WRONG with `triesLeft`, or with `until` while
   * it is locked. A member without a withdrawal password is refused too. Simultaneous entries of a member are checked one
   * after the other: a try that is only being checked is not a wrong one, and must not lock right ones out.
   */
  check(memberId: string, pwd: string): Promise<Failure | null> {
    return this.#turns.run(memberId, () => this.#checkOne(memberId, pwd))
  }

  async #checkOne(memberId: string, pwd: string): Promise<Failure | null> {
    const taken = await this.#takeTry(memberId)
    if (!taken) return this.#refusedWithoutTry(memberId)
    const isRight = await this.#passwords.check(pwd, taken.hash).catch((error: unknown) => {
      if (error instanceof PasswordRefusal) return error
      throw error
    })
    if (isRight instanceof PasswordRefusal) {
      await this.#update(memberId, {
        failCount: sql`greatest(0, ${withdrawPassword.failCount} - 1)`,
        lockedUntil: null,
      })
      return failureOf(isRight.code)
    }
    if (isRight) {
      await this.#update(memberId, { failCount: 0, lockedUntil: null })
      return null
    }
    if (taken.lockedUntil !== null) return lockedRefusal(taken.lockedUntil)
    const triesLeft = TRIES - taken.failCount
    return failure(CODES.WITHDRAW_PWD_WRONG, `${codeText(CODES.WITHDRAW_PWD_WRONG)}，还可以试 ${triesLeft} 次`, {
      details: { triesLeft },
    })
  }

  /**
   * Counts a try before the hash is compared, so that concurrent calls of several processes cannot exceed the limit. The
   * last one locks.
   */
  async #takeTry(memberId: string) {
    const now = this.#now()
    const nextCount = sql<number>`case when ${withdrawPassword.lockedUntil} is null then ${withdrawPassword.failCount} + 1
      else 1 end`
    const lockEnd = new Date(now + LOCK_MS).toISOString()
    const [row] = await this.#database.db
      .update(withdrawPassword)
      .set({
        failCount: nextCount,
        lockedUntil: sql`case when (${nextCount}) >= ${TRIES}::int then ${lockEnd}::timestamptz end`,
      })
      .where(
        and(
          eq(withdrawPassword.memberId, memberId),
          or(isNull(withdrawPassword.lockedUntil), lte(withdrawPassword.lockedUntil, now)),
        ),
      )
      .returning({
        hash: withdrawPassword.hash,
        failCount: withdrawPassword.failCount,
        lockedUntil: withdrawPassword.lockedUntil,
      })
    return row
  }

  async #refusedWithoutTry(memberId: string): Promise<Failure> {
    const row = await this.#find(memberId)
    if (row?.lockedUntil != null) return lockedRefusal(row.lockedUntil)
    return failure(CODES.WITHDRAW_PWD_WRONG, '请先设置提款密码')
  }

  async #find(memberId: string) {
    const [row] = await this.#database.db
      .select({ lockedUntil: withdrawPassword.lockedUntil })
      .from(withdrawPassword)
      .where(eq(withdrawPassword.memberId, memberId))
    return row
  }

  async #update(memberId: string, set: { failCount: number | SQL; lockedUntil: null }): Promise<void> {
    await this.#database.db.update(withdrawPassword).set(set).where(eq(withdrawPassword.memberId, memberId))
  }
}

function lockedRefusal(until: number): Failure {
  return failure(CODES.WITHDRAW_PWD_WRONG, '提款密码错误次数过多，请一小时后再试', { details: { triesLeft: 0, until } })
}
