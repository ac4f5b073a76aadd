import { join } from 'node:path'
import type { Database, DatabaseLog } from './database.ts'
import { openEmbedded } from './embedded.ts'
import type { Embedded } from './embedded.ts'
import { StartError } from '../config/start-error.ts'
import { lockFolder } from './folder-lock.ts'
import { createMaintenance } from './maintain.ts'
import { migrate } from './migrate.ts'
import { databaseOn, connectionError, openPool, withoutLimit } from './postgres.ts'
import { seedCatalogue } from './seed.ts'

const MAINTAIN_INTERVAL_MS = 60_000

export interface StoreOptions {
  /** A PostgreSQL connection string. Without it the database is embedded in the data folder. */
  readonly databaseUrl?: string | undefined
  readonly dataDirectory: string
  readonly log: DatabaseLog
  readonly now?: () => number
  /** Limit of one PostgreSQL statement in ms; 10 s by default. */
  readonly statementLimitMs?: number
}

/**
 * Opens the database and updates its schema and catalogue. An embedded database locks the data folder.
 *
 * @throws StartError with one line if the folder is locked or not writable, the database does not respond, or its
 * schema is newer than this program.
 */
export function openDatabase(options: StoreOptions): Promise<Database> {
  return options.databaseUrl === undefined ? openFolder(options) : openServer(options, options.databaseUrl)
}

async function openFolder(options: StoreOptions): Promise<Database> {
  const unlock = await lockFolder(options.dataDirectory)
  try {
    const folder = join(options.dataDirectory, 'pglite')
    const embedded = await openEmbedded({ folder }).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      throw new StartError(`The store in ${folder} cannot be opened: ${reason}`, { cause: error })
    })
    return await embeddedDatabase(embedded, options, unlock)
  } catch (error) {
    await unlock()
    throw error
  }
}

/** Wraps an embedded database that is already open, for example one in memory. */
export async function embeddedDatabase(
  embedded: Embedded,
  options: Pick<StoreOptions, 'log' | 'now'>,
  afterClose: () => Promise<void> = async () => {},
): Promise<Database> {
  try {
    const migrated = await migrate(embedded.db)
    return await assemble({ kind: 'pglite', db: embedded.db, migrated, lost: embedded.lost }, options, async () => {
      await embedded.close()
      await afterClose()
    })
  } catch (error) {
    await embedded.close()
    throw error
  }
}

async function openServer(options: StoreOptions, databaseUrl: string): Promise<Database> {
  const pool = openPool(databaseUrl, options.log, options.statementLimitMs)
  try {
    const client = await pool.connect().catch((error: NodeJS.ErrnoException) => {
      throw connectionError(error)
    })
    client.release()
    const migrated = await withoutLimit(databaseUrl, migrate)
    const parts = { kind: 'postgres', db: databaseOn(pool), migrated, lost: new Promise<Error>(() => {}) } as const
    return await assemble(parts, options, () => pool.end())
  } catch (error) {
    await pool.end()
    throw error
  }
}

async function assemble(
  { kind, db, migrated, lost }: Pick<Database, 'kind' | 'db' | 'migrated' | 'lost'>,
  { log, now = Date.now }: Pick<StoreOptions, 'log' | 'now'>,
  shut: () => Promise<void>,
): Promise<Database> {
  await seedCatalogue(db)
  const startMaintenance = createMaintenance({ db, kind })
  let running: Promise<void> | null = null
  const maintain = (): Promise<void> => {
    running ??= startMaintenance(now()).finally(() => (running = null))
    return running
  }
  const timer = setInterval(() => {
    maintain().catch((error: unknown) => log.error({ err: error }, 'housekeeping of the store failed'))
  }, MAINTAIN_INTERVAL_MS).unref()
  return {
    kind,
    db,
    migrated,
    lost,
    maintain,
    transaction: (work) => db.transaction(work),
    async close() {
      clearInterval(timer)
      await running?.catch(() => null)
      await shut()
    },
  }
}
