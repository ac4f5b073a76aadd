import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Database, StoreLog } from './database.ts'

const POOL_SIZE = 10
const CONNECT_TIMEOUT_MS = 5_000

/** BIGINT as a safe integer, as PGlite gives it; a larger value is an error and not a rounded number. */
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('a BIGINT beyond the safe integers')
  return value
})

export function openPool(databaseUrl: string, log: StoreLog): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'grandstand',
  })
  // An idle connection that breaks is replaced by the pool at the next statement.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle connection to PostgreSQL has ended'))
  return pool
}

export function databaseOn(client: pg.Pool | pg.PoolClient): Database {
  return drizzle(client)
}
