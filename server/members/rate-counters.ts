import { eq, sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { rateCounter } from '../database/schema/session.ts'

/** At most `max` counts per key in a window that starts with the first one. A window lasts at most a day. */
export interface CountLimit {
  readonly max: number
  readonly windowMs: number
}

/** Counters in the database, shared by processes and restarts. */
export class RateCounters {
  readonly #database: Pick<Database, 'db'>
  readonly #now: () => number

  constructor(database: Pick<Database, 'db'>, { now }: { now: () => number }) {
    this.#database = database
    this.#now = now
  }

  /** Counts one. Null if it is within the limit, else the end of the window (epoch milliseconds). */
  async take(key: string, { max, windowMs }: CountLimit): Promise<number | null> {
    const at = new Date(this.#now()).toISOString()
    const oldest = new Date(this.#now() - windowMs).toISOString()
    const { rows } = await this.#database.db.execute<{ count: number; started: number }>(sql`
      insert into rate_counter as c (key, count, window_start) values (${key}, 1, ${at}::timestamptz)
      on conflict (key) do update set
        count = case when c.window_start <= ${oldest}::timestamptz then 1 else c.count + 1 end,
        window_start = case when c.window_start <= ${oldest}::timestamptz then excluded.window_start
          else c.window_start end
      returning count, (extract(epoch from window_start) * 1000)::bigint as started`)
    const [row] = rows
    return row && row.count > max ? row.started + windowMs : null
  }

  /** Until when (epoch milliseconds) a key has reached its limit, without counting; null if it has not. */
  async fullUntil(key: string, { max, windowMs }: CountLimit): Promise<number | null> {
    const [row] = await this.#database.db.select().from(rateCounter).where(eq(rateCounter.key, key))
    const until = row ? row.windowStart + windowMs : 0
    return row && row.count >= max && until > this.#now() ? until : null
  }

  /** The count of the current window, without counting. */
  async count(key: string, windowMs: number): Promise<number> {
    const [row] = await this.#database.db.select().from(rateCounter).where(eq(rateCounter.key, key))
    return row && row.windowStart + windowMs > this.#now() ? row.count : 0
  }
}
