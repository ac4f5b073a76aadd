import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { StartError } from '../config/start-error.ts'
import type { Database, StoreLog } from './database.ts'

const POOL_SIZE = 10
const CONNECT_TIMEOUT_MS = 5_000
/** A PostgreSQL that has not answered a statement by then is as good as away. */
const STATEMENT_LIMIT_MS = 10_000
/** What pg says then; it has no code. */
const LIMIT_MESSAGE = 'Query read timeout'
/** A connection that nobody uses is asked after this long whether its other end is there. */
const KEEP_ALIVE_AFTER_MS = 10_000

/** BIGINT as a safe integer, as PGlite gives it; a larger value is an error and not a rounded number. */
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

/** `statementLimitMs`: a statement that is not answered by then fails, and its connection is given up. */
export function openPool(databaseUrl: string, log: StoreLog, statementLimitMs = STATEMENT_LIMIT_MS): pg.Pool {
  const pool = new pg.Pool({ ...connectionTo(databaseUrl), max: POOL_SIZE, query_timeout: statementLimitMs })
  pool.on('connect', giveUpWhenSilent)
  // An idle connection that breaks is replaced by the pool at the next statement.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle connection to PostgreSQL has ended'))
  return pool
}

/**
 * Ends a connection whose statement was not answered in time: in a transaction it would go back to the pool with the
 * transaction open, and what others write on it would never be committed.
 */
function giveUpWhenSilent(client: pg.PoolClient & { end?: () => Promise<void> }): void {
  const query = client.query.bind(client) as (...parameters: unknown[]) => unknown
  client.query = ((...parameters: unknown[]) => {
    const answer = query(...parameters)
    if (answer instanceof Promise) {
      answer.catch((error: unknown) => {
        if (error instanceof Error && error.message === LIMIT_MESSAGE) void client.end?.()
      })
    }
    return answer
  }) as typeof client.query
  // Whoever uses a connection that breaks learns it from the statement.
  client.on('error', () => undefined)
}

/** Statements on any connection of the pool; a transaction has one, which goes back however the transaction ends. */
export function databaseOn(pool: pg.Pool): Database {
  const db: Database = drizzle(pool)
  db.transaction = async (work, how) => {
    const client = await pool.connect()
    try {
      const one: Database = drizzle(client)
      return await one.transaction(work, how)
    } finally {
      client.release()
    }
  }
  return db
}

/** The first statement shows whether anybody is there; its error may hold the password and is not passed on. */
export function noAnswer(error: NodeJS.ErrnoException): StartError {
  return new StartError(`DATABASE_URL names a PostgreSQL that does not answer (${error.code ?? 'no reason given'}).`)
}

/** A connection that belongs to no pool. */
export interface Line {
  readonly client: pg.Client
  /** Resolves when it has ended, by whom ever. */
  readonly ended: Promise<void>
}

/**
 * Opens a connection of its own. A statement that takes longer than `limitMs` fails.
 *
 * @throws StartError when nobody answers.
 */
export async function connectAlone(databaseUrl: string, limitMs: number): Promise<Line> {
  const client = new pg.Client({ ...connectionTo(databaseUrl), query_timeout: limitMs })
  client.on('error', () => undefined)
  const ended = new Promise<void>((resolve) => void client.once('end', resolve))
  try {
    await client.connect()
  } catch (error) {
    throw noAnswer(error as NodeJS.ErrnoException)
  }
  return { client, ended }
}

/** Works on a connection without the limit of a statement: a migration takes as long as the data need. */
export async function withoutLimit<Result>(
  databaseUrl: string,
  work: (db: Database) => Promise<Result>,
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
