import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { StartError } from '../config/start-error.ts'
import type { StoreLog } from './database.ts'
import { connectAlone, type Line } from './postgres.ts'

/** How long a process that is ending may take to let go: its stop is forced after 2.8 s. */
const WAIT_MS = 5_000
const RETRY_AFTER_MS = 250
/** So often the connection is asked whether it is there; without an answer in the same time it is taken for lost. */
const ASK_EVERY_MS = 5_000

const KEY = `hashtextextended('grandstand.rooms', 0)`
/** PostgreSQL shows a key of 64 bits as its two halves. */
const HOLDER = `select activity.pid, activity.application_name as name
  from pg_locks held join pg_stat_activity activity on activity.pid = held.pid
  where held.locktype = 'advisory' and held.granted and held.objsubid = 1
    and held.database = (select oid from pg_database where datname = current_database())
    and (held.classid::bigint << 32) + held.objid::bigint = ${KEY}`
/** PostgreSQL asks the machine at the other end: one that has lost its power holds the rooms for 25 s, not for hours. */
const NOTICE_THE_DEAD = 'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3'

export interface RoomsLock {
  /** Resolves when another process serves the rooms; this one has to end. */
  readonly lost: Promise<Error>
  /** Gives the rooms to the next process. */
  release(): Promise<void>
}

export interface RoomsLockOptions {
  readonly log: StoreLog
  /** How long (ms) another process may take to let go; 5 s when absent. */
  readonly waitMs?: number
}

/**
 * Takes the rooms of a PostgreSQL database for this process (decision 16): two that serve them number entries from
 * their own memories and refuse each other's. The lock belongs to a connection of its own. When that is lost, it is
 * taken again, and `lost` tells if somebody else was faster. A pooler that gives each transaction another connection
 * cannot hold it.
 *
 * @throws StartError when another process serves them, or the database does not answer.
 */
export async function lockRooms(databaseUrl: string, { log, waitMs = WAIT_MS }: RoomsLockOptions): Promise<RoomsLock> {
  const name = `grandstand rooms ${randomUUID()}`
  const until = Date.now() + waitMs
  let line = await connect(databaseUrl, name)
  while ((await take(line.client, name)) !== 'ours') {
    if (Date.now() >= until) {
      await line.client.end()
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
      await untilLost(line, signal)
      signal.throwIfAborted()
      log.warn('the connection that holds the rooms of this database is lost; it is made anew')
      const next = await retake(databaseUrl, name, signal)
      if (next === null) return new Error('another process serves the rooms of this database now')
      line = next
    }
  }
  const holding = hold()
  return {
    // A release ends the holding by an error, and nobody has lost anything.
    lost: new Promise((resolve) => void holding.then(resolve, () => undefined)),
    async release() {
      released.abort()
      await holding.catch(() => undefined)
      await line.client.end()
    },
  }
}

/** The name is set by a statement: the connection string may have one of its own. */
async function connect(databaseUrl: string, name: string): Promise<Line> {
  const line = await connectAlone(databaseUrl, ASK_EVERY_MS)
  try {
    await line.client.query(`set application_name = '${name}'; ${NOTICE_THE_DEAD}`)
  } catch (error) {
    await line.client.end()
    throw error
  }
  return line
}

/** Whose the lock is now; `open` = ask again. What is left of an earlier connection of this process is ended. */
async function take(client: pg.Client, name: string): Promise<'ours' | 'open' | 'of another'> {
  const { rows } = await client.query<{ got: boolean }>(`select pg_try_advisory_lock(${KEY}) as got`)
  if (rows[0]?.got === true) return 'ours'
  const [holder] = (await client.query<{ pid: number; name: string }>(HOLDER)).rows
  if (holder && holder.name !== name) return 'of another'
  if (holder) await client.query('select pg_terminate_backend($1)', [holder.pid])
  return 'open'
}

/** Resolves when the connection has ended or does not answer any more; rejects when the lock is released. */
async function untilLost({ client, ended }: Line, signal: AbortSignal): Promise<void> {
  // One signal for the whole time: each race with a promise that lasts would stay on it for ever.
  const lost = new AbortController()
  void ended.then(() => lost.abort())
  const either = AbortSignal.any([signal, lost.signal])
  for (;;) {
    await wait(ASK_EVERY_MS, undefined, { signal: either, ref: false }).catch(() => undefined)
    signal.throwIfAborted()
    if (lost.signal.aborted) return
    await client.query('select 1').catch(() => client.end())
  }
}

/** A new connection that has the lock; null when another process has it. Tries until there is an answer. */
async function retake(databaseUrl: string, name: string, signal: AbortSignal): Promise<Line | null> {
  for (;;) {
    const line = await connect(databaseUrl, name).catch(() => null)
    const owner = line === null ? 'open' : await take(line.client, name).catch(() => 'open' as const)
    if (owner === 'ours') return line
    await line?.client.end()
    if (owner === 'of another') return null
    await wait(RETRY_AFTER_MS, undefined, { signal, ref: false })
  }
}
