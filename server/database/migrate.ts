import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator'
import { PROJECT_ROOT } from '../config/project-root.ts'
import { StartError } from '../config/start-error.ts'
import type { DrizzleDatabase, Transaction } from './database.ts'

export const MIGRATIONS_FOLDER = join(PROJECT_ROOT, 'server/database/migrations')

/**
 * Applies missing migrations in one transaction and returns their number. Uses drizzle's migration records.
 *
 * @throws StartError if a newer program has migrated this database (settled 28).
 */
export async function migrate(db: DrizzleDatabase, folder: string = MIGRATIONS_FOLDER): Promise<number> {
  const newest = newestMigration(folder)
  return db.transaction(async (tx) => {
    // Two programs that start at the same time on one PostgreSQL wait here.
    await tx.execute(LOCK)
    // A start without a new migration reads none of their files.
    if ((await lastApplied(tx)) === newest) return 0
    return migrateWithin(tx, readMigrationFiles({ migrationsFolder: folder }))
  })
}

/** True if {@link migrate} would change the schema. */
export async function isMigrationDue(db: Pick<DrizzleDatabase, 'execute'>): Promise<boolean> {
  return (await lastApplied(db)) !== newestMigration(MIGRATIONS_FOLDER)
}

/** Time of the newest migration of this program; null if there is none. */
function newestMigration(folder: string): number | null {
  const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { when: number }[]
  }
  return journal.entries.at(-1)?.when ?? null
}

/** Time of the last migration of a database; 0 if it has records only, null for an empty database. */
async function lastApplied(db: Pick<DrizzleDatabase, 'execute'>): Promise<number | null> {
  const { rows } = await db.execute<{ isEmpty: boolean }>(NO_RECORDS)
  if (rows[0]?.isEmpty !== false) return null
  const applied = await db.execute<{ last: number | null }>(LAST_MIGRATION)
  return applied.rows[0]?.last ?? 0
}

const LOCK = sql`select pg_advisory_xact_lock(hashtextextended('grandstand.migrate', 0))`
const NO_RECORDS = sql`select to_regclass('drizzle.__drizzle_migrations') is null as "isEmpty"`
const LAST_MIGRATION = sql`select max(created_at) as last from drizzle.__drizzle_migrations`

/** Like {@link migrate}, within a transaction and with the given migrations. */
export async function migrateWithin(tx: Transaction, known: readonly MigrationMeta[]): Promise<number> {
  await tx.execute(LOCK)
  let last = await lastApplied(tx)
  // Only the owner of the database may create a schema, even one that exists.
  if (last === null) {
    await tx.execute(sql`create schema if not exists drizzle`)
    await tx.execute(sql`create table if not exists drizzle.__drizzle_migrations (
      id serial primary key, hash text not null, created_at bigint)`)
    last = 0
  }
  if (last > (known.at(-1)?.folderMillis ?? 0)) {
    throw new StartError(
      'The database was written by a newer version of this program. Start that version, or another data folder.',
    )
  }
  const from = last
  const due = known.filter((migration) => migration.folderMillis > from)
  for (const migration of due) {
    for (const statement of migration.sql) await tx.execute(sql.raw(statement))
    await tx.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at)
      values (${migration.hash}, ${migration.folderMillis})`)
  }
  return due.length
}
