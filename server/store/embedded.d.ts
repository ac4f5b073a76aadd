import type { Database } from './database.ts'
export interface Embedded {
  readonly db: Database
  readonly lost: Promise<Error>
  /** The whole data folder as a tar archive, for tests. */
  dump(): Promise<Uint8Array>
  close(): Promise<void>
}
/**
 * PGlite in a worker thread behind drizzle. `folder` null = in memory; `template` = a file that `dump` wrote, to start
 * from. Every statement is one message there and one back; a transaction is a lane of such messages.
 */
export declare function openEmbedded(options: { folder: string | null; template?: string }): Promise<Embedded>
