import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Database, DatabaseLog, DrizzleDatabase } from '#server/database/database.ts'
import { openEmbedded } from '#server/database/embedded.ts'
import type { Embedded } from '#server/database/embedded.ts'
import { makeArchive } from '#server/database/archive.ts'
import { migrate } from '#server/database/migrate.ts'
import { embeddedDatabase, openDatabase } from '#server/database/open.ts'
import { withoutLimit } from '#server/database/postgres.ts'
import { CACHE } from './data-folder.ts'
import { DEPTH } from './depth.ts'
import { testLog } from './logs.ts'

const TEST_DATABASE_URL = process.env['TEST_DATABASE_URL']

/** PGlite, and PostgreSQL if TEST_DATABASE_URL is set to a superuser. */
export const STORE_KINDS: readonly Database['kind'][] =
  TEST_DATABASE_URL === undefined || TEST_DATABASE_URL === '' ? ['pglite'] : ['pglite', 'postgres']

/** In CI and `npm test` one of them, for tests that start many processes or work for long. */
export const SHORT_KINDS = DEPTH === 'full' ? STORE_KINDS : STORE_KINDS.slice(-1)

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

/** Databases of this process that no test uses. They contain the schema and no rows. */
const idle: { readonly pglite: Embedded[]; readonly postgres: URL[] } = { pglite: [], postgres: [] }

/**
 * A database with schema and catalogue: PGlite in memory, or a database of the test PostgreSQL. Test files share the
 * databases of their process, because creating one takes more than a second of a processor. `close` empties it.
 */
export async function openTestStore(
  kind: Database['kind'] = 'pglite',
  log: DatabaseLog = testLog(),
): Promise<Database> {
  if (kind === 'pglite') return embeddedDatabase(await borrowEmbedded(), { log, mayMaintain })
  const { url, release } = await borrowTestDatabase()
  return openAt(url, release, log)
}

/** Replaces `openDatabase` in tests of services: an embedded database of this process instead of one in the data folder. */
export const openIdleEmbedded: typeof openDatabase = async (options) =>
  embeddedDatabase(await borrowEmbedded(), { ...options, mayMaintain })

/** An embedded database of {@link idle}, or a new one. `close` empties it and returns it. */
async function borrowEmbedded(): Promise<Pick<Embedded, 'db' | 'lost' | 'close'>> {
  const embedded = idle.pglite.pop() ?? (await openTestEmbedded())
  let isClosed = false
  const db = new Proxy(embedded.db, {
    get(target, key) {
      if (isClosed) throw new Error('this test database is closed')
      return Reflect.get(target, key, target) as unknown
    },
  })
  const close = async (): Promise<void> => {
    isClosed = true
    await empty(embedded.db)
    idle.pglite.push(embedded)
  }
  return { db, lost: embedded.lost, close }
}

/**
 * A database of the test PostgreSQL with the schema and without rows. `release` empties it for the next test; no
 * connection may be open then. The end of the test run drops all of them.
 */
export async function borrowTestDatabase(): Promise<{ readonly url: URL; readonly release: () => Promise<void> }> {
  const url = idle.postgres.pop() ?? (await createSchema())
  return {
    url,
    async release() {
      await withoutLimit(url.href, empty)
      idle.postgres.push(url)
    },
  }
}

async function createSchema(): Promise<URL> {
  const { url } = await createTestDatabase()
  await withoutLimit(url.href, migrate)
  return url
}

/**
 * Removes all rows, except those that a migration writes, and restarts generated numbers. Triggers that protect tables do
 * not fire for a replica. VACUUM leaves empty files, so that later rows have the order in which they are inserted.
 * TRUNCATE takes four times as long.
 */
async function empty(db: DrizzleDatabase): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select quote_ident(relname) as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'retention_rule'
      and pg_relation_size(oid) > 0`)
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    for (const { name } of rows) await tx.execute(sql.raw(`delete from ${name}`))
    await tx.execute(sql`
      select setval(format('%I.%I', schemaname, sequencename), start_value, false) from pg_sequences
      where schemaname = 'public'`)
  })
  if (rows.length === 0) return
  await db.execute(sql.raw(`vacuum ${rows.map(({ name }) => name).join(', ')}`))
  // Plans depend on whether a table was vacuumed, and with them the order of rows that are equal.
  await db.execute(sql`
    update pg_class set reltuples = -1, relpages = 0, relallvisible = 0
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'i') and reltuples <> -1`)
}

/** PGlite in memory with schema and catalogue, of the caller alone. */
export async function openTestEmbedded(): Promise<Embedded> {
  return openEmbedded({ folder: null, template: await templateFile() })
}

/** The archive of the build; loading it is ten times faster than migrations. */
export async function templateFile(): Promise<string> {
  mkdirSync(CACHE, { recursive: true })
  return makeArchive(CACHE)
}

/** Creates an empty database of the test PostgreSQL; `drop` removes it with its connections. */
export async function createTestDatabase(): Promise<{ url: URL; drop: () => Promise<void> }> {
  const name = `${databasePrefix()}${randomBytes(6).toString('hex')}`
  await administer(`create database ${name}`)
  const url = new URL(TEST_DATABASE_URL ?? '')
  url.pathname = `/${name}`
  return { url, drop: async () => void (await administer(`drop database ${name} with (force)`)) }
}

const RUN_KEY = 'TEST_DATABASE_RUN'
const databasePrefix = (): string => `grandstand_test_${process.env[RUN_KEY] ?? ''}`

/** Names the databases of this test run. Returns a function that drops those that still exist. */
export function beginTestDatabases(): () => Promise<void> {
  process.env[RUN_KEY] ??= `${randomBytes(6).toString('hex')}_`
  return async () => {
    if (!STORE_KINDS.includes('postgres')) return
    const { rows } = await administer<{ datname: string }>(
      `select datname from pg_database where starts_with(datname, '${databasePrefix()}')`,
    )
    for (const { datname } of rows) await administer(`drop database if exists ${datname} with (force)`)
  }
}

/** Opens a database that a server would open at this address. `close` calls `release` after its connections are closed. */
async function openAt(url: URL, release: () => Promise<void>, log: DatabaseLog): Promise<Database> {
  // Many calls that wait for one row exceed the limit of production on a busy machine.
  const limits = { connectMs: 60_000 }
  const store = await openDatabase({ databaseUrl: url.href, dataDirectory: '', log, mayMaintain, limits })
  return {
    ...store,
    async close() {
      await store.close()
      await release()
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
    const embedded = await (isOwn ? openTestEmbedded() : borrowEmbedded())
    const database = await embeddedDatabase(embedded, { log, mayMaintain })
    return { database, run: (work) => work(embedded.db), close: () => database.close() }
  }
  const { url, release } = await borrowTestDatabase()
  const database = await openAt(url, release, log)
  return { database, run: (work) => withoutLimit(url.href, work), close: () => database.close() }
}

async function administer<Row extends pg.QueryResultRow>(statement: string): Promise<pg.QueryResult<Row>> {
  const client = new pg.Client({ connectionString: TEST_DATABASE_URL })
  await client.connect()
  try {
    return await client.query<Row>(statement)
  } finally {
    await client.end()
  }
}
