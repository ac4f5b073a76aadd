import { sql } from 'drizzle-orm'
import type { Database } from '../../database/database.ts'

const WRITE_INTERVAL_MS = 60_000
const MAX_WAITING = 50_000

/** Time of the last use of sessions: updated in memory at every call, written once a minute. */
export class LastSeen {
  readonly #store: Pick<Database, 'db'>
  #waiting = new Map<string, number>()
  #writtenAt = 0

  constructor(database: Pick<Database, 'db'>) {
    this.#store = database
  }

  note(sessionId: string, at: number): void {
    if (this.#waiting.size < MAX_WAITING) this.#waiting.set(sessionId, at)
  }

  /** Epoch milliseconds; null if the session was not used since the last write. */
  of(sessionId: string): number | null {
    return this.#waiting.get(sessionId) ?? null
  }

  /** Writes if a minute has passed since the last write. */
  async writeWhenDue(now: number): Promise<void> {
    if (now - this.#writtenAt < WRITE_INTERVAL_MS || this.#waiting.size === 0) return
    this.#writtenAt = now
    const seen = this.#waiting
    this.#waiting = new Map()
    const ids = sql.param([...seen.keys()])
    const times = sql.param([...seen.values()].map((at) => new Date(at).toISOString()))
    await this.#store.db.execute(sql`
      update session set last_seen = seen.at from unnest(${ids}::uuid[], ${times}::timestamptz[]) as seen(id, at)
      where session.id = seen.id and session.last_seen < seen.at`)
  }
}
