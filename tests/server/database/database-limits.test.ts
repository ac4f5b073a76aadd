import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { sqlStateOf } from '#server/database/errors.ts'
import { openDatabase } from '#server/database/open.ts'
import { PoolExhausted } from '#server/database/postgres.ts'
import type { Database } from '#server/database/database.ts'
import { createLog } from '#server/config/log.ts'
import { runCall, type PipelineOptions } from '#server/http/pipeline/call-pipeline.ts'
import type { Call, Caller } from '#server/http/pipeline/call.ts'
import { createTestDatabase, STORE_KINDS } from '../../support/store.ts'

const LIMITS = { poolSize: 2, statementMs: 1_000, connectMs: 1_000 }
const select = sql`select 1 as one`

describe.runIf(STORE_KINDS.includes('postgres'))('limits of the connections to PostgreSQL', () => {
  let store: Database
  let drop: () => Promise<void>
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => void lines.push(line) })
  beforeAll(async () => {
    const database = await createTestDatabase()
    drop = database.drop
    store = await openDatabase({ databaseUrl: database.url.href, dataDirectory: '', log, limits: LIMITS })
  })
  afterAll(async () => {
    await store.close()
    await drop()
  })

  /** The error of a rejected promise. */
  const errorOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => null,
      (error: unknown) => error,
    )

  it('are set for each session', async () => {
    const { rows } = await store.db.execute<{ name: string; ms: string }>(sql`
      select name, setting as ms from pg_settings
      where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`)
    expect(rows.map(({ name, ms }) => [name, Number(ms)])).toEqual([
      ['idle_in_transaction_session_timeout', 30_000],
      ['lock_timeout', 500],
      ['statement_timeout', 1_000],
    ])
  })

  it('cancel a slow statement, whose connection is used again', async () => {
    const pid = sql`select pg_backend_pid() as pid`
    const before = await store.transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(pid)
      expect(sqlStateOf(await errorOf(tx.transaction((inner) => inner.execute(sql`select pg_sleep(60)`))))).toBe(
        '57014',
      )
      return rows[0]?.pid
    })
    expect((await store.db.execute<{ pid: number }>(pid)).rows[0]?.pid).toBe(before)
  })

  it('end the wait for a lock', async () => {
    await store.transaction(async (tx) => {
      await tx.execute(sql`lock table member in access exclusive mode`)
      const other = store.db.execute(sql`select count(*) from member`)
      expect(sqlStateOf(await errorOf(other))).toBe('55P03')
    })
    await expect(store.db.execute(sql`select count(*) from member`)).resolves.toBeDefined()
  })

  it('Annex A 10504 refuse statements while no connection is free, name the cause once, and accept them again', async () => {
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    onTestFinished(() => release())
    let begun = 0
    const holders = [1, 2].map(() =>
      store.transaction(async (tx) => {
        await tx.execute(select)
        begun += 1
        await held
      }),
    )
    await expect.poll(() => begun).toBe(2)
    lines.length = 0
    const errors = await Promise.all([
      errorOf(store.db.execute(select)),
      errorOf(store.db.execute(select)),
      errorOf(store.transaction((tx) => tx.execute(select))),
    ])
    const causes = errors.map((error) => (error instanceof PoolExhausted ? error : (error as Error).cause))
    for (const cause of causes) expect(cause).toBeInstanceOf(PoolExhausted)
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { level: 50, poolSize: 2, msg: 'none of 2 connections to PostgreSQL became free within 1000 ms' },
    ])

    // A call fails with 503 and a code, and the log names the cause.
    lines.length = 0
    const callWith = (readOnly: boolean) => ({
      name: 'coin.balance',
      endpoint: {
        path: '/none',
        access: 'public',
        readOnly,
        refusedTags: [],
        request: { safeParse: () => ({ success: true, data: {} }) },
      },
      handler: () => store.db.execute(select),
    })
    const options = {
      gate: { refusal: () => null, safetyOf: () => null, mustCheckRobot: () => false },
      limits: { ofCall: () => null },
      siteOf: () => ({}),
      now: Date.now,
      log,
    } as unknown as PipelineOptions
    const caller = { traceId: 'trace', address: '192.0.2.7', headers: null, isUnlimited: false } as unknown as Caller
    const run = (readOnly: boolean) => runCall(options, callWith(readOnly) as unknown as Call, caller, {})
    const [read, change] = await Promise.all([run(true), run(false)])
    expect(read).toMatchObject({ status: 503, result: { ok: false, code: CODES.INTERFACE_DEGRADE } })
    expect(change).toMatchObject({ status: 503, result: { ok: false, code: CODES.INTERNAL_ERROR } })
    const failed = { msg: 'a call failed', call: 'coin.balance', err: { cause: { code: 'POOL_EXHAUSTED' } } }
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([failed, failed])

    release()
    await Promise.all(holders)
    const all = Array.from({ length: 4 }, () => store.transaction(async (tx) => (await tx.execute(select)).rows))
    expect(await Promise.all(all)).toEqual(Array.from({ length: 4 }, () => [{ one: 1 }]))
  })
})
