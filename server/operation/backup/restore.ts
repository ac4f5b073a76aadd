import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { CODES } from '#protocol/codes.ts'
import { SECOND_MS } from '#protocol/time.ts'
import { StartError } from '../../config/start-error.ts'
import type { DrizzleDatabase, Transaction } from '../../database/database.ts'
import { migrateWithin, MIGRATIONS_FOLDER } from '../../database/migrate.ts'
import { appendAudit } from '../console/audit-log.ts'
import { newer, partsOf, verifyBackup, type BackupSummary } from './backup-file.ts'
import { columnsOf, dropAll, tableNames, withoutTriggers } from './catalogue.ts'

/** Limits of one statement. */
const MAX_ROWS = 2_000
const MAX_CHARACTERS = 4 * 1024 * 1024

interface RestoreOptions {
  /** SECRET and EARLIER_SECRETS: one of them has written the backup. */
  readonly secrets: readonly string[]
  /** Epoch milliseconds. */
  readonly now: () => number
}

/**
 * Replaces a database by a backup, in one transaction: after an error everything is as before. The backup may be of an
 * older schema or of the other kind of database; its tables are created as they were, filled, and then migrated. All
 * sessions of members and operators and all pending codes end, and rooms begin a new epoch, because clients know later positions.
 *
 * @param db one connection without a statement limit. No server may use the database.
 * @throws StartError for a damaged, foreign or newer backup
 */
export async function restore(db: DrizzleDatabase, file: string, options: RestoreOptions): Promise<BackupSummary> {
  const summary = await verifyBackup(file, options.secrets)
  const { migration } = summary.header
  const known = readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER })
  if (migration > (known.at(-1)?.folderMillis ?? 0)) throw newer(file)
  if (!known.some(({ folderMillis }) => folderMillis === migration)) {
    throw new StartError(`${file} has a schema that this program never had`)
  }
  await db.transaction(async (tx) => {
    await dropAll(tx)
    await migrateWithin(
      tx,
      known.filter(({ folderMillis }) => folderMillis <= migration),
    )
    await withoutTriggers(tx, () => load(tx, file))
    await compareCounts(tx, file, summary)
    await continueNumbers(tx)
    await migrateWithin(tx, known)
    await endStaleState(tx, options.now(), summary.header.createdAt)
  })
  return summary
}

/** Fills the empty tables. */
async function load(tx: Transaction, file: string): Promise<void> {
  const tables = new Set(await tableNames(tx))
  // Migrations may have inserted rows.
  for (const name of tables) await tx.execute(sql`delete from public.${sql.identifier(name)}`)
  let table = ''
  let batch: string[] = []
  let characters = 0
  const flush = async (): Promise<void> => {
    if (batch.length > 0) {
      const name = sql.identifier(table)
      await tx.execute(sql`insert into public.${name} overriding system value
        select * from json_populate_recordset(null::public.${name}, ${`[${batch.join(',')}]`}::text::json)`)
    }
    batch = []
    characters = 0
  }
  for await (const part of partsOf(file)) {
    if ('rows' in part) {
      for (const row of part.rows) {
        batch.push(row)
        characters += row.length
        if (batch.length >= MAX_ROWS || characters >= MAX_CHARACTERS) await flush()
      }
      continue
    }
    await flush()
    table = part.table
    const columns = tables.has(table) ? (await columnsOf(tx, table)).map(({ name }) => name) : []
    if (columns.join() !== part.columns.join()) {
      throw new StartError(`${file} does not fit: table ${table} has other columns in this version`)
    }
  }
  await flush()
}

/** Lets generated numbers continue after those of the backup. */
async function continueNumbers(tx: Transaction): Promise<void> {
  const { rows } = await tx.execute<{ table: string; column: string }>(sql`
    select relname as table, attname as column from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attidentity <> ''`)
  for (const { table, column } of rows) {
    const [from, name] = [sql.identifier(table), sql.identifier(column)]
    await tx.execute(sql`
      select setval(pg_get_serial_sequence(${`public.${table}`}, ${column}), max(${name})) from public.${from}
      having max(${name}) is not null`)
  }
}

async function compareCounts(tx: Transaction, file: string, { rows }: BackupSummary): Promise<void> {
  for (const table of await tableNames(tx)) {
    const { rows: counted } = await tx.execute<{ count: number }>(
      sql`select count(*)::int as count from public.${sql.identifier(table)}`,
    )
    const [count, expected] = [counted[0]?.count ?? 0, rows[table] ?? 0]
    if (count !== expected) {
      throw new StartError(`${file} was not restored: ${count} of ${expected} rows of ${table} were written`)
    }
  }
}

/** Sign-ins, codes and positions of clients are newer than the backup, or have been revoked since. */
async function endStaleState(tx: Transaction, now: number, createdAt: string): Promise<void> {
  const at = new Date(now).toISOString()
  await tx.execute(
    sql`update session set revoked_at = ${at}, revoked_reason = ${CODES.AUTH_ERROR} where revoked_at is null`,
  )
  await tx.execute(sql`delete from operator_session`)
  await tx.execute(sql`delete from verify_challenge`)
  await tx.execute(sql`delete from webauthn_challenge`)
  await tx.execute(sql`update chat_room set epoch = greatest(epoch + 1, ${Math.floor(now / SECOND_MS)}::int)`)
  await appendAudit(tx, {
    at: now,
    operator: null,
    address: '',
    action: 'database.restore',
    target: 'database',
    after: { createdAt },
  })
}
