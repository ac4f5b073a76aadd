import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { StartError } from '../config/start-error.ts'
import type { DatabaseLog } from './database.ts'
import { connectDedicated, type DedicatedConnection } from './postgres.ts'

/** Time that a stopping process may need to release the lock; its stop is forced after 2.8 s. */
const WAIT_MS = 5_000
const RETRY_AFTER_MS = 250
/** Interval and timeout of the check of the connection. */
const CHECK_INTERVAL_MS = 5_000

const KEY = `hashtextextended('grandstand.rooms', 0)`
/** PostgreSQL shows a 64-bit lock key as two halves. */
const HOLDER = `select activity.pid, activity.application_name as name
  from pg_locks held join pg_stat_activity activity on activity.pid = held.pid
  where held.locktype = 'advisory' and held.granted and held.objsubid = 1
    and held.database = (select oid from pg_database where datname = current_database())
    and (held.classid::bigint << 32) + held.objid::bigint = ${KEY}`
/** TCP keep-alive: a machine that lost power holds the lock for 25 s instead of hours. */
const NOTICE_THE_DEAD = 'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3'

export interface RoomsLock {
  /** Resolves when another process serves the rooms. This process must stop. */
  readonly lost: Promise<Error>
  /** Releases the lock. */
  release(): Promise<void>
}

export interface RoomsLockOptions {
  readonly log: DatabaseLog
  /** Time in ms that another process may need to release the lock; 5 s by default. */
  readonly waitMs?: number
}

/**
 * Locks the rooms of a PostgreSQL database for this process (decision 16). Two processes would number entries from
 * their own memory and reject each other's. The lock belongs to a dedicated connection. If the connection is lost, the
 * lock is acquired again; `lost` resolves if another process was faster. A pooler in transaction mode cannot hold the
 * lock.
 *
 * @throws StartError if another process serves the rooms, or the database does not respond.
 */
export async function lockRooms(databaseUrl: string, { log, waitMs = WAIT_MS }: RoomsLockOptions): Promise<RoomsLock> {
  const name = `grandstand rooms ${randomUUID()}`
  const until = performance.now() + waitMs
  let connection = await connect(databaseUrl, name)
  while ((await take(connection.client, name)) !== 'ours') {
    if (performance.now() >= until) {
      await connection.client.end()
      throw new StartError(
        'The rooms in the database of DATABASE_URL are served by another process; stop it first, or use another database',
      )
    }
    await wait(RETRY_AFTER_MS)
  }
  const released = new AbortController()
  const { signal } = released
  const hold = async (): Promise<Error> => {
    for (;;) {
      await untilLost(connection, signal)
      signal.throwIfAborted()
      log.warn('the connection that holds the lock of the rooms was lost; reconnecting')
      const next = await retake(databaseUrl, name, signal)
      if (next === null) return new Error('another process serves the rooms of this database now')
      connection = next
    }
  }
  const holding = hold()
  return {
    // A release ends the supervision with an error; the lock is not lost then.
    lost: new Promise((resolve) => void holding.then(resolve, () => undefined)),
    async release() {
      released.abort()
      await holding.catch(() => undefined)
      await connection.client.end()
    },
  }
}

/** Sets the application name by a statement, because the connection string may contain another one. */
async function connect(databaseUrl: string, name: string): Promise<DedicatedConnection> {
  const connection = await connectDedicated(databaseUrl, CHECK_INTERVAL_MS)
  try {
    await connection.client.query(`set application_name = '${name}'; ${NOTICE_THE_DEAD}`)
  } catch (error) {
    await connection.client.end()
    throw error
  }
  return connection
}

/** Returns who has the lock; `open` means to try again. Terminates a remaining earlier connection of this process. */
async function take(client: pg.Client, name: string): Promise<'ours' | 'open' | 'of another'> {
  const { rows } = await client.query<{ got: boolean }>(`select pg_try_advisory_lock(${KEY}) as got`)
  if (rows[0]?.got === true) return 'ours'
  const [holder] = (await client.query<{ pid: number; name: string }>(HOLDER)).rows
  if (holder && holder.name !== name) return 'of another'
  if (holder) await client.query('select pg_terminate_backend($1)', [holder.pid])
  return 'open'
}

/** Resolves when the connection has ended or does not respond; rejects when the lock is released. */
async function untilLost({ client, ended }: DedicatedConnection, signal: AbortSignal): Promise<void> {
  // One signal for the whole time: each `Promise.race` with a long-lived promise would leave a listener on it.
  const lost = new AbortController()
  void ended.then(() => lost.abort())
  const either = AbortSignal.any([signal, lost.signal])
  for (;;) {
    await wait(CHECK_INTERVAL_MS, undefined, { signal: either, ref: false }).catch(() => undefined)
    signal.throwIfAborted()
    if (lost.signal.aborted) return
    await client.query('select 1').catch(() => client.end())
  }
}

/** Returns a new connection with the lock, or null if another process has it. Retries until it knows. */
async function retake(databaseUrl: string, name: string, signal: AbortSignal): Promise<DedicatedConnection | null> {
  for (;;) {
    const connection = await connect(databaseUrl, name).catch(() => null)
    const owner = connection === null ? 'open' : await take(connection.client, name).catch(() => 'open' as const)
    if (owner === 'ours') return connection
    await connection?.client.end()
    if (owner === 'of another') return null
    await wait(RETRY_AFTER_MS, undefined, { signal, ref: false })
  }
}
