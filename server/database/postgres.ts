import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { StartError } from '../config/start-error.ts'
import type { DrizzleDatabase, DatabaseLog } from './database.ts'

const POOL_SIZE = 10
const CONNECT_TIMEOUT_MS = 5_000
/** A PostgreSQL that has not responded to a statement after this time counts as unavailable. */
const STATEMENT_LIMIT_MS = 10_000
/** The message of pg in this case; the error has no code. */
const LIMIT_MESSAGE = 'Query read timeout'
/** TCP keep-alive delay of an idle connection. */
const KEEP_ALIVE_AFTER_MS = 10_000

/** BIGINT as a safe integer, as PGlite returns it. A larger value is an error, not a rounded number. */
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('a BIGINT beyond the safe integers')
  return value
})

function connectionTo(databaseUrl: string) {
  return {
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'grandstand',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  }
}

/**
 * Opens a connection pool. A statement that takes longer than `statementLimitMs` fails, and its connection is closed.
 */
export function openPool(databaseUrl: string, log: DatabaseLog, statementLimitMs = STATEMENT_LIMIT_MS): pg.Pool {
  const pool = new pg.Pool({ ...connectionTo(databaseUrl), max: POOL_SIZE, query_timeout: statementLimitMs })
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

/** The error of the first statement may contain the password, so it is not passed on. */
export function connectionError(error: NodeJS.ErrnoException): StartError {
  return new StartError(`DATABASE_URL names a PostgreSQL that does not respond (${error.code ?? 'no reason given'}).`)
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
