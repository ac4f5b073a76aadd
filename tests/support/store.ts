import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Database, DatabaseLog, DrizzleDatabase } from '#server/database/database.ts'
import { openEmbedded } from '#server/database/embedded.ts'
import type { Embedded } from '#server/database/embedded.ts'
import { embeddedDatabase, openDatabase } from '#server/database/open.ts'
import { withoutLimit } from '#server/database/postgres.ts'
import { schemaHash } from './data-folder.ts'
import { testLog } from './logs.ts'
import { PROJECT_ROOT } from './project.ts'

const TEST_DATABASE_URL = process.env['TEST_DATABASE_URL']

/** PGlite, and PostgreSQL if TEST_DATABASE_URL is set to a role that may create databases. */
export const STORE_KINDS: readonly Database['kind'][] =
  TEST_DATABASE_URL === undefined || TEST_DATABASE_URL === '' ? ['pglite'] : ['pglite', 'postgres']

/** A clock that the test advances; starts at 2026-11-21 12:00 in Shanghai. */
export function testClock(start = Date.UTC(2026, 10, 21, 4)): { now: () => number; move(ms: number): void } {
  let time = start
  return {
    now: () => time,
    move(ms) {
      time += ms
    },
  }
}

/** Maintenance every minute would delete rows in the middle of a slow test. Tests call `maintain`. */
const mayMaintain = (): boolean => false

/** Embedded databases of this process that no test uses. They contain the schema and no rows. */
const idle: Embedded[] = []

/**
 * A database with schema and catalogue: PGlite in memory, or a new database of the test PostgreSQL. Test files share the
 * PGlite instances of their process, because opening one takes about two seconds of a processor. `close` empties it.
 */
export async function openTestStore(
  kind: Database['kind'] = 'pglite',
  log: DatabaseLog = testLog(),
): Promise<Database> {
  if (kind === 'postgres') return openTestDatabase(log)
  return embeddedDatabase(await borrowEmbedded(log), { log, mayMaintain })
}

/** An embedded database of {@link idle}, or a new one. `close` empties it and returns it. */
async function borrowEmbedded(log: DatabaseLog): Promise<Pick<Embedded, 'db' | 'lost' | 'close'>> {
  const embedded = idle.pop() ?? (await openTestEmbedded(log))
  let isClosed = false
  const db = new Proxy(embedded.db, {
    get(target, key) {
      if (isClosed) throw new Error('this test database is closed')
      return Reflect.get(target, key, target) as unknown
    },
  })
  const close = async (): Promise<void> => {
    isClosed = true
    await empty(embedded)
    idle.push(embedded)
  }
  return { db, lost: embedded.lost, close }
}

/** Removes all rows. Triggers that protect tables do not fire for a replica. */
async function empty({ db }: Embedded): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ name: string }>(
      sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
    )
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql.raw(`truncate ${rows.map(({ name }) => name).join(', ')} restart identity`))
  })
}

/** PGlite in memory with schema and catalogue, of the caller alone. */
export async function openTestEmbedded(log: DatabaseLog = testLog()): Promise<Embedded> {
  return openEmbedded({ folder: null, template: await templateFile(log) })
}

/** A file of the migrated database, created once per schema; loading it is ten times faster. */
export async function templateFile(log: DatabaseLog): Promise<string> {
  const folder = path.join(PROJECT_ROOT, 'node_modules/.cache/grandstand')
  const file = path.join(folder, `store-${schemaHash()}.tar`)
  if (existsSync(file)) return file
  const embedded = await openEmbedded({ folder: null })
  const store = await embeddedDatabase(embedded, { log })
  const archive = await embedded.dump()
  await store.close()
  mkdirSync(folder, { recursive: true })
  const unfinished = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(unfinished, archive)
  renameSync(unfinished, file)
  return file
}

/** Creates a database of the test PostgreSQL; `drop` removes it with its connections. */
export async function createTestDatabase(): Promise<{ url: URL; drop: () => Promise<void> }> {
  const name = `grandstand_test_${randomBytes(6).toString('hex')}`
  await administer(`create database ${name}`)
  const url = new URL(TEST_DATABASE_URL ?? '')
  url.pathname = `/${name}`
  return { url, drop: () => administer(`drop database ${name} with (force)`) }
}

async function openTestDatabase(log: DatabaseLog): Promise<Database> {
  const { url, drop } = await createTestDatabase()
  const store = await openDatabase({ databaseUrl: url.href, dataDirectory: '', log, mayMaintain })
  return {
    ...store,
    async close() {
      await store.close()
      await drop()
    },
  }
}

/** A database as a server uses it, and one connection without a statement limit, as commands of the operator use it. */
export interface UnlimitedDatabase {
  readonly database: Database
  readonly run: <Result>(work: (db: DrizzleDatabase) => Promise<Result>) => Promise<Result>
  readonly close: () => Promise<void>
}

/**
 * A PGlite in memory, or a new database of the test PostgreSQL.
 *
 * @param options `isOwn` opens a PGlite that no other test uses, for tests that change the schema
 */
export async function openUnlimited(
  kind: Database['kind'],
  { isOwn = false }: { readonly isOwn?: boolean } = {},
): Promise<UnlimitedDatabase> {
  const log = testLog()
  if (kind === 'pglite') {
    const embedded = await (isOwn ? openTestEmbedded(log) : borrowEmbedded(log))
    const database = await embeddedDatabase(embedded, { log, mayMaintain })
    return { database, run: (work) => work(embedded.db), close: () => database.close() }
  }
  const { url, drop } = await createTestDatabase()
  const database = await openDatabase({ databaseUrl: url.href, dataDirectory: '', log, mayMaintain })
  return {
    database,
    run: (work) => withoutLimit(url.href, work),
    async close() {
      await database.close()
      await drop()
    },
  }
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: TEST_DATABASE_URL })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
