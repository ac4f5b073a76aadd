import type { Database } from './database.ts'
export declare const MIGRATIONS_FOLDER: string
/**
 * Brings the schema up to this program and returns how many migrations that took; each runs in one transaction with
 * all others. Refuses a database that a newer program has migrated (settled 28). The records are those of drizzle.
 */
export declare function migrate(db: Database, folder?: string): Promise<number>
