import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { versionProblem } from '#server/database/postgres.ts'
import { FaultProxy } from '../../fault/proxy.ts'
import { freePort } from '../../support/free-port.ts'
import { testLog } from '../../support/logs.ts'
import { findPostgres, startPostgres, type TestPostgres } from '../../support/postgres.ts'

const open = (databaseUrl: string, connectMs = 30_000): Promise<Database> =>
  openDatabase({ databaseUrl, dataDirectory: '', log: testLog(), limits: { statementMs: 1_000, connectMs } })

/** The error message of a start that is refused. */
const refusalOf = (databaseUrl: string, connectMs?: number): Promise<string> =>
  open(databaseUrl, connectMs).then(
    async (database) => (await database.close(), 'started'),
    (error: Error) => `${error.name}: ${error.message}`,
  )

it('names a PostgreSQL that is too old', () => {
  expect(versionProblem(140_011)).toBe('DATABASE_URL names PostgreSQL 14; version 15 or newer is needed.')
  expect(versionProblem(90_624)).toContain('PostgreSQL 9;')
  expect([versionProblem(150_000), versionProblem(170_002)]).toEqual([null, null])
})

describe.runIf(findPostgres() !== null)('a PostgreSQL that fails', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres({ max_connections: '14', superuser_reserved_connections: '0' })
  })
  afterAll(() => postgres?.stop())

  /** Connection string with some parts replaced. */
  const urlWith = (change: (url: URL) => void): string => {
    const url = new URL(postgres.url)
    change(url)
    return url.href
  }

  it('is an error of one line at start, without the password', async () => {
    const port = String(await freePort())
    const refusals = await Promise.all([
      refusalOf(urlWith((url) => (url.port = port))),
      refusalOf(urlWith((url) => (url.password = 'a wrong secret'))),
      refusalOf(urlWith((url) => (url.username = 'nobody'))),
      refusalOf(urlWith((url) => (url.pathname = '/absent'))),
    ])
    expect(refusals).toEqual([
      'StartError: DATABASE_URL names a PostgreSQL that does not respond (ECONNREFUSED).',
      'StartError: DATABASE_URL names a PostgreSQL that refuses the user or the password (28P01).',
      'StartError: DATABASE_URL names a PostgreSQL that refuses the user or the password (28P01).',
      'StartError: DATABASE_URL names a PostgreSQL that has no such database (3D000).',
    ])
  })

  it('is an error at start when it does not respond', async () => {
    const proxy = await FaultProxy.start(postgres.port)
    onTestFinished(() => proxy.stop())
    proxy.change({ isStalled: true })
    const refusal = await refusalOf(
      urlWith((url) => (url.port = new URL(proxy.origin).port)),
      1_000,
    )
    expect(refusal).toBe('StartError: DATABASE_URL names a PostgreSQL that does not respond (timeout).')
  })

  it('is an error at start when all its connections are in use', async () => {
    const others = Array.from({ length: 14 }, () => new pg.Client({ connectionString: postgres.url }))
    onTestFinished(async () => {
      await Promise.all(others.map((client) => client.end()))
    })
    await Promise.all(others.map((client) => client.connect()))
    expect(await refusalOf(postgres.url)).toBe(
      'StartError: DATABASE_URL names a PostgreSQL that has no free connection (53300).',
    )
  })

  it('is used again after a crash, with all that was confirmed', async () => {
    const database = await open(postgres.url)
    onTestFinished(() => database.close())
    await database.db.execute(sql`insert into meta (key, value) values ('before the crash', 'kept')`)
    await postgres.crash()
    await expect(database.db.execute(sql`select 1`)).rejects.toThrow()
    await postgres.start()
    const { rows } = await database.db.execute(sql`select value from meta where key = 'before the crash'`)
    expect(rows).toEqual([{ value: 'kept' }])
  })
})
