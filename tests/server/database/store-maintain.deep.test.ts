import { CLIENT_TYPES } from '#protocol/headers.ts'
import { PERMANENT_MUTE_END } from '#protocol/rules/speaking.ts'
import { DAY_MS, MINUTE_MS } from '#protocol/time.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { followClock } from '#server/database/maintain.ts'
import { embeddedDatabase } from '#server/database/open.ts'
import { roomVisit } from '#server/database/schema/profile.ts'
import { gameSeed } from '#server/database/schema/games.ts'
import { chatMute, chatReport } from '#server/database/schema/room.ts'
import { tableRound, tableShoe } from '#server/database/schema/tables.ts'
import { Sessions } from '#server/members/sessions/sessions.ts'
import { SIGN_IN_ATTEMPTS, SIGN_IN_WINDOW_MS, SignInGuard } from '#server/members/sign-in-guard.ts'
import { uuidV7 } from '#server/database/uuid-v7.ts'
import { memberWith } from '../../support/ledger-members.ts'
import { testLog } from '../../support/logs.ts'
import { openTestEmbedded, testClock } from '../../support/store.ts'

const ROWS = 2_000

describe('size of the embedded database', () => {
  const clock = testClock()
  let store: Database
  let memberId: string
  beforeAll(async () => {
    const log = testLog()
    store = await embeddedDatabase(await openTestEmbedded(), { log, now: clock.now })
    memberId = await memberWith(store, 0)
  })
  afterAll(() => store.close())

  async function sizeOf(table: string): Promise<number> {
    const { rows } = await store.db.execute<{ bytes: number }>(sql`select pg_relation_size(${table}) as bytes`)
    return rows[0]?.bytes ?? 0
  }

  it('shrinks after pruning', async () => {
    const at = clock.now() - 8 * DAY_MS
    const reports = Array.from({ length: ROWS }, (_, row) => ({ entryId: String(row), memberId, at }))
    await store.db
      .insert(chatReport)
      .values(reports.map((row) => ({ ...row, chatRoomNo: 'r', reason: 'flood' as const, note: '' })))
    expect(await sizeOf('chat_report')).toBeGreaterThan(0)
    await store.maintain()
    expect(await sizeOf('chat_report')).toBe(0)
  })

  it('shrinks after visits were overwritten, within an hour', async () => {
    const rows = Array.from({ length: ROWS }, (_, row) => ({ memberId, chatRoomNo: String(row), visitedAt: 0 }))
    const writeAndForget = async () => {
      await store.db.insert(roomVisit).values(rows)
      await store.db.delete(roomVisit)
    }
    await store.maintain()
    await writeAndForget()
    clock.move(MINUTE_MS)
    await store.maintain()
    expect(await sizeOf('room_visit')).toBeGreaterThan(0)
    clock.move(59 * MINUTE_MS)
    await store.maintain()
    expect(await sizeOf('room_visit')).toBe(0)
  })

  it('retains little WAL after a burst of writes', async () => {
    const walSize = async () => {
      const { rows } = await store.db.execute<{ mb: number }>(
        sql`select (sum(size) / 1048576)::int as mb from pg_ls_waldir()`,
      )
      return rows[0]?.mb ?? 0
    }
    for (let segment = 0; segment < 5; segment += 1) {
      await store.db.execute(sql`analyze member`)
      await store.db.execute(sql`select pg_switch_wal()`)
    }
    expect(await walSize()).toBeGreaterThanOrEqual(80)
    await store.maintain()
    expect(await walSize()).toBeLessThanOrEqual(48)
  })

  it('mutes are deleted half a year after their end', async () => {
    const now = clock.now()
    const [old, young] = [now - 181 * DAY_MS, now - 179 * DAY_MS]
    const mute = (reason: string, until: number, liftedAt: number | null) => {
      const byMemberId = memberId
      return { id: uuidV7(now), chatRoomNo: 'r', memberId, byMemberId, reason, until, liftedAt, createdAt: old }
    }
    const mutes = [
      mute('ended long ago', old, null),
      mute('lifted long ago', now + DAY_MS, old),
      mute('ended', young, null),
      mute('lifted', now + DAY_MS, young),
      mute('holds', now + DAY_MS, null),
    ]
    await store.db.insert(chatMute).values(mutes)
    await store.maintain()
    const left = await store.db.select({ reason: chatMute.reason }).from(chatMute)
    expect(left.map(({ reason }) => reason).sort()).toEqual(['ended', 'holds', 'lifted'])
  })
})

describe('rounds of live tables without bets', () => {
  it('are deleted a week after they were settled, if their shoe has ended', async () => {
    const clock = testClock()
    const store = await embeddedDatabase(await openTestEmbedded(), { log: testLog(), now: clock.now })
    const [old, young] = [clock.now() - 8 * DAY_MS, clock.now() - 6 * DAY_MS]
    const shoe = { tableId: 'bac1', seed: 's', commitment: 'c', startedAt: old }
    await store.db.insert(tableShoe).values([
      { ...shoe, no: 1, endedAt: old },
      { ...shoe, no: 2, endedAt: null },
    ])
    const round = (shoeNo: number, number: number, settledAt: number) => {
      const times = { openedAt: old, closesAt: old, settledAt }
      const dealt = { position: 0, state: 'settled' as const, cards: 4, outcome: 'b' }
      return { id: uuidV7(clock.now()), tableId: 'bac1', shoeNo, number, ...dealt, ...times }
    }
    await store.db.insert(tableRound).values([round(1, 1, old), round(1, 2, young), round(2, 1, old)])
    await store.maintain()
    const { shoeNo, number } = tableRound
    const left = await store.db.select({ shoeNo, number }).from(tableRound).orderBy(shoeNo)
    expect(left).toEqual([
      { shoeNo: 1, number: 2 },
      { shoeNo: 2, number: 1 },
    ])
    await store.close()
  })
})

describe('a database whose clock was set back while the server was stopped', () => {
  it('moves the deadlines back once, with one warning', async () => {
    const clock = testClock()
    const log = testLog()
    const store = await embeddedDatabase(await openTestEmbedded(), { log, now: clock.now })
    const memberId = await memberWith(store, 0)
    const sessions = new Sessions(store, { now: clock.now, log })
    const guard = new SignInGuard(store, { now: clock.now })
    const client = { deviceId: 'device', clientType: CLIENT_TYPES.web, address: '192.0.2.7' }
    const { token, expireAt } = await sessions.create(memberId, client)
    for (let attempt = 0; attempt < SIGN_IN_ATTEMPTS; attempt += 1) await guard.take('name', 'device')
    const mute = { chatRoomNo: 'r', memberId, byMemberId: memberId, reason: '', createdAt: clock.now() }
    await store.db.insert(chatMute).values([
      { ...mute, id: uuidV7(clock.now()), until: clock.now() + 10 * MINUTE_MS },
      { ...mute, id: uuidV7(clock.now()), until: PERMANENT_MUTE_END },
    ])
    const seed = { memberId, nonce: 1, serverSeed: 's', commitment: 'c' }
    await store.db.insert(gameSeed).values([
      { ...seed, game: 'drop', startedAt: clock.now() },
      { ...seed, game: 'mines', startedAt: null },
    ])
    await store.maintain()
    sessions.close()

    clock.move(-DAY_MS)
    for (let start = 0; start < 2; start += 1) await followClock(store.db, clock.now(), log)
    expect(log.lines.filter(({ level }) => level === 'warn')).toMatchObject([{ details: { backMs: DAY_MS } }])
    const later = new Sessions(store, { now: clock.now, log })
    expect(await later.find(token, 'device')).toMatchObject({ session: { expireAt: expireAt - DAY_MS } })
    later.close()
    expect(await guard.failures('name', 'device')).toEqual({
      failures: SIGN_IN_ATTEMPTS,
      until: clock.now() + SIGN_IN_WINDOW_MS,
    })
    const mutes = await store.db.select({ until: chatMute.until }).from(chatMute).orderBy(chatMute.until)
    expect(mutes.map(({ until }) => until)).toEqual([clock.now() + 10 * MINUTE_MS, PERMANENT_MUTE_END])
    const seeds = await store.db.select({ at: gameSeed.startedAt }).from(gameSeed).orderBy(gameSeed.game)
    expect(seeds.map(({ at }) => at)).toEqual([clock.now(), null])
    await store.close()
  })
})
