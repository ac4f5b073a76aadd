import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { BaseLogger } from 'pino'

/** The result of `execute` with both drivers: rows as objects, timestamps as text, BIGINT as safe integers. */
interface RowsResult extends PgQueryResultHKT {
  readonly type: Rows<this['row']>
}
interface Rows<Row> {
  readonly rows: Row[]
}

/** Drizzle on PGlite or PostgreSQL, with the same statements and value types. */
export type DrizzleDatabase = PgDatabase<RowsResult>
export type Transaction = Parameters<Parameters<DrizzleDatabase['transaction']>[0]>[0]
export type DatabaseLog = Pick<BaseLogger, 'info' | 'warn' | 'error'>

export interface Database {
  readonly kind: 'pglite' | 'postgres'
  readonly db: DrizzleDatabase
  /** Runs `work` in one database transaction; a thrown error rolls back. PGlite runs one transaction at a time. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** Number of migrations that this start has applied. */
  readonly migrated: number
  /** Deletes expired rows, vacuums and writes a checkpoint. Runs every minute. */
  maintain(): Promise<void>
  /** Resolves with the cause when the embedded database has failed for good. The process must be restarted. */
  readonly lost: Promise<Error>
  close(): Promise<void>
}
