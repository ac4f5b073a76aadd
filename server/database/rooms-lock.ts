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
const HOLDERS = `select activity.pid, activity.application_name as name, held.mode = 'ShareLock' as "isShared"
  from pg_locks held join pg_stat_activity activity on activity.pid = held.pid
  where held.locktype = 'advisory' and held.granted and held.objsubid = 1
    and held.database = (select oid from pg_database where datname = current_database())
    and (held.classid::bigint << 32) + held.objid::bigint = ${KEY}`
/** TCP keep-alive: a machine that lost power holds the lock for 25 s instead of hours. */
const NOTICE_THE_DEAD = 'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3'

export interface RoomsLock {
  /** Resolves when another process serves the rooms. This process must stop. */
  readonly lost: Promise<Error>
  release(): Promise<void>
}

interface RoomsLockOptions {
  readonly log: DatabaseLog
  /** Time in ms that another process may need to release the lock; 5 s by default. */
  readonly waitMs?: number
  /** True if other processes may hold the lock at the same time, if they share it as well; false by default. */
  readonly isShared?: boolean
}

/** One connection that holds the lock. */
interface Holder {
  readonly pid: number
  readonly name: string
  readonly isShared: boolean
}

/** How this process requests the lock. */
interface Request {
  /** Name of this process. */
  readonly name: string
  readonly isShared: boolean
}

/**
 * Locks the rooms of a PostgreSQL database for this process (decision 68), or for all processes that share them
 * (decision 111). Two processes that do not share them would number entries from their own memory and reject each
 * other's. A shared and an exclusive holder exclude each other. The lock belongs to a dedicated connection. If the connection is lost, the
 * lock is acquired again; `lost` resolves if another process was faster. A pooler in transaction mode cannot hold the
 * lock.
 *
 * @throws StartError if a process that excludes this one serves the rooms, or the database does not respond.
 */
export async function lockRooms(databaseUrl: string, options: RoomsLockOptions): Promise<RoomsLock> {
  const { log, waitMs = WAIT_MS, isShared = false } = options
  const request: Request = { name: `grandstand rooms ${randomUUID()}`, isShared }
  const until = performance.now() + waitMs
  let connection = await connect(databaseUrl, request.name)
  for (;;) {
    const owner = await take(connection.client, request)
    if (owner === 'ours') break
    if (performance.now() >= until) {
      await connection.client.end()
      throw new StartError(refusalOf(owner))
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
      const next = await retake(databaseUrl, request, signal)
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

/** Who has the lock; `open` means to try again. */
type Owner = 'ours' | 'open' | 'of another' | 'of sharing processes'

/** Requests the lock. Terminates a remaining earlier connection of this process. */
async function take(client: pg.Client, { name, isShared }: Request): Promise<Owner> {
  const acquire = isShared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock'
  const { rows } = await client.query<{ got: boolean }>(`select ${acquire}(${KEY}) as got`)
  if (rows[0]?.got === true) return 'ours'
  const holders = (await client.query<Holder>(HOLDERS)).rows
  const other = holders.find((holder) => holder.name !== name)
  if (other) return other.isShared ? 'of sharing processes' : 'of another'
  for (const { pid } of holders) await client.query('select pg_terminate_backend($1)', [pid])
  return 'open'
}

/** The message of a start that is refused. */
function refusalOf(owner: Owner): string {
  const holder = owner === 'of sharing processes' ? 'processes that share them' : 'another process'
  const them = owner === 'of sharing processes' ? 'them' : 'it'
  return `The rooms in the database of DATABASE_URL are served by ${holder}; stop ${them} first, or use another database`
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
async function retake(databaseUrl: string, request: Request, signal: AbortSignal): Promise<DedicatedConnection | null> {
  for (;;) {
    const connection = await connect(databaseUrl, request.name).catch(() => null)
    const owner = connection === null ? 'open' : await take(connection.client, request).catch(() => 'open' as const)
    if (owner === 'ours') return connection
    await connection?.client.end()
    if (owner !== 'open') return null
    await wait(RETRY_AFTER_MS, undefined, { signal, ref: false })
  }
}
