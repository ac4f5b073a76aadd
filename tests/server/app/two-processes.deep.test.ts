import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { MSG_TYPES } from '#protocol/room/kinds.ts'
import { marketId, selectionId } from '#protocol/sports/market-keys.ts'
import { DAY_MS, siteDateOf } from '#protocol/time.ts'
import { newKey } from '../../support/ledger-members.ts'
import { signIn } from './app-support.ts'
import { findRedis } from '../../support/redis.ts'
import { SealedClient, sendTo } from '../../support/sealed-client.ts'
import { STORE_KINDS } from '../../support/store.ts'
import {
  cidsOf,
  demoMember,
  type Installation,
  ROOM,
  startInstallation,
  talk,
  untilDone,
} from '../rooms/shared-rooms-support.ts'

const canRun = STORE_KINDS.includes('postgres') && findRedis() !== null

// They need TEST_DATABASE_URL and redis-server; with nginx, viewers reconnect through it.
describe.runIf(canRun)('rooms of two processes', () => {
  let servers: Installation
  /** Awaits a writer; the other process follows it. */
  async function roles(): Promise<{ writer: number; follower: number }> {
    let writer: number | null = null
    await expect.poll(async () => (writer = await servers.writer())).not.toBeNull()
    return writer === 0 ? { writer: 0, follower: 1 } : { writer: 1, follower: 0 }
  }

  beforeAll(async () => {
    servers = await startInstallation()
  })
  afterEach(() => servers.closeViewers())
  afterAll(() => servers?.stop())

  it('show viewers of both the same entries in the same order', async () => {
    await servers.view(servers.urlOf(0))
    await servers.view(servers.urlOf(1))
    const sent = await talk(servers.urls, 10)
    await servers.expectSameEntries()
    expect(cidsOf(await servers.log(), sent)).toEqual(sent)
  })

  it('count the viewers of both', async () => {
    for (const url of [...servers.urls, servers.urlOf(1)]) await servers.view(url)
    const { writer, follower } = await roles()
    for (const which of [writer, follower]) {
      const client = await demoMember(servers.urlOf(which), which === writer ? 'fan001' : 'rich001')
      const viewers = async () => {
        const { data } = await client.call('live.detail', { eid: ROOM.slice(1) })
        return (data as DataOf<'live.detail'>).match.viewers
      }
      await expect.poll(viewers).toBe(3)
    }
    const counts = async () =>
      (await servers.log()).flatMap(({ entry }) => (entry.data as { viewers?: number }).viewers ?? [])
    await expect.poll(counts).toContain(3)
  })

  it('apply actions of an administrator at the follower, and its mutes at both', async () => {
    const { follower } = await roles()
    const admin = await demoMember(servers.urlOf(follower), 'admin01')
    const { data: rules } = await admin.call('chatroom.setup', { chatRoomNo: ROOM, setup: { slowModeSeconds: 7 } })
    expect(rules).toMatchObject({ setup: { slowModeSeconds: 7 } })
    const operation = { chatRoomNo: ROOM, type: 'pin' as const, text: '两个进程' }
    expect((await admin.call('chatroom.operation', operation)).code).toBe(CODES.SUCCESS)
    const [member] = await servers.query<{ id: string }>(`select public_id as id from member where name = 'quiet01'`)
    const userId = member?.id ?? ''
    const mute = { chatRoomNo: ROOM, userId, minutes: 5, reason: '刷屏' }
    expect((await admin.call('chatroom.mute', mute)).code).toBe(CODES.SUCCESS)
    const { data: list } = await admin.call('chatroom.muteList', { chatRoomNo: ROOM })
    expect((list as DataOf<'chatroom.muteList'>).list.map((one) => one.userId)).toEqual([userId])
    for (const url of servers.urls) {
      const muted = await demoMember(url, 'quiet01')
      const join = async () => {
        const { data } = await muted.call('chatroom.webJoin', { chatRoomNo: ROOM })
        const { snapshot } = data as DataOf<'chatroom.webJoin'>
        return [snapshot.setup.slowModeSeconds, snapshot.pinned, snapshot.muteReason]
      }
      await expect.poll(join).toEqual([7, '两个进程', '刷屏'])
    }
    await admin.call('chatroom.unblock', { chatRoomNo: ROOM, userId })
  })

  it('show a gift that was charged at the follower once', async () => {
    const { follower } = await roles()
    const viewer = await servers.view(servers.urlOf(follower))
    const giver = await demoMember(servers.urlOf(follower), 'rich001')
    const gift = { giftId: 1, count: 1, anchorRoomId: `a${ROOM.slice(1)}`, comboId: 'combo-of-two' }
    const headers = { 'idempotency-key': 'gift-of-two-processes' }
    const send = () => giver.call('gift.reward', gift, { headers })
    const responses = [await send(), await send()]
    expect(responses.map(({ code }) => code)).toEqual([CODES.SUCCESS, CODES.DUPLICATE_REQUEST])
    const gifts = () => viewer.received.filter(({ entry }) => entry.content.msgType === MSG_TYPES.gift)
    await expect.poll(() => gifts().length).toBe(1)
    await servers.expectSameEntries()
  })

  it('run the demo world once', async () => {
    const { writer } = await roles()
    expect(await servers.writer()).toBe(writer)
    const entries = await servers.log()
    const marquees = entries.flatMap(({ entry }) => {
      const { item, removed } = entry.data as { item?: { id: string }; removed?: boolean }
      return item && removed !== true ? item.id : []
    })
    expect(new Set(marquees).size).toBe(marquees.length)
    const rows = await servers.query<{ event: string }>(
      `select chat_room_no || ' ' || (json::jsonb #>> '{data,event,id}') as event from room_entry
        where kind = ${MSG_TYPES.status} and json::jsonb #> '{data,event}' is not null`,
    )
    const events = rows.map(({ event }) => event)
    expect(events.length).toBeGreaterThan(0)
    expect(new Set(events).size).toBe(events.length)
  })

  it('show a marquee item of an operator once, which another process has stored', async () => {
    const { follower } = await roles()
    const viewer = await servers.view(servers.urlOf(follower))
    await servers.query(`with one as (
        insert into operator (id, name, role, created_at) values (gen_random_uuid(), 'root', 'operator', now())
          returning id
      ), item as (
        insert into content_item (id, kind, body, is_published, version) values (gen_random_uuid(), 'marquee',
          '{"content": "两个进程的通知", "eid": "", "order": 1}', true, 1)
      )
      insert into site_revision (subject, version, value, operator_id, reason, created_at)
        select 'marquee of the test', 1, 'null', id, '测试', now() from one`)
    const items = () => viewer.received.filter(({ entry }) => JSON.stringify(entry.data).includes('两个进程的通知'))
    await expect.poll(() => items().length).toBe(1)
    await servers.expectSameEntries()
  })

  it('continue at the other process when the writer is killed, without a lost or repeated message', async () => {
    const { writer, follower } = await roles()
    const [staying, moving] = [await servers.view(servers.urlOf(follower)), await servers.view(servers.url)]
    const sent = await talk(servers.urls, 20, () => servers.end(writer, 'SIGKILL'))
    await expect.poll(() => servers.writer()).toBe(follower)
    expect(cidsOf(await servers.log(), sent)).toEqual(sent)
    if (servers.nginx) await servers.expectSameEntries()
    expect(cidsOf(staying.received, sent)).toEqual(sent)
    if (servers.nginx) expect(cidsOf(moving.received, sent)).toEqual(sent)
    const notices = (await servers.log()).filter(({ entry }) => JSON.stringify(entry.data).includes('两个进程的通知'))
    expect(notices).toHaveLength(1)
    await servers.start(writer)
  })

  it('refuse messages at the follower while Redis is away, and lose nothing when it returns', async () => {
    const { writer, follower } = await roles()
    await servers.view(servers.urlOf(writer))
    await servers.view(servers.urlOf(follower))
    const sayAtWriter = await servers.speaker(servers.urlOf(writer), 'fan001')
    const sayAtFollower = await servers.speaker(servers.urlOf(follower), 'rich001')
    await servers.stopRedis()
    const refused = sayAtFollower({ cid: 'cid-follower', text: '在跟随的进程' })
    expect(await sayAtWriter({ cid: 'cid-of-writer', text: '在写入的进程' })).toMatchObject({ ok: true })
    expect(await refused).toMatchObject({ ok: false, code: CODES.INTERFACE_DEGRADE })
    await servers.startRedis()
    const again = { cid: 'cid-follower', text: '在跟随的进程', isAgain: true }
    const accepted = await untilDone(async () => {
      const ack = (await sayAtFollower(again)) as { ok: boolean }
      return ack.ok ? ack : null
    })
    expect(accepted).toMatchObject({ ok: true })
    await servers.expectSameEntries()
    const both = ['cid-of-writer', 'cid-follower']
    expect(cidsOf(await servers.log(), both)).toEqual(both)
    expect(await servers.writer()).toBe(writer)
  })

  it('50001 Annex D.3 refuse a stale price at both, accept a bet at the follower, and keep their versions when the writer is killed', async () => {
    const { writer, follower } = await roles()
    const [owner] = await servers.query<{ id: string }>(`select id from member where name = 'fan001'`)
    await servers.query(`select ledger_post(gen_random_uuid(), 'test-credit', 'test', '', gen_random_uuid()::text, '', null,
      array[ledger_account('member', '${owner?.id}', 'CNY', 'venue:YBTY', 0, false),
        ledger_account('clearing', 'test', 'CNY', 'main', 0, true)], array[10000, -10000]::bigint[], now())`)
    // One session, whose calls go to either process.
    let to = follower
    const client = await SealedClient.connect((request) => sendTo(servers.urlOf(to))(request))
    await signIn(client, 'fan001')
    const call = (which: number, ...request: Parameters<SealedClient['call']>) => {
      to = which
      return client.call(...request)
    }
    // Late in the evening all matches before kick-off are of tomorrow.
    const listOf = async (time: number) => {
      const { data } = await call(follower, 'sport.matchList', { kind: 'all', type: 'day', date: siteDateOf(time) })
      return (data as DataOf<'sport.matchList'>).list
    }
    const list = [...(await listOf(Date.now())), ...(await listOf(Date.now() + DAY_MS))]
    const { match, markets } = list.find((one) => one.match.clock.phase === 'before' && one.markets.length > 0)!
    const { matchId } = match
    const [market] = markets
    const detailAt = async (which: number) => (await call(which, 'sport.matchDetail', { matchId })).data
    expect(await detailAt(follower)).toEqual(await detailAt(writer))
    const { outcome, price } = market!.selections[0]!
    const selection = selectionId(market!, outcome)
    const bet = (seen: number) => ({
      currency: 'CNY' as const,
      stake: 10_00,
      legs: [{ selection, price: seen }],
      accept: 'none' as const,
    })
    for (const which of [writer, follower]) {
      const key = { headers: { 'idempotency-key': newKey() } }
      expect((await call(which, 'bet.place', bet(price + 10), key)).code).toBe(CODES.ODDS_CHANGED)
    }
    const key = { headers: { 'idempotency-key': newKey() } }
    const placed = await call(follower, 'bet.place', bet(price), key)
    expect(placed).toMatchObject({ code: CODES.SUCCESS, data: { bet: { state: 'accepted' }, balance: 90_00 } })
    expect((await call(writer, 'bet.place', bet(price), key)).code).toBe(CODES.DUPLICATE_REQUEST)

    await servers.end(writer, 'SIGKILL')
    const versionNow = async () => {
      const { code, data } = await call(follower, 'sport.odds', { matchId })
      if (code !== CODES.SUCCESS) return null
      const found = (data as DataOf<'sport.odds'>).markets.find((one) => marketId(one) === marketId(market!))
      return found?.version ?? null
    }
    expect(await untilDone(versionNow)).toBeGreaterThanOrEqual(market!.version)
    const again = await untilDone(async () => {
      const { code } = await call(follower, 'bet.place', bet(price), key)
      return code === CODES.DUPLICATE_REQUEST ? code : null
    })
    expect(again).toBe(CODES.DUPLICATE_REQUEST)
    await servers.start(writer)
  })
})
