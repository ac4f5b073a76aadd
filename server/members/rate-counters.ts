import { eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { rateCounter } from '../database/schema/session.ts'
import { countedKeys } from '../net/address-counter.ts'

/** At most `max` counts per key in a window that starts with the first one. A window lasts at most a day. */
export interface CountLimit {
  readonly max: number
  readonly windowMs: number
}

/** A counter with its limit. */
interface Counter {
  readonly key: string
  readonly limit: CountLimit
}

/** Counters in the database, shared by processes and restarts. */
export class RateCounters {
  readonly #database: Pick<Database, 'db'>
  readonly #now: () => number

  constructor(database: Pick<Database, 'db'>, { now }: { now: () => number }) {
    this.#database = database
    this.#now = now
  }

  /** Counts one for each key. Null if all are within the limit, else the end of the last full window (epoch ms). */
  async take(keys: readonly string[], { max, windowMs }: CountLimit): Promise<number | null> {
    const at = new Date(this.#now()).toISOString()
    const oldest = new Date(this.#now() - windowMs).toISOString()
    const { rows } = await this.#database.db.execute<{ count: number; started: number }>(sql`
      insert into rate_counter as c (key, count, window_start)
      select key, 1, ${at}::timestamptz from unnest(${sql.param(keys)}::text[]) as key
      on conflict (key) do update set
        count = case when c.window_start <= ${oldest}::timestamptz then 1 else c.count + 1 end,
        window_start = case when c.window_start <= ${oldest}::timestamptz then excluded.window_start
          else c.window_start end
      returning count, (extract(epoch from window_start) * 1000)::bigint as started`)
    return latest(rows.filter(({ count }) => count > max).map(({ started }) => started + windowMs))
  }

  /** The largest count in the current windows of the keys, and until when (epoch ms) one is at its limit, or null. */
  async read(
    keys: readonly string[],
    { max, windowMs }: CountLimit,
  ): Promise<{ readonly count: number; readonly fullUntil: number | null }> {
    const rows = await this.#database.db
      .select()
      .from(rateCounter)
      .where(inArray(rateCounter.key, [...keys]))
    const live = rows
      .map(({ count, windowStart }) => ({ count, until: windowStart + windowMs }))
      .filter(({ until }) => until > this.#now())
    return {
      count: Math.max(0, ...live.map(({ count }) => count)),
      fullUntil: latest(live.filter(({ count }) => count >= max).map(({ until }) => until)),
    }
  }

  /** Takes back one count of each key. */
  async giveBack(keys: readonly string[]): Promise<void> {
    await this.#database.db
      .update(rateCounter)
      .set({ count: sql`greatest(0, ${rateCounter.count} - 1)` })
      .where(inArray(rateCounter.key, [...keys]))
  }

  /** Until when (epoch ms) one of the counters is at its limit; null if none is. */
  async fullUntil(counters: readonly Counter[]): Promise<number | null> {
    for (const { key, limit } of counters) {
      // oxlint-disable-next-line no-await-in-loop -- at most two
      const { fullUntil } = await this.read([key], limit)
      if (fullUntil !== null) return fullUntil
    }
    return null
  }

  async reset(key: string): Promise<void> {
    await this.#database.db.delete(rateCounter).where(eq(rateCounter.key, key))
  }
}

/** The counters of an address and, for IPv6, of its network, which may have more counts. */
export function countersOfAddress(prefix: string, address: string, { max, windowMs }: CountLimit): Counter[] {
  return countedKeys(address).map(({ key, factor }) => ({
    key: `${prefix}:${key}`,
    limit: { max: max * factor, windowMs },
  }))
}

function latest(times: readonly number[]): number | null {
  return times.length === 0 ? null : Math.max(...times)
}
