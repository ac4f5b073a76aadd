import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { StartError } from '../config/start-error.ts'
import { type DrizzleDatabase, type DatabaseLog } from './database.ts'
import { POOL_LIMITS, type PoolLimits } from '../config/database-settings.ts'
import { safeBigint } from './safe-bigint.mjs'

/** PostgreSQL ends a session that holds a transaction open without a statement for this time. */
const IDLE_IN_TRANSACTION_MS = 30_000
/** A PostgreSQL that has not responded this long after the statement timeout counts as unavailable. */
const SILENT_AFTER_MS = 1_000
/** Messages of pg; the errors have no code. */
const POOL_MESSAGE = 'timeout exceeded when trying to connect'
const LIMIT_MESSAGE = 'Query read timeout'
/** TCP keep-alive delay of an idle connection. */
const KEEP_ALIVE_AFTER_MS = 10_000

pg.types.setTypeParser(pg.types.builtins.INT8, safeBigint)

function connectionTo(databaseUrl: string) {
  return {
    connectionString: databaseUrl,
    connectionTimeoutMillis: POOL_LIMITS.connectMs,
    application_name: 'grandstand',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  }
}

/** All connections of the pool were in use for too long. The statement did not run. */
export class PoolExhausted extends Error {
  readonly code = 'POOL_EXHAUSTED'
}

/** A pool that names the cause if it has no free connection, and logs it once until it has one again. */
class NamedPool extends pg.Pool {
  readonly #limits: PoolLimits
  readonly #log: DatabaseLog
  #isExhausted = false

  constructor(config: pg.PoolConfig, limits: PoolLimits, log: DatabaseLog) {
    super(config)
    this.#limits = limits
    this.#log = log
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | void {
    const connecting = super.connect().then(
      (client) => {
        this.#isExhausted = false
        return client
      },
      (error: Error) => {
        throw error.message === POOL_MESSAGE ? this.#exhausted(error) : error
      },
    )
    if (callback === undefined) return connecting
    void connecting.then(
      // oxlint-disable-next-line promise/no-callback-in-promise -- the interface of pg
      (client) => callback(undefined, client, (error) => client.release(error)),
      // oxlint-disable-next-line promise/no-callback-in-promise -- the interface of pg
      (error: Error) => callback(error, undefined, () => undefined),
    )
  }

  #exhausted(cause: Error): PoolExhausted {
    const { poolSize, connectMs } = this.#limits
    const message = `none of ${poolSize} connections to PostgreSQL became free within ${connectMs} ms`
    if (!this.#isExhausted) this.#log.error({ poolSize, waiting: this.waitingCount }, message)
    this.#isExhausted = true
    return new PoolExhausted(message, { cause })
  }
}

/**
 * Opens a connection pool. PostgreSQL cancels a statement after `statementMs` (SQLSTATE 57014) and a wait for a lock
 * after half of it (55P03). A connection whose statement gets no response at all is closed.
 */
export function openPool(databaseUrl: string, log: DatabaseLog, some: Partial<PoolLimits> = {}): pg.Pool {
  const limits = { ...POOL_LIMITS, ...some }
  const { poolSize, statementMs, connectMs } = limits
  const config = {
    ...connectionTo(databaseUrl),
    connectionTimeoutMillis: connectMs,
    max: poolSize,
    statement_timeout: statementMs,
    lock_timeout: Math.ceil(statementMs / 2),
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    query_timeout: statementMs + SILENT_AFTER_MS,
  }
  const pool = new NamedPool(config, limits, log)
  pool.on('connect', giveUpWhenSilent)
  // The pool replaces a broken idle connection at the next statement.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle connection to PostgreSQL has ended'))
  return pool
}

/**
 * Closes a connection whose statement timed out. In a transaction it would return to the pool with the transaction
 * open, and later writes on it would never commit.
 */
function giveUpWhenSilent(client: pg.PoolClient & { end?: () => Promise<void> }): void {
  const query = client.query.bind(client) as (...parameters: unknown[]) => unknown
  client.query = ((...parameters: unknown[]) => {
    const response = query(...parameters)
    if (response instanceof Promise) {
      response.catch((error: unknown) => {
        if (error instanceof Error && error.message === LIMIT_MESSAGE) void client.end?.()
      })
    }
    return response
  }) as typeof client.query
  // The failing statement reports a broken connection.
  client.on('error', () => undefined)
}

/** Runs statements on any connection of the pool. A transaction uses one connection and always returns it. */
export function databaseOn(pool: pg.Pool): DrizzleDatabase {
  const db: DrizzleDatabase = drizzle(pool)
  db.transaction = async (work, how) => {
    const client = await pool.connect()
    try {
      const one: DrizzleDatabase = drizzle(client)
      return await one.transaction(work, how)
    } finally {
      client.release()
    }
  }
  return db
}

/** Oldest supported version. */
const MIN_VERSION = 15
/** Reasons of a refused connection by SQLSTATE. */
const REFUSALS: Readonly<Record<string, string>> = {
  '28P01': 'refuses the user or the password',
  '28000': 'refuses the user',
  '3D000': 'has no such database',
  '53300': 'has no free connection',
  '57P03': 'is starting or stopping',
}

/** The error of a refused connection. Its message may contain the password, so it is not passed on. */
export function connectionError(error: NodeJS.ErrnoException): StartError {
  const { code = /timeout/i.test(error.message) ? 'timeout' : 'no reason given' } = error
  return new StartError(`DATABASE_URL names a PostgreSQL that ${REFUSALS[code] ?? 'does not respond'} (${code}).`)
}

/** The text for a PostgreSQL that is too old, or null. `versionNumber` is `server_version_num`, for example 150004. */
export function versionProblem(versionNumber: number): string | null {
  const major = Math.floor(versionNumber / 10_000)
  if (major >= MIN_VERSION) return null
  return `DATABASE_URL names PostgreSQL ${major}; version ${MIN_VERSION} or newer is needed.`
}

/** A connection outside of the pool. */
export interface DedicatedConnection {
  readonly client: pg.Client
  /** Resolves when the connection has ended for any reason. */
  readonly ended: Promise<void>
}

/**
 * Opens a connection outside of the pool. A statement that takes longer than `limitMs` fails.
 *
 * @throws StartError if the database does not respond.
 */
export async function connectDedicated(databaseUrl: string, limitMs: number): Promise<DedicatedConnection> {
  const client = new pg.Client({ ...connectionTo(databaseUrl), query_timeout: limitMs })
  client.on('error', () => undefined)
  const ended = new Promise<void>((resolve) => void client.once('end', resolve))
  try {
    await client.connect()
  } catch (error) {
    throw connectionError(error as NodeJS.ErrnoException)
  }
  return { client, ended }
}

/** Runs work without the statement limit, for example a migration. */
export async function withoutLimit<Result>(
  databaseUrl: string,
  work: (db: DrizzleDatabase) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(connectionTo(databaseUrl))
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(drizzle(client))
  } finally {
    await client.end()
  }
}
