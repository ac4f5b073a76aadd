import type { Store, StoreLog } from './database.ts'
import type { Embedded } from './embedded.ts'
export interface StoreOptions {
  /** A PostgreSQL connection string; without it the store is embedded in the data folder. */
  readonly databaseUrl?: string | undefined
  readonly dataDirectory: string
  readonly log: StoreLog
  readonly now?: () => number
}
/**
 * Opens the store with its schema and catalogue up to date. An embedded store takes the data folder for this process.
 * Throws a StartError with one clear line when the folder is taken or not writable, the database does not answer, or
 * its schema is newer than this program.
 */
export declare function openStore(options: StoreOptions): Promise<Store>
/** A store on an embedded database that is open already, such as one in memory. */
export declare function embeddedStore(
  embedded: Embedded,
  options: Pick<StoreOptions, 'log' | 'now'>,
  afterClose?: () => Promise<void>,
): Promise<Store>
