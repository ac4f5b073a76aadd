import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { DELETED_QUOTE } from '#protocol/constants.ts'
import { EntryRepository } from '#server/rooms/log/entries.ts'
import { RoomRepository } from '#server/rooms/room-repository.ts'
import type { Database } from '#server/database/database.ts'
import { member } from '#server/database/schema/member.ts'
import { chatAudit, chatMute, chatRoom, roomEntry } from '#server/database/schema/room.ts'
import { openTestStore, STORE_KINDS } from '../../support/store.ts'
import { callBy, dataOf, definition, newCid, PEOPLE, speakerOf, testRooms, text } from './rooms-support.ts'

const ADMIN = 95

describe.each(STORE_KINDS)('rooms over %s', (kind) => {
  let store: Database
  beforeAll(async () => {
    store = await openTestStore(kind)
    await store.db.insert(member).values(
      PEOPLE.map(({ memberId, member: { userId, nickname, avatar, siteId } }) => ({
        id: memberId,
        name: `name${userId}`,
        publicId: userId,
        nickname,
        avatar,
        siteId,
        currency: 'CNY' as const,
        createdAt: 0,
      })),
    )
  })
  afterAll(() => store.close())

  const rooms = (chatRoomNo: string) => {
    const services = { entries: new EntryRepository(store), rooms: new RoomRepository(store) }
    return testRooms(services, [definition({ chatRoomNo, matchId: `match-${chatRoomNo}` })])
  }

  it('S3.12 refuse while closed in the database, and do not reopen themselves', async () => {
    const { hub } = await rooms('closes')
    const set = (isOpen: boolean) => store.db.update(chatRoom).set({ isOpen }).where(eq(chatRoom.no, 'closes'))
    const say = () => hub.chat.say(hub.room('closes'), speakerOf(ADMIN), { cid: newCid(), text: `第 ${newCid()} 句` })
    await set(false)
    await hub.setStatus('closes', { homeScore: 1 })
    const room = hub.room('closes')
    if (room) await hub.save(room)
    await hub.refresh()
    expect(hub.isOpen('closes')).toBe(false)
    expect(await say()).toMatchObject({ ok: false, code: CODES.ROOM_CLOSED })
    await set(true)
    await hub.refresh()
    expect(await say()).toMatchObject({ ok: true })
  })

  it('recognize repeated messages after memory has dropped them', async () => {
    const first = await rooms('again')
    const cid = newCid()
    const words = { cid, text: '我说 \\"cid\\":"x"' }
    const sent = dataOf(await first.hub.chat.say(first.hub.room('again'), speakerOf(1), words))
    await first.hub.log.append(
      'again',
      Array.from({ length: 600 }, () => text('别人的话')),
    )
    const second = await rooms('again')
    const again = (number: number, id: string) =>
      second.hub.chat.say(second.hub.room('again'), speakerOf(number), { ...words, cid: id, isAgain: true })
    expect(dataOf(await again(1, cid))).toEqual(sent)
    expect(dataOf(await again(2, cid)).seq).toBe(602)
    expect(dataOf(await again(1, newCid())).seq).toBe(603)
  })

  it('retire without viewers and waiting entries, and continue when they are opened again', async () => {
    const { hub } = await rooms('rests')
    const room = hub.room('rests')
    if (!room) throw new Error('no room')
    hub.enter(room, 'socket', null)
    expect(await hub.retire('rests')).toBe(false)
    hub.leave(room, 'socket')
    const writing = hub.setStatus('rests', { homeScore: 2 })
    expect(await hub.retire('rests')).toBe(false)
    await writing
    const [sent] = await hub.append('rests', [text('最后一句')])
    expect(await hub.retire('rests')).toBe(true)
    expect(hub.has('rests')).toBe(false)
    await expect(async () => hub.append('rests', [text('太晚')])).rejects.toThrow('not open')

    await hub.open(definition({ chatRoomNo: 'rests', matchId: 'match-rests' }))
    expect(hub.snapshot('rests')).toMatchObject({ homeScore: 2 })
    const [next] = await hub.append('rests', [text('又来了')])
    expect(next).toMatchObject({ epoch: sent?.epoch, seq: (sent?.seq ?? 0) + 1 })
  })

  it('are removed with their logs', async () => {
    const { hub } = await rooms('goes')
    await hub.append('goes', [text('一句')])
    await hub.save(hub.room('goes')!)
    const left = async () => [
      ...(await store.db.select().from(chatRoom).where(eq(chatRoom.no, 'goes'))),
      ...(await store.db.select().from(roomEntry).where(eq(roomEntry.chatRoomNo, 'goes'))),
    ]
    expect(await left()).toHaveLength(2)
    expect(await hub.remove('goes')).toBe(true)
    expect(hub.has('goes')).toBe(false)
    expect(await left()).toEqual([])
  })

  it('continue epoch, numbers, state, mutes and acks after a crash', async () => {
    const first = await rooms('lives')
    const cid = newCid()
    const sent = dataOf(await first.hub.chat.say(first.hub.room('lives'), speakerOf(1), { cid, text: '一' }))
    await first.hub.setStatus('lives', { homeScore: 2 })
    const call = callBy(ADMIN, first.clock.now())
    const mute = { chatRoomNo: 'lives', userId: 'u2', reason: '刷屏' }
    dataOf(await first.calls['chatroom.mute']({ ...mute, minutes: 5 }, call))
    const { until } = dataOf(await first.calls['chatroom.mute']({ ...mute, minutes: 9 }, call))
    dataOf(await first.calls['chatroom.operation']({ chatRoomNo: 'lives', type: 'pin', text: '置顶' }, call))
    const head = first.hub.log.head('lives')

    const second = await rooms('lives')
    expect(second.hub.log.head('lives')).toEqual(head)
    expect(second.hub.snapshot('lives')).toEqual(first.hub.snapshot('lives'))
    expect(second.hub.snapshot('lives')).toMatchObject({ homeScore: 2, pinned: '置顶' })
    expect(dataOf(await second.hub.chat.say(second.hub.room('lives'), speakerOf(1), { cid, text: '又一' }))).toEqual(
      sent,
    )
    expect(dataOf(await second.calls['chatroom.muteList']({ chatRoomNo: 'lives' }, call)).list).toEqual([
      { userId: 'u2', memberName: '球迷2', until, reason: '刷屏', byName: '球迷95' },
    ])
    expect(
      dataOf(await second.hub.chat.say(second.hub.room('lives'), speakerOf(3), { cid: newCid(), text: '二' })).seq,
    ).toBe(head.seq + 1)
    dataOf(await second.calls['chatroom.unblock']({ chatRoomNo: 'lives', userId: 'u2' }, call))
    const third = await rooms('lives')
    expect(dataOf(await third.calls['chatroom.muteList']({ chatRoomNo: 'lives' }, call)).list).toEqual([])
  })

  it('keep an audit log of every action, and past mutes', async () => {
    const audits = (await store.db.select().from(chatAudit)).toSorted((a, b) => a.at - b.at)
    expect(audits.map(({ action }) => action).toSorted()).toEqual(['mute', 'mute', 'pin', 'unblock'])
    expect(new Set(audits.map(({ actorMemberId }) => actorMemberId))).toEqual(new Set([PEOPLE[ADMIN]?.memberId]))
    const mutes = await store.db.select().from(chatMute)
    expect(mutes.map(({ liftedAt, liftedBy }) => liftedAt !== null && liftedBy === PEOPLE[ADMIN]?.memberId)).toEqual([
      true,
      true,
    ])
  })

  it('S6.7 keep terms, reports and audit log over a restart; a saved state does not change the terms', async () => {
    const room = 'kept'
    const first = await rooms(room)
    const call = callBy(ADMIN, first.clock.now())
    const { id } = dataOf(await first.hub.chat.say(first.hub.room(room), speakerOf(1), { cid: newCid(), text: '骂人' }))
    dataOf(await first.calls['chatroom.setWords']({ chatRoomNo: room, added: ['比分网'] }, call))
    first.clock.move(1)
    dataOf(await first.calls['chatroom.setup']({ chatRoomNo: room, setup: { slowModeSeconds: 3 } }, call))
    for (const reporter of [2, 3, 3]) {
      const report = { chatRoomNo: room, id, reason: 'abuse' as const }
      dataOf(await first.calls['chatroom.report'](report, callBy(reporter, first.clock.now())))
    }
    const second = await rooms(room)
    expect(dataOf(await second.calls['chatroom.words']({ chatRoomNo: room }, call)).words).toEqual(['比分网'])
    expect(
      await second.hub.chat.say(second.hub.room(room), speakerOf(4), { cid: newCid(), text: '上比分网' }),
    ).toMatchObject({ ok: false })
    const { list } = dataOf(await second.calls['chatroom.audit']({ chatRoomNo: room }, call))
    expect(list.map(({ action, byName }) => `${byName} ${action}`)).toEqual(['球迷95 setup', '球迷95 words'])
    const reports = dataOf(await second.calls['chatroom.reports']({ chatRoomNo: room }, call)).list
    expect(reports).toMatchObject([{ id, memberName: '球迷1', text: '骂人', count: 2, reason: 'abuse' }])
  })

  it('write tombstones for deleted entries, old rows and quotes included, without gaps', async () => {
    const room = 'room-1'
    const first = await rooms(room)
    const { id } = dataOf(
      await first.hub.chat.say(first.hub.room(room), speakerOf(1), { cid: newCid(), text: '要删的话一' }),
    )
    dataOf(await first.hub.chat.say(first.hub.room(room), speakerOf(2), { cid: newCid(), text: '答你', replyTo: id }))
    await first.hub.append(
      room,
      Array.from({ length: 600 }, (_, index) => text(`第${index}`, 3)),
    )
    dataOf(await first.hub.chat.say(first.hub.room(room), speakerOf(1), { cid: newCid(), text: '要删的话二' }))
    // After a restart the first rows are in the database only.
    const second = await rooms(room)
    expect(second.hub.log.recent(room, 0, 1)[0]?.seq).toBeGreaterThan(2)
    expect(await second.everythingServed()).toContain('要删的话一')
    const call = callBy(ADMIN, second.clock.now())
    dataOf(await second.calls['chatroom.operation']({ chatRoomNo: room, type: 'delete-all', userId: 'u1' }, call))
    const served = await second.everythingServed()
    expect(served).not.toContain('要删的话')
    expect(served).toContain(DELETED_QUOTE)
    const third = await rooms(room)
    const { seq, epoch } = third.hub.log.head(room)
    const rows = await new EntryRepository(store).load(room, epoch, 0, 1_000)
    expect(rows.map((row) => row.seq)).toEqual(Array.from({ length: seq }, (_, index) => index + 1))
    expect(JSON.stringify(rows)).not.toContain('要删的话')
    expect(rows.filter((row) => row.kind === 'delete').map((row) => row.seq)).toEqual([1, 603, 604])
  })

  it('write the entries of all rooms in one batch, atomically', async () => {
    const entries = new EntryRepository(store)
    const row = (chatRoomNo: string, seq: number) => ({
      chatRoomNo,
      seq,
      epoch: 1,
      id: `1-${seq.toString(36)}`,
      at: 1_000 + seq,
      kind: 'text' as const,
      userId: 'u1',
      json: JSON.stringify({ id: `1-${seq.toString(36)}`, data: { text: '"\\{}😀' } }),
    })
    await entries.insert([row('batch-a', 1), row('batch-b', 1), row('batch-a', 2)])
    expect(await entries.load('batch-a', 1, 0, 10)).toEqual([row('batch-a', 1), row('batch-a', 2)])
    await expect(entries.insert([row('batch-a', 3), row('batch-b', 1)])).rejects.toThrow()
    expect(await entries.head('batch-a')).toEqual({ epoch: 1, seq: 2, at: 1_002 })
    const older = await entries.before({ chatRoomNo: 'batch-a', epoch: 2, seq: 1 }, 1, ['text', 'image'])
    expect(older.map(({ seq }) => seq)).toEqual([2])
    expect(await entries.before({ chatRoomNo: 'batch-a', epoch: 1, seq: 2 }, 5, ['gift'])).toEqual([])
  })
})
