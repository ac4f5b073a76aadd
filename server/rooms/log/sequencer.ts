import { sql } from 'drizzle-orm'
import { SECOND_MS } from '#protocol/time.ts'
import type { Database, DatabaseLog, DrizzleDatabase } from '../../database/database.ts'
import { SharedStateError } from '../../database/shared/shared-state.ts'

/** Lifetime of a lease that is not renewed. */
const LEASE_MS = 3 * SECOND_MS
/** Interval of renewals, and of attempts to acquire the lease. */
const RENEW_EVERY_MS = SECOND_MS

/** One row of `room_sequencer`: the right to number entries until another process has a higher fence. */
export interface Fence {
  /** What the lease is for. */
  readonly name: string
  readonly token: number
}

/** The writer is not the sequencer any more. Nothing was written. */
export class StaleFence extends SharedStateError {
  override readonly name = 'StaleFence'

  constructor({ name, token }: Fence) {
    super(`fence ${token} of ${name} is stale: another process numbers the entries`)
  }
}

/**
 * Checks a fence within the transaction that writes. The row stays locked until its end, so a takeover waits for writes
 * in progress, and reads all of them.
 *
 * @throws StaleFence if another process has taken over
 */
export async function checkFence(tx: Pick<DrizzleDatabase, 'execute'>, fence: Fence): Promise<void> {
  const { rows } = await tx.execute(
    sql`select 1 from room_sequencer where name = ${fence.name} and fence = ${fence.token} for share`,
  )
  if (rows.length === 0) throw new StaleFence(fence)
}

interface SequencerOptions {
  readonly database: Pick<Database, 'db'>
  readonly log: DatabaseLog
  /** Unique id of this process. */
  readonly processId: string
  readonly name: string
  /** Lifetime of a lease in ms; 3 s by default. Expiry is measured by the clock of PostgreSQL. */
  readonly leaseMs?: number
  /** Called when this process becomes the sequencer. */
  readonly onAcquired: (fence: Fence) => void
  /** Called when another process may have become the sequencer. */
  readonly onLost: () => void
}

/**
 * Competes for the lease of a sequencer. The lease alone does not make writes safe, because a paused process does not
 * know that its lease has expired: {@link checkFence} does.
 */
export class Sequencer {
  readonly #options: SequencerOptions
  #fence: Fence | null = null
  #timer: ReturnType<typeof setTimeout> | null = null
  #running: Promise<void> = Promise.resolve()
  #isClosed = false
  #isFailing = false

  constructor(options: SequencerOptions) {
    this.#options = options
  }

  /** The fence of this process; null if another process is the sequencer. */
  get fence(): Fence | null {
    return this.#fence
  }

  /** Competes from now on. Resolves after the first attempt. */
  start(): Promise<void> {
    this.#running = this.#attempt()
    return this.#running
  }

  /** Releases the lease, so that another process acquires it at its next attempt, even if the clock was set back. */
  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#timer) clearTimeout(this.#timer)
    await this.#running
    const fence = this.#fence
    this.#fence = null
    if (!fence) return
    await this.#options.database.db
      .execute(
        sql`update room_sequencer set expires_at = '-infinity' where name = ${fence.name} and fence = ${fence.token}`,
      )
      .catch((error: unknown) => this.#options.log.warn({ err: error }, 'the sequencer lease expires by itself'))
  }

  async #attempt(): Promise<void> {
    try {
      if (this.#fence) await this.#renew(this.#fence)
      if (!this.#fence) await this.#acquire()
      this.#isFailing = false
    } catch (error) {
      // The fence protects the log, so the lease is not given up before another process takes it.
      if (!this.#isFailing) this.#options.log.error({ err: error }, 'the sequencer lease could not be renewed')
      this.#isFailing = true
    }
    if (this.#isClosed) return
    this.#timer = setTimeout(() => {
      this.#running = this.#attempt()
    }, RENEW_EVERY_MS)
    this.#timer.unref()
  }

  async #acquire(): Promise<void> {
    const { database, name, processId, onAcquired } = this.#options
    const { rows } = await database.db.execute<{ fence: number }>(sql`
      insert into room_sequencer as s (name, holder, fence, expires_at) values (${name}, ${processId}, 1, ${this.#expiry})
      on conflict (name) do update set holder = excluded.holder, fence = s.fence + 1, expires_at = ${this.#expiry}
        where s.expires_at <= clock_timestamp()
      returning fence`)
    const [row] = rows
    if (!row) return
    this.#fence = { name, token: row.fence }
    onAcquired(this.#fence)
  }

  async #renew({ name, token }: Fence): Promise<void> {
    const { database, onLost } = this.#options
    const { rows } = await database.db.execute(sql`
      update room_sequencer set expires_at = ${this.#expiry} where name = ${name} and fence = ${token} returning 1`)
    if (rows.length > 0) return
    this.#fence = null
    onLost()
  }

  get #expiry() {
    return sql`clock_timestamp() + ${this.#options.leaseMs ?? LEASE_MS} * interval '1 millisecond'`
  }
}
