import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { BaseLogger } from 'pino'

/** What both drivers answer to `execute`: rows as objects. Moments come as text, BIGINT as safe integers. */
interface RowsResult extends PgQueryResultHKT {
  readonly type: Rows<this['row']>
}
interface Rows<Row> {
  readonly rows: Row[]
}

/** Drizzle over PGlite or over PostgreSQL: the same statements, the same types of values. */
export type Database = PgDatabase<RowsResult>
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
export type StoreLog = Pick<BaseLogger, 'info' | 'warn' | 'error'>

export interface Store {
  readonly kind: 'pglite' | 'postgres'
  readonly db: Database
  /** Runs `work` in one database transaction; a thrown error rolls back. PGlite runs one transaction at a time. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** How many migrations this start has applied. */
  readonly migrated: number
  /** Prunes what is past its time, vacuums and writes a checkpoint; runs by itself every minute. */
  maintain(): Promise<void>
  /** Resolves with the cause when the embedded database is gone for good; the process has to be started again. */
  readonly lost: Promise<Error>
  close(): Promise<void>
}
