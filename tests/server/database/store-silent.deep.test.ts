import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { FaultProxy } from '../../fault/proxy.ts'
import { testLog } from '../../support/logs.ts'
import { createTestDatabase, STORE_KINDS } from '../../support/store.ts'

const select = sql`select 1 as one`

describe.runIf(STORE_KINDS.includes('postgres'))('a PostgreSQL that does not respond', () => {
  let proxy: FaultProxy
  let store: Database
  let drop: () => Promise<void>
  beforeAll(async () => {
    const database = await createTestDatabase()
    drop = database.drop
    proxy = await FaultProxy.start(Number(database.url.port))
    const url = new URL(database.url)
    url.port = new URL(proxy.origin).port
    store = await openDatabase({
      databaseUrl: url.href,
      dataDirectory: '',
      log: testLog(),
      limits: { statementMs: 1_000 },
    })
  })
  afterAll(async () => {
    await store.close()
    await proxy.stop()
    await drop()
  })

  /** All connections of the pool are within a transaction when the server stops responding. */
  const allBusy = (): Promise<PromiseSettledResult<unknown>[]> => {
    let begun = 0
    const work = Array.from({ length: 10 }, () =>
      store.transaction(async (tx) => {
        await tx.execute(select)
        begun += 1
        if (begun === 10) proxy.change({ isStalled: true })
        await expect.poll(() => begun).toBe(10)
        await tx.execute(select)
      }),
    )
    return Promise.allSettled(work)
  }

  it('fails statements and transactions after a timeout, and is used again when it responds', async () => {
    await expect(store.db.execute(select)).resolves.toBeDefined()
    expect(new Set((await allBusy()).map(({ status }) => status))).toEqual(new Set(['rejected']))
    await expect(store.db.execute(select)).rejects.toThrow()
    await proxy.heal()
    const all = Array.from({ length: 20 }, () => store.transaction(async (tx) => (await tx.execute(select)).rows))
    expect(await Promise.all(all)).toEqual(Array.from({ length: 20 }, () => [{ one: 1 }]))
  })

  it('does not reuse a connection within a timed-out transaction', async () => {
    await expect(store.transaction(async (tx) => tx.execute(sql`select pg_sleep(60)`))).rejects.toThrow()
    await store.db.execute(sql`insert into meta (key, value) values ('after', 'kept')`)
    const { rows } = await store.transaction((tx) => tx.execute(sql`select value from meta where key = 'after'`))
    expect(rows).toEqual([{ value: 'kept' }])
    const { rows: open } = await store.db.execute<{ all: number }>(
      sql`select count(*)::int as all from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()`,
    )
    expect(open).toEqual([{ all: 0 }])
  })
})
