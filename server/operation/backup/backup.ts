import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { PROJECT_ROOT } from '../../config/project-root.ts'
import { StartError } from '../../config/start-error.ts'
import type { DrizzleDatabase, Transaction } from '../../database/database.ts'
import { writeBackup, type BackupPart, type BackupSummary } from './backup-file.ts'
import { columnsOf, hasTables, newestMigration, tableNames } from './catalogue.ts'

/** Rows per read. Those of pictures are large. */
const ROWS = 2_000
const ROWS_WITH_BYTES = 4

/**
 * Writes all tables of a database to a file. The content is that of one moment; a server may run meanwhile.
 *
 * @param db one connection without a statement limit
 * @throws StartError if the database is empty or the file cannot be written
 */
export async function backUp(
  db: DrizzleDatabase,
  file: string,
  { secret, now }: { readonly secret: string; readonly now: () => number },
): Promise<BackupSummary> {
  const createdAt = new Date(now()).toISOString()
  return db.transaction(
    async (tx) => {
      if (!(await hasTables(tx))) throw new StartError('The database is empty: there is nothing to back up')
      const migration = await newestMigration(tx)
      const header = { program: programVersion(), createdAt, migration }
      return writeBackup(file, secret, { header, parts: partsOf(tx) })
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

async function* partsOf(tx: Transaction): AsyncGenerator<BackupPart> {
  for (const table of await tableNames(tx)) {
    const columns = await columnsOf(tx, table)
    yield { table, columns: columns.map(({ name }) => name) }
    const count = columns.some(({ type }) => type === 'bytea') ? ROWS_WITH_BYTES : ROWS
    const name = sql.identifier(table)
    await tx.execute(
      sql`declare backup_rows no scroll cursor for select row_to_json(backup_row)::text as row from ${name} backup_row`,
    )
    for (;;) {
      const { rows } = await tx.execute<{ row: string }>(sql.raw(`fetch ${count} from backup_rows`))
      yield { rows: rows.map(({ row }) => row) }
      if (rows.length < count) break
    }
    await tx.execute(sql`close backup_rows`)
  }
}

function programVersion(): string {
  const { version } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as { version: string }
  return version
}
