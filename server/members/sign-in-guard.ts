import { createHash } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { normalUserName } from '#protocol/rules/account.ts'
import type { Database } from '../database/database.ts'
import { rateCounter } from '../database/schema/session.ts'

/** S9.12: window in which failed sign-ins are counted. */
export const SIGN_IN_WINDOW_MS = 30 * 60_000
/** Failed attempts per window before account or device must wait for its end. */
export const SIGN_IN_ATTEMPTS = 5

export interface SignInGuard {
  /**
   * Counts an attempt before its password is checked, so that concurrent attempts cannot exceed the limit. Returns
   * until when (epoch ms) account or device must wait, or null. `max` lowers the limit of this attempt.
   */
  take(name: string, deviceId: string, max?: number): Promise<number | null>
  /** Failures of account or device in this window (the larger number), and until when they must wait. */
  failures(name: string, deviceId: string): Promise<{ failures: number; until: number | null }>
  /** The attempt was not made: removes its count from account and device. */
  cancelAttempt(name: string, deviceId: string): Promise<void>
  /** The attempt succeeded: resets the account, removes the count from the device. */
  giveBack(name: string, deviceId: string): Promise<void>
}

/**
 * Counts sign-ins per account and device in the database, shared by processes and restarts. Unknown names are counted
 * too and take the same time.
 */
export function createSignInGuard(
  { db }: Database,
  {
    now,
    attempts = SIGN_IN_ATTEMPTS,
    windowMs = SIGN_IN_WINDOW_MS,
  }: { now: () => number; attempts?: number; windowMs?: number },
): SignInGuard {
  return {
    async take(name, deviceId, max = attempts) {
      const at = new Date(now()).toISOString()
      const oldest = new Date(now() - windowMs).toISOString()
      const { rows } = await db.execute<{ count: number; started: number }>(sql`
        insert into rate_counter as c (key, count, window_start)
        select key, 1, ${at}::timestamptz from unnest(${sql.param(keysOf(name, deviceId))}::text[]) as key
        on conflict (key) do update set
          count = case when c.window_start <= ${oldest}::timestamptz then 1 else c.count + 1 end,
          window_start = case when c.window_start <= ${oldest}::timestamptz then excluded.window_start
            else c.window_start end
        returning count, (extract(epoch from window_start) * 1000)::bigint as started`)
      const full = rows.filter(({ count }) => count > Math.min(max, attempts))
      return full.length === 0 ? null : Math.max(...full.map(({ started }) => started + windowMs))
    },

    async failures(name, deviceId) {
      const rows = await db
        .select({ count: rateCounter.count, windowStart: rateCounter.windowStart })
        .from(rateCounter)
        .where(inArray(rateCounter.key, keysOf(name, deviceId)))
      const live = rows
        .map(({ count, windowStart }) => ({ count, until: windowStart + windowMs }))
        .filter(({ until }) => until > now())
      const full = live.filter(({ count }) => count >= attempts)
      return {
        failures: Math.max(0, ...live.map(({ count }) => count)),
        until: full.length === 0 ? null : Math.max(...full.map(({ until }) => until)),
      }
    },

    async cancelAttempt(name, deviceId) {
      await db
        .update(rateCounter)
        .set({ count: sql`greatest(0, ${rateCounter.count} - 1)` })
        .where(inArray(rateCounter.key, keysOf(name, deviceId)))
    },

    async giveBack(name, deviceId) {
      const [account, device] = keysOf(name, deviceId)
      await db.delete(rateCounter).where(eq(rateCounter.key, account))
      await db
        .update(rateCounter)
        .set({ count: sql`greatest(0, ${rateCounter.count} - 1)` })
        .where(eq(rateCounter.key, device))
    },
  }
}

/** In locking order. The name is hashed, because it may be any text. */
function keysOf(name: string, deviceId: string): [account: string, device: string] {
  const account = createHash('sha256').update(normalUserName(name)).digest('hex')
  return [`sign-in:account:${account}`, `sign-in:device:${deviceId}`]
}
