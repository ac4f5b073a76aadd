import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FEED_LIST_CAP, HISTORY_MAX_ENTRIES, MARKET_HISTORY_ENTRIES } from '#protocol/constants.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#protocol/time.ts'
import { marketRoomOf, MSG_TYPES } from '#protocol/room/kinds.ts'
import { Ledger } from '#server/wallet/ledger/ledger.ts'
import { writeRoomEntries, type RoomEntryRow } from '#server/rooms/log/entries.ts'
import type { Database } from '#server/database/database.ts'
import { sqlStateOf } from '#server/database/errors.ts'
import { gift } from '#server/database/schema/gift.ts'
import { chatReport, chatRoom, roomEntry } from '#server/database/schema/room.ts'
import { rateCounter } from '#server/database/schema/session.ts'
import { memberWith, newKey } from '../../support/ledger-members.ts'
import { openTestStore, STORE_KINDS } from '../../support/store.ts'

const AT = Date.UTC(2026, 10, 21, 4, 30, 15, 678)

function entry(chatRoomNo: string, seq: number, more: Partial<RoomEntryRow> = {}): RoomEntryRow {
  const id = `${chatRoomNo}-${seq}`
  const json = JSON.stringify({ id, data: { text: '进球了 " \\ {,} \u0001 😀' } })
  return { chatRoomNo, epoch: 1, seq, id, at: AT + seq, kind: MSG_TYPES.text, authorUserId: null, json, ...more }
}

describe.each(STORE_KINDS)('database on %s', (kind) => {
  let store: Database
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())

  it('S3.21 contains the gifts with their prices', async () => {
    const rows = await store.db.select({ name: gift.name, price: gift.priceCoin }).from(gift).orderBy(gift.sortOrder)
    expect(rows.map(({ name, price }) => `${name} ${price}`)).toEqual([
      '加油棒 1',
      '围巾 10',
      '喇叭 30',
      '战鼓 99',
      '焰火 520',
      '金杯 1888',
    ])
  })

  it('returns times as epoch milliseconds and BIGINT as safe integers', async () => {
    await store.db.insert(rateCounter).values({ key: 'moment', count: 1, windowStart: AT })
    expect(await store.db.select().from(rateCounter)).toEqual([{ key: 'moment', count: 1, windowStart: AT }])
    const { rows } = await store.db.execute<{ big: number; moment: string; json: unknown; list: unknown }>(sql`
      select 9007199254740991::bigint as big, window_start as moment, '{"a": [1]}'::jsonb as json, array['甲', null] as list
      from rate_counter`)
    expect(rows[0]).toMatchObject({ big: Number.MAX_SAFE_INTEGER, json: { a: [1] }, list: ['甲', null] })
    expect(Date.parse(rows[0]?.moment ?? '')).toBe(AT)
  })

  it.each([
    ['the largest BIGINT', '9223372036854775807'],
    ['the smallest BIGINT', '-9223372036854775808'],
    ['2^53', '9007199254740992'],
    ['-2^53', '-9007199254740992'],
  ])('refuses to read %s, which is no safe integer', async (_, value) => {
    const read = store.db.execute(sql.raw(`select 1 as one, '${value}'::bigint as big`))
    const error = (await read.then(null, (thrown: unknown) => thrown)) as Error | null
    expect((error?.cause as Error | undefined)?.message).toBe(`the BIGINT ${value} is beyond the safe integers`)
    expect((await store.db.execute<{ one: number }>(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
  })

  it('rolls a transaction back that reads a BIGINT beyond the safe integers', async () => {
    const failing = store.transaction(async (tx) => {
      await tx.insert(rateCounter).values({ key: 'read-too-large', count: 1, windowStart: AT })
      await tx.execute(sql`select 9007199254740993::bigint as big`)
    })
    await expect(failing).rejects.toMatchObject({ cause: { message: /beyond the safe integers/ } })
    const { rows } = await store.db.execute(sql`select key from rate_counter where key = 'read-too-large'`)
    expect(rows).toEqual([])
  })

  it('reports the SQLSTATE of a failed statement and continues', async () => {
    const twice = () => store.db.insert(rateCounter).values({ key: 'twice', count: 1, windowStart: AT })
    await twice()
    expect(sqlStateOf(await twice().then(null, (error: unknown) => error))).toBe('23505')
    expect((await store.db.execute<{ one: number }>(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
  })

  it('rolls back when the callback throws or the commit fails', async () => {
    const failing = store.transaction(async (tx) => {
      await tx.insert(rateCounter).values({ key: 'rolled-back', count: 1, windowStart: AT })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    const unbalanced = store.transaction(async (tx) => {
      await tx.insert(rateCounter).values({ key: 'refused-at-commit', count: 1, windowStart: AT })
      await tx.execute(sql`insert into ledger_tx (id, type, ref_type, ref_id, idem_key, content_hash, created_at)
        values (gen_random_uuid(), 'x', 'x', 'x', 'x', 'x', now())`)
    })
    expect(sqlStateOf(await unbalanced.then(null, (error: unknown) => error))).toBe('23514')
    const { rows } = await store.db.execute(sql`select key from rate_counter where key like 'r%'`)
    expect(rows).toEqual([])
  })

  it('runs other statements outside of a transaction', async () => {
    const seen = await store.transaction(async (tx) => {
      await tx.insert(rateCounter).values({ key: 'inside', count: 1, windowStart: AT })
      const { rows } = await tx.execute(sql`select key from rate_counter where key = 'inside'`)
      const outside = store.db.execute(sql`select key from rate_counter where key = 'inside'`).then((all) => all.rows)
      // PostgreSQL responds on another connection at once, PGlite after the transaction.
      return { inside: rows, outside: kind === 'postgres' ? Promise.resolve(await outside) : outside }
    })
    expect(seen.inside).toEqual([{ key: 'inside' }])
    expect(await seen.outside).toEqual(kind === 'postgres' ? [] : [{ key: 'inside' }])
  })

  it('writes hundreds of entries in one statement, atomically and unchanged', async () => {
    const rows = Array.from({ length: 500 }, (_, index) =>
      entry('many', index + 1, { authorUserId: index % 2 === 0 ? 'u0123' : null }),
    )
    await writeRoomEntries(store.db, rows)
    const read = await store.db
      .select()
      .from(roomEntry)
      .where(sql`chat_room_no = 'many'`)
      .orderBy(roomEntry.seq)
    expect(read).toEqual(rows)

    const clash = [entry('many', 501), entry('many', 500)]
    expect(sqlStateOf(await writeRoomEntries(store.db, clash).then(null, (error: unknown) => error))).toBe('23505')
    const { rows: after } = await store.db.execute(sql`select 1 from room_entry where chat_room_no = 'many'`)
    expect(after.length).toBe(500)
  })

  it('prunes a room to its newest entries but keeps undelivered gifts', async () => {
    const memberId = await memberWith(store, 100)
    const sent = await new Ledger(store, { now: () => AT }).sendGift({
      memberId,
      anchorRoomId: 'a1',
      chatRoomNo: 'long',
      giftId: 1,
      count: 1,
      comboId: 'combo-prune',
      idempotencyKey: newKey(),
    })
    const giftOrderNo = sent.ok ? sent.data.giftOrderNo : ''
    await store.db
      .insert(chatRoom)
      .values({ no: 'long', matchId: 'm', anchorRoomId: 'a1', title: '', epoch: 1, state: {}, createdAt: AT })
    const at = Date.now()
    const all = Array.from({ length: HISTORY_MAX_ENTRIES + 5_000 }, (_, index) => entry('long', index + 1, { at }))
    all[10] = entry('long', 11, { kind: MSG_TYPES.gift, json: JSON.stringify({ data: { giftOrderNo } }) })
    all[11] = entry('long', 12, { kind: MSG_TYPES.gift, json: JSON.stringify({ data: { giftOrderNo: 'delivered' } }) })
    for (let from = 0; from < all.length; from += 5_000) await writeRoomEntries(store.db, all.slice(from, from + 5_000))
    await store.maintain()
    const { rows } = await store.db.execute<{ seq: number }>(
      sql`select seq from room_entry where chat_room_no = 'long' order by seq limit 2`,
    )
    const entries = await store.db.execute(sql`select 1 from room_entry where chat_room_no = 'long'`)
    expect(rows.map(({ seq }) => seq)).toEqual([11, 5_001])
    expect(entries.rows.length).toBe(HISTORY_MAX_ENTRIES + 1)
  })

  it.each([
    ['11 minutes', 11 * MINUTE_MS, 4_000],
    ['two hours', 2 * HOUR_MS, FEED_LIST_CAP],
    ['seven hours', 7 * HOUR_MS, 100],
    ['three days', 3 * DAY_MS, 1],
  ])('prunes a room that has been quiet for %s to its newest entries', async (_, quietMs, retained) => {
    const no = `quiet-${retained}`
    await store.db
      .insert(chatRoom)
      .values({ no, matchId: 'm', anchorRoomId: 'a1', title: '', epoch: 1, state: {}, createdAt: AT })
    const at = Date.now() - quietMs
    const all = Array.from({ length: retained + 300 }, (__, index) => entry(no, index + 1, { at }))
    await writeRoomEntries(store.db, all)
    await store.maintain()
    const { rows } = await store.db.execute<{ seq: number }>(
      sql`select seq from room_entry where chat_room_no = ${no} order by seq`,
    )
    expect(rows.map(({ seq }) => seq)).toEqual(all.slice(-retained).map(({ seq }) => seq))
  })

  it.each([
    ['a minute', MINUTE_MS, MARKET_HISTORY_ENTRIES, true],
    ['two hours', 2 * HOUR_MS, 1, true],
    ['two days', 2 * DAY_MS, 0, false],
  ])(
    'retains of a room of markets that has been quiet for %s what can be recovered',
    async (_, quietMs, retained, is) => {
      const no = marketRoomOf(`m${retained}`)
      const at = Date.now() - quietMs
      await store.db
        .insert(chatRoom)
        .values({ no, matchId: no, anchorRoomId: '', title: '', epoch: 1, state: {}, createdAt: at })
      await writeRoomEntries(
        store.db,
        Array.from({ length: MARKET_HISTORY_ENTRIES + 500 }, (__, index) => entry(no, index + 1, { at })),
      )
      await store.maintain()
      const entries = await store.db.execute(sql`select 1 from room_entry where chat_room_no = ${no}`)
      const rooms = await store.db.execute(sql`select 1 from chat_room where no = ${no}`)
      expect([entries.rows.length, rooms.rows.length]).toEqual([retained, is ? 1 : 0])
    },
  )

  it('deletes reports after a week, when their messages are gone', async () => {
    const report = { chatRoomNo: 'long', entryId: 'e', reason: 'flood' as const, note: '刷屏' }
    const [old, fresh] = [await memberWith(store, 0), await memberWith(store, 0)]
    const now = Date.now()
    await store.db.insert(chatReport).values([
      { ...report, memberId: old, at: now - 8 * 24 * 60 * 60_000 },
      { ...report, memberId: fresh, at: now },
    ])
    await store.maintain()
    const left = await store.db.select({ memberId: chatReport.memberId }).from(chatReport)
    expect(left).toEqual([{ memberId: fresh }])
  })

  it('does not block the event loop during a statement', async () => {
    let turns = 0
    const timer = setInterval(() => (turns += 1), 1)
    await store.db.execute(sql`select count(*) from generate_series(1, 400000) as n where md5(n::text) < '1'`)
    clearInterval(timer)
    // A statement on this thread would block the timer.
    expect(turns).toBeGreaterThan(20)
  })
})
