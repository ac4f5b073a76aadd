import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { extract } from 'tar'
import { PROJECT_ROOT } from '../config/project-root.ts'
import { openEmbedded } from './embedded.ts'
import { migrate, MIGRATIONS_FOLDER } from './migrate.ts'

const PACKAGE = join(PROJECT_ROOT, 'node_modules/@electric-sql/pglite/package.json')

/** Changes with what {@link makeArchive} makes. */
const MADE_BY = 'no template databases'

/** File name of the archive of these migrations and this version of the embedded database. */
function archiveName(): string {
  const hash = createHash('sha256').update(MADE_BY)
  for (const migration of readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER })) hash.update(migration.hash)
  if (existsSync(PACKAGE)) hash.update((JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }).version)
  return `database-${hash.digest('hex').slice(0, 16)}.tar.gz`
}

/**
 * The archive of an empty embedded database with the current schema, made by `npm run build`; null if there is none.
 * Its files are a database that was closed, and cost less processor time and memory than creating one (decision 225).
 */
export function findArchive(): string | null {
  const file = join(PROJECT_ROOT, 'dist/server', archiveName())
  return existsSync(file) ? file : null
}

/**
 * Unpacks an archive into a folder. Outside of the embedded database, whose thread would keep the memory; at once,
 * because nothing else can begin before, and streams take twice the processor time.
 *
 * @throws if the archive is damaged or the folder cannot be written
 */
export function unpackArchive(archive: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  const onwarn = (code: string, message: string | Error): void => {
    // The embedded database writes paths that begin with a slash.
    if (code !== 'TAR_ENTRY_INFO') throw new Error(`${archive}: ${String(message)}`)
  }
  extract({ file: archive, cwd: folder, sync: true, noMtime: true, preserveOwner: false, onwarn })
}

/** Makes the archive in `folder`, unless it is there, and returns its path. */
export async function makeArchive(folder: string): Promise<string> {
  const file = join(folder, archiveName())
  if (existsSync(file)) return file
  const embedded = await openEmbedded({ folder: null })
  await migrate(embedded.db)
  // They are for CREATE DATABASE, which nobody calls, and are a third of the files.
  for (const template of ['template0', 'template1']) {
    await embedded.db.execute(`update pg_database set datistemplate = false where datname = '${template}'`)
    await embedded.db.execute(`drop database ${template}`)
  }
  const archive = await embedded.dump()
  await embedded.close()
  const unfinished = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(unfinished, archive)
  renameSync(unfinished, file)
  return file
}
