import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findArchive, unpackArchive } from './archive.ts'
import type { Database, DatabaseLog, DrizzleDatabase } from './database.ts'
import { type Embedded, type OnSlowStatement, openEmbedded } from './embedded.ts'
import { sqlStateOf } from './errors.ts'
import { StartError } from '../config/start-error.ts'
import { lockFolder } from './folder-lock.ts'
import { createMaintenance, followClock } from './maintain.ts'
import { type PoolLimits, RETENTION_DAYS, type RetentionDays } from '../config/database-settings.ts'
import { enforceRetention } from './roles.ts'
import { databaseOn, connectionError, openPool, versionProblem, withoutLimit } from './postgres.ts'
import { migrate } from './migrate.ts'
import { gift } from './schema/gift.ts'

const MAINTAIN_INTERVAL_MS = 60_000

interface StoreOptions {
  /** A PostgreSQL connection string. Without it the database is embedded in the data folder. */
  readonly databaseUrl?: string | undefined
  readonly dataDirectory: string
  readonly log: DatabaseLog
  readonly now?: () => number
  /** Limits of PostgreSQL connections that differ from the default. */
  readonly limits?: Partial<PoolLimits>
  /** Periods after which data are deleted; the default ones if absent. */
  readonly retention?: RetentionDays
  /** False while another process maintains the database; true by default. */
  readonly mayMaintain?: () => boolean
}

/**
 * Opens the database and updates its schema and catalogue. An embedded database locks the data folder.
 *
 * @throws StartError with one line if the folder is locked or not writable, the database does not respond, refuses the
 * user or is too old, or its schema is newer than this program.
 */
export function openDatabase(options: StoreOptions): Promise<Database> {
  return options.databaseUrl === undefined ? openFolder(options) : openServer(options, options.databaseUrl)
}

/** File in the data folder while the embedded database is being created. */
const UNFINISHED = 'pglite.unfinished'

async function openFolder(options: StoreOptions): Promise<Database> {
  const unlock = await lockFolder(options.dataDirectory)
  try {
    const folder = join(options.dataDirectory, 'pglite')
    const unfinished = join(options.dataDirectory, UNFINISHED)
    // What a start that was interrupted has created of the database holds nothing yet.
    if (existsSync(unfinished)) rmSync(folder, { recursive: true, force: true })
    const isNew = !existsSync(folder)
    if (isNew) writeFileSync(unfinished, '')
    const archive = isNew ? findArchive() : null
    const opening = async (): Promise<Embedded> => {
      if (archive !== null) unpackArchive(archive, folder)
      return openEmbedded({ folder, onSlow: slowLog(options.log) })
    }
    const embedded = await opening().catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      throw new StartError(`The database in ${folder} cannot be opened: ${reason}`, { cause: error })
    })
    rmSync(unfinished, { force: true })
    return await embeddedDatabase(embedded, options, unlock)
  } catch (error) {
    await unlock()
    throw error
  }
}

const MAX_LOGGED_STATEMENT = 400

/** Statements have no personal data: values are parameters. */
function slowLog(log: DatabaseLog): OnSlowStatement {
  return (text, ms) => {
    const statement = text.replaceAll(/\s+/g, ' ').slice(0, MAX_LOGGED_STATEMENT)
    log.warn(
      { ms: Math.round(ms), statement },
      'a statement of the embedded database was slow; every call waited for it',
    )
  }
}

/** Wraps an embedded database that is already open, for example one in memory. */
export async function embeddedDatabase(
  embedded: Pick<Embedded, 'db' | 'lost' | 'close'>,
  options: Pick<StoreOptions, 'log' | 'now' | 'retention' | 'mayMaintain'>,
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

/** SQLSTATE of a statement that the role may not execute. */
const NO_PRIVILEGE = '42501'
const SCHEMA_IS_OLD =
  'The tables are of an older version, and the role of DATABASE_URL may not change them: run npm run migrate with ' +
  'DATABASE_OWNER_URL.'

async function openServer(options: StoreOptions, databaseUrl: string): Promise<Database> {
  const pool = openPool(databaseUrl, options.log, options.limits)
  try {
    const client = await pool.connect().catch((error: NodeJS.ErrnoException) => {
      throw connectionError(error)
    })
    try {
      const { rows } = await client.query<{ version: number }>(
        `select current_setting('server_version_num')::int as version`,
      )
      const problem = versionProblem(rows[0]?.version ?? 0)
      if (problem !== null) throw new StartError(problem)
    } finally {
      client.release()
    }
    const migrated = await withoutLimit(databaseUrl, migrate).catch((error: unknown) => {
      throw sqlStateOf(error) === NO_PRIVILEGE ? new StartError(SCHEMA_IS_OLD, { cause: error }) : error
    })
    const parts = { kind: 'postgres', db: databaseOn(pool), migrated, lost: new Promise<Error>(() => {}) } as const
    return await assemble(parts, options, () => pool.end())
  } catch (error) {
    await pool.end()
    throw error
  }
}

async function assemble(
  { kind, db, migrated, lost }: Pick<Database, 'kind' | 'db' | 'migrated' | 'lost'>,
  {
    log,
    now = Date.now,
    retention = RETENTION_DAYS,
    mayMaintain = () => true,
  }: Pick<StoreOptions, 'log' | 'now' | 'retention' | 'mayMaintain'>,
  shut: () => Promise<void>,
): Promise<Database> {
  await enforceRetention(db, retention, log)
  await seedCatalogue(db)
  await followClock(db, now(), log)
  const startMaintenance = createMaintenance({ db, kind }, { retention, log })
  let running: Promise<void> | null = null
  const maintain = (): Promise<void> => {
    running ??= startMaintenance(now()).finally(() => (running = null))
    return running
  }
  const timer = setInterval(() => {
    if (!mayMaintain()) return
    maintain().catch((error: unknown) => log.error({ err: error }, 'maintenance of the database failed'))
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

/** The gift catalogue. `status` and `price` may be changed in the database; the seed never overwrites them. */
const GIFTS = [
  { id: 1, name: '加油棒', priceCoin: 1, art: 'clap' },
  { id: 2, name: '围巾', priceCoin: 10, art: 'scarf' },
  { id: 3, name: '喇叭', priceCoin: 30, art: 'horn' },
  { id: 4, name: '战鼓', priceCoin: 99, art: 'drum' },
  { id: 5, name: '焰火', priceCoin: 520, art: 'firework' },
  { id: 6, name: '金杯', priceCoin: 1_888, art: 'cup' },
] as const

async function seedCatalogue(db: DrizzleDatabase): Promise<void> {
  const rows = GIFTS.map(({ id, name, priceCoin, art }) => ({
    id,
    oldId: 0,
    giftType: 1,
    priceCoin,
    name,
    icon: `/art/gift-${art}.svg`,
    iconWeb: `/art/gift-${art}.svg`,
    status: '1' as const,
    sortOrder: id * 10,
  }))
  await db.insert(gift).values(rows).onConflictDoNothing()
}
