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
  const known = readMigrationFiles({ migrationsFolder: folder })
  return db.transaction((tx) => migrateWithin(tx, known))
}

/** True if {@link migrate} would change the schema. */
export async function isMigrationDue(db: Pick<DrizzleDatabase, 'execute'>): Promise<boolean> {
  const { rows } = await db.execute<{ isEmpty: boolean }>(NO_RECORDS)
  if (rows[0]?.isEmpty !== false) return true
  const applied = await db.execute<{ last: number | null }>(LAST_MIGRATION)
  const known = readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER })
  return (applied.rows[0]?.last ?? 0) !== known.at(-1)?.folderMillis
}

const NO_RECORDS = sql`select to_regclass('drizzle.__drizzle_migrations') is null as "isEmpty"`
const LAST_MIGRATION = sql`select max(created_at) as last from drizzle.__drizzle_migrations`

/** Like {@link migrate}, within a transaction and with the given migrations. */
export async function migrateWithin(tx: Transaction, known: readonly MigrationMeta[]): Promise<number> {
  // Two programs that start at the same time on one PostgreSQL wait here.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('grandstand.migrate', 0))`)
  // Only the owner of the database may create a schema, even one that exists.
  const { rows } = await tx.execute<{ isEmpty: boolean }>(NO_RECORDS)
  if (rows[0]?.isEmpty !== false) {
    await tx.execute(sql`create schema if not exists drizzle`)
    await tx.execute(sql`create table if not exists drizzle.__drizzle_migrations (
      id serial primary key, hash text not null, created_at bigint)`)
  }
  const applied = await tx.execute<{ last: number | null }>(LAST_MIGRATION)
  const last = applied.rows[0]?.last ?? 0
  if (last > (known.at(-1)?.folderMillis ?? 0)) {
    throw new StartError(
      'The database was written by a newer version of this program. Start that version, or another data folder.',
    )
  }
  const due = known.filter((migration) => migration.folderMillis > last)
  for (const migration of due) {
    for (const statement of migration.sql) await tx.execute(sql.raw(statement))
    await tx.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at)
      values (${migration.hash}, ${migration.folderMillis})`)
  }
  return due.length
}
