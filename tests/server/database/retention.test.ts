import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CLIENT_TYPES } from '#protocol/headers.ts'
import { MSG_TYPES } from '#protocol/room/kinds.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, timeOfSiteDay } from '#protocol/time.ts'
import { readConfig } from '#server/config/config.ts'
import type { Database } from '#server/database/database.ts'
import { createMaintenance } from '#server/database/maintain.ts'
import { applyRetention } from '#server/database/retention.ts'
import { RETENTION_DAYS } from '#server/config/database-settings.ts'
import { securityNotice } from '#server/database/schema/security.ts'
import { authEvent, session } from '#server/database/schema/session.ts'
import { auditLog } from '#server/database/schema/operation.ts'
import { upload } from '#server/database/schema/profile.ts'
import { chatAudit } from '#server/database/schema/room.ts'
import { uuidV7 } from '#server/database/uuid-v7.ts'
import { Ledger } from '#server/wallet/ledger/ledger.ts'
import { writeRoomEntries } from '#server/rooms/log/entries.ts'
import { expectInvariants } from '../../support/ledger.ts'
import { memberWith, newKey } from '../../support/ledger-members.ts'
import { testLog } from '../../support/logs.ts'
import { openTestStore, STORE_KINDS } from '../../support/store.ts'

/** 12:00 in Shanghai. */
const NOW = Date.UTC(2026, 10, 26, 4)
const log = testLog()

it('RETENTION_DAYS changes single periods', () => {
  expect(readConfig({ MODE: 'demo', RETENTION_DAYS: 'chat=7, audit=3650' }).retention).toEqual({
    ...RETENTION_DAYS,
    chat: 7,
    audit: 3_650,
  })
})

describe.each(STORE_KINDS)('retention on %s', (kind) => {
  let store: Database
  let memberId: string
  beforeAll(async () => {
    store = await openTestStore(kind)
    memberId = await memberWith(store, 100, () => NOW)
  })
  afterAll(() => store.close())

  /** Runs the job, due or not. */
  const run = async (): Promise<void> => {
    await store.db.execute(sql`delete from meta where key = 'retention_day'`)
    expect(await applyRetention(store.db, RETENTION_DAYS, { now: NOW, log })).toBe(true)
  }
  /** Times on both sides of a period: one minute older, and one minute younger. */
  const around = (period: number): readonly [old: number, young: number] => [
    NOW - period * DAY_MS - MINUTE_MS,
    NOW - period * DAY_MS + MINUTE_MS,
  ]
  const column = async (statement: ReturnType<typeof sql>): Promise<unknown[]> =>
    (await store.db.execute(statement)).rows.map((row) => Object.values(row)[0])

  it('deletes messages, but not the newest entry of a room and not an undelivered gift', async () => {
    const [old, young] = around(RETENTION_DAYS.chat)
    const sent = await new Ledger(store, { now: () => old }).sendGift({
      memberId,
      anchorRoomId: 'a1',
      chatRoomNo: 'quiet',
      giftId: 1,
      count: 1,
      comboId: 'combo-kept',
      idempotencyKey: newKey(),
    })
    const giftOrderNo = sent.ok ? sent.data.giftOrderNo : ''
    const entry = (chatRoomNo: string, seq: number, at: number, more = {}) => ({
      chatRoomNo,
      epoch: 1,
      seq,
      at,
      id: `${chatRoomNo}-${seq}`,
      kind: MSG_TYPES.text as number,
      authorUserId: null,
      json: '{}',
      ...more,
    })
    await writeRoomEntries(store.db, [
      entry('quiet', 1, old),
      entry('quiet', 2, old, { kind: MSG_TYPES.gift, json: JSON.stringify({ data: { giftOrderNo } }) }),
      entry('quiet', 3, old),
      entry('busy', 1, old),
      entry('busy', 2, young),
    ])
    await run()
    expect(await column(sql`select id from room_entry order by id`)).toEqual(['busy-2', 'quiet-2', 'quiet-3'])
    await expectInvariants(store)
  })

  it('deletes trails that nothing else may delete', async () => {
    // The database compares with its own clock too.
    const [old, young] = [
      Math.min(NOW, Date.now()) - RETENTION_DAYS.audit * DAY_MS - MINUTE_MS,
      Math.max(NOW, Date.now()) - RETENTION_DAYS.audit * DAY_MS + MINUTE_MS,
    ]
    const signIn = {
      id: uuidV7(NOW),
      memberId,
      kind: 'login',
      ip: '',
      at: NOW,
      deviceId: 'device',
      clientType: 1,
    } as const
    await store.db.insert(authEvent).values(signIn)
    for (const at of [old, young]) {
      const [id, action] = [uuidV7(at), at === old ? 'old' : 'young']
      await store.db.insert(chatAudit).values({ id, chatRoomNo: 'r', actorMemberId: memberId, action, target: {}, at })
      await store.db.insert(auditLog).values({ id, actor: 'one', address: '', action, target: '', at })
    }
    for (const table of ['chat_audit', 'audit_log', 'auth_event']) {
      for (const change of [`update ${table} set at = now()`, `truncate ${table}`]) {
        await expect(store.db.execute(sql.raw(change)), change).rejects.toThrow()
      }
    }
    await expect(store.db.execute(sql`delete from chat_audit`)).rejects.toThrow()
    await expect(store.db.execute(sql`delete from audit_log`)).rejects.toThrow()
    await run()
    expect(await column(sql`select action from chat_audit`)).toEqual(['young'])
    expect(await column(sql`select action from audit_log`)).toEqual(['young'])
    await expect(store.db.execute(sql`delete from audit_log`)).rejects.toThrow()
    await store.db.execute(sql`delete from auth_event`)
  })

  it('deletes ended sessions, sign-ins, acknowledged notices and pictures', async () => {
    const client = { deviceId: 'device', clientType: CLIENT_TYPES.web }
    const sessions = [
      { name: 'live', revokedAt: null },
      ...around(RETENTION_DAYS.sessions).map((revokedAt, index) => ({
        name: ['old', 'young'][index] ?? '',
        revokedAt,
      })),
    ]
    await store.db.insert(session).values(
      sessions.map(({ name, revokedAt }) => ({
        ...client,
        id: uuidV7(NOW),
        memberId,
        tokenHash: name,
        clientClass: 'web',
        ip: '',
        createdAt: 0,
        lastSeen: 0,
        expiresAt: NOW + HOUR_MS,
        revokedAt,
      })),
    )
    const [old, young] = around(RETENTION_DAYS.security)
    for (const at of [old, young]) {
      const kindOf = at === old ? 'old' : 'young'
      await store.db.insert(authEvent).values({ id: uuidV7(at), memberId, kind: kindOf, ip: '', at, ...client })
    }
    const notice = { memberId, kind: 'password-changed' as const, deviceId: '', at: 0 }
    await store.db.insert(securityNotice).values([
      { ...notice, id: uuidV7(NOW), address: 'old', acknowledgedAt: old },
      { ...notice, id: uuidV7(NOW), address: 'young', acknowledgedAt: young },
      { ...notice, id: uuidV7(NOW), address: 'open', acknowledgedAt: null },
    ])
    const bytes = new Uint8Array([1])
    for (const createdAt of around(RETENTION_DAYS.uploads)) {
      const picture = { purpose: 'proof', type: 'image/png', size: 1, bytes } as const
      await store.db.insert(upload).values({ id: uuidV7(createdAt), memberId, createdAt, ...picture })
    }
    await run()
    expect(await column(sql`select token_hash from session order by 1`)).toEqual(['live', 'young'])
    expect(await column(sql`select kind from auth_event order by 1`)).toEqual(['young'])
    expect(await column(sql`select count(*)::int from security_notice`)).toEqual([2])
    expect(await column(sql`select count(*)::int from upload`)).toEqual([1])
  })

  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:12:3456:789a::1', '2001:db8:12::/48'],
    ['', ''],
    ['not an address', ''],
  ])('truncates the old address %j to %j and leaves a young one', async (address, truncated) => {
    await store.db.execute(sql`delete from auth_event`)
    await store.db.execute(sql`delete from security_notice`)
    const client = { deviceId: 'device', clientType: CLIENT_TYPES.web }
    for (const at of around(RETENTION_DAYS.addresses)) {
      await store.db.insert(authEvent).values({ id: uuidV7(at), memberId, kind: 'login', ip: address, at, ...client })
      const notice = { id: uuidV7(at), memberId, kind: 'password-changed' as const, deviceId: '', address, at }
      await store.db.insert(securityNotice).values(notice)
    }
    await run()
    expect(await column(sql`select ip from auth_event order by at`)).toEqual([truncated, address])
    expect(await column(sql`select address from security_notice order by at`)).toEqual([truncated, address])
    // Repeating it changes nothing.
    await run()
    expect(await column(sql`select ip from auth_event order by at`)).toEqual([truncated, address])
  })

  it('truncates the address of an ended session only', async () => {
    await store.db.execute(sql`delete from session`)
    const shorter = { ...RETENTION_DAYS, addresses: 10 }
    const row = { memberId, clientClass: 'web', ip: '203.0.113.77', deviceId: 'device', clientType: CLIENT_TYPES.web }
    await store.db.insert(session).values([
      {
        ...row,
        id: uuidV7(NOW),
        tokenHash: 'ended',
        createdAt: 0,
        lastSeen: 0,
        expiresAt: 0,
        revokedAt: NOW - 11 * DAY_MS,
      },
      { ...row, id: uuidV7(NOW), tokenHash: 'live', createdAt: 0, lastSeen: 0, expiresAt: NOW + 1, revokedAt: null },
    ])
    await store.db.execute(sql`delete from meta where key = 'retention_day'`)
    await applyRetention(store.db, shorter, { now: NOW, log })
    expect(await column(sql`select ip from session order by token_hash`)).toEqual(['203.0.113.0/24', '203.0.113.77'])
  })

  it('runs once per day, at four in the morning, in one of several processes', async () => {
    await store.db.execute(sql`delete from meta where key = 'retention_day'`)
    const four = timeOfSiteDay(20_000, 4 * 60)
    const apply = (now: number): Promise<boolean> => applyRetention(store.db, RETENTION_DAYS, { now, log })
    const ran = await Promise.all(Array.from({ length: 8 }, () => apply(four)))
    expect(ran.filter(Boolean)).toHaveLength(1)
    expect(await apply(four + DAY_MS - 1)).toBe(false)
    expect(await apply(four + DAY_MS)).toBe(true)
    expect(await apply(four)).toBe(false)
  })

  it('is part of the maintenance, and logs numbers only', async () => {
    await store.db.execute(sql`delete from meta where key = 'retention_day'`)
    const own = testLog()
    const maintain = createMaintenance({ db: store.db, kind: store.kind }, { retention: RETENTION_DAYS, log: own })
    for (const now of [NOW, NOW + MINUTE_MS]) await maintain(now)
    expect(own.lines).toEqual([
      {
        level: 'info',
        message: 'data were deleted after their retention period',
        details: {
          removed: { chat: 0, audit: 0, sessions: 0, security: 0, uploads: 0 },
          truncated: expect.any(Number) as number,
        },
      },
    ])
  })
})
