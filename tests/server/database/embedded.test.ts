import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Embedded, openEmbedded } from '#server/database/embedded.ts'
import { openSession } from '#server/database/pglite-session.mjs'
import { heldBytes } from '../../support/memory.ts'
import { openTestEmbedded, templateFile } from '../../support/store.ts'

let embedded: Embedded
beforeAll(async () => {
  embedded = await openTestEmbedded()
  await embedded.db.execute(sql`create table note (id integer primary key, text text not null)`)
})
afterAll(() => embedded.close())

const rowsOf = async (query: ReturnType<typeof sql>) => (await embedded.db.execute(query)).rows

describe('the embedded database', () => {
  it('converts values of all types that the schema uses', async () => {
    const [row] = await rowsOf(sql`select ${9_007_199_254_740_991}::bigint as big, ${true}::boolean as yes,
      ${JSON.stringify({ name: '看台' })}::jsonb as json, ${null}::text as none, ${'2026-11-27T01:02:03.004Z'}::timestamptz(3) as at,
      ${Buffer.from([0, 1, 255])}::bytea as bytes, array[1, 2]::integer[] as list, ${1.5}::double precision as real`)
    expect(row).toEqual({
      big: 9_007_199_254_740_991,
      yes: true,
      json: { name: '看台' },
      none: null,
      at: '2026-11-27 01:02:03.004+00',
      bytes: Uint8Array.of(0, 1, 255),
      list: [1, 2],
      real: 1.5,
    })
  })

  it('reports slow statements without their parameters', async () => {
    const slow: { text: string; ms: number }[] = []
    const watched = await openEmbedded({
      folder: null,
      template: await templateFile(),
      slowMs: 0,
      onSlow: (text, ms) => void slow.push({ text, ms }),
    })
    try {
      await watched.db.execute(sql`select ${'a secret'}::text as value`)
      await watched.db.execute(sql`select 1 / ${0}::integer`).catch(() => null)
      expect(slow).toEqual([
        { text: 'select $1::text as value', ms: expect.any(Number) as number },
        { text: 'select 1 / $1::integer', ms: expect.any(Number) as number },
      ])
    } finally {
      await watched.close()
    }
  })

  it('keeps nothing of a result', async () => {
    let answered = () => {}
    const accept = await openSession({ folder: null, template: await templateFile(), slowMs: Infinity }, () =>
      answered(),
    )
    const read = async (times: number) => {
      for (let id = 1; id <= times; id += 1) {
        const answer = new Promise<void>((resolve) => (answered = resolve))
        accept({
          id,
          kind: 'query',
          transactionId: null,
          text: `select repeat('x', 1000000)`,
          params: [],
          rowMode: 'object',
        })
        await answer
      }
      return heldBytes()
    }
    const before = await read(5)
    expect((await read(60)) - before).toBeLessThan(10_000_000)
    accept({ id: 0, kind: 'close' })
  })

  it('lets other statements wait for the end of a transaction', async () => {
    const order: string[] = []
    let count: Promise<unknown> = Promise.resolve()
    await embedded.db.transaction(async (tx) => {
      await tx.execute(sql`insert into note values (1, 'in a transaction')`)
      count = rowsOf(sql`select count(*)::integer as count from note`).finally(() => order.push('outside'))
      await tx.execute(sql`insert into note values (2, 'in a transaction')`)
      order.push('inside')
    })
    expect(await count).toEqual([{ count: 2 }])
    expect(order).toEqual(['inside', 'outside'])
  })

  it('refuses to commit a transaction in which a statement has failed', async () => {
    const failed = embedded.db.transaction(async (tx) => {
      await tx.execute(sql`insert into note values (3, 'lost')`)
      await tx.execute(sql`insert into note values (3, 'twice')`).catch(() => null)
    })
    await expect(failed).rejects.toMatchObject({ code: '25P02' })
    expect(await rowsOf(sql`select id from note where id = 3`)).toEqual([])
  })

  it('reports an error with its code and constraint, and accepts the next statement', async () => {
    const insert = (id: number) => embedded.db.execute(sql`insert into note values (${id}, 'text')`)
    await insert(10)
    await expect(insert(10)).rejects.toMatchObject({ cause: { code: '23505', constraint: 'note_pkey', table: 'note' } })
    await insert(11)
    expect(await rowsOf(sql`select id from note where id >= 10 order by id`)).toEqual([{ id: 10 }, { id: 11 }])
  })

  it('reads new columns after a change of the schema, after at most one failed statement', async () => {
    const read = () => rowsOf(sql`select * from changing`)
    await embedded.db.execute(sql`create table changing (id integer)`)
    await embedded.db.execute(sql`insert into changing values (1)`)
    expect(await read()).toEqual([{ id: 1 }])
    await embedded.db.execute(sql`alter table changing add column name text default 'new'`)
    await read().catch(() => null)
    expect(await read()).toEqual([{ id: 1, name: 'new' }])
  })

  it('keeps the last 200 statements prepared', async () => {
    for (let value = 0; value < 250; value += 1) {
      // oxlint-disable-next-line no-await-in-loop -- in order
      expect(await rowsOf(sql.raw(`select ${value} as value`))).toEqual([{ value }])
    }
    expect(await rowsOf(sql`select count(*)::integer as count from pg_prepared_statements`)).toEqual([{ count: 200 }])
  })
})
