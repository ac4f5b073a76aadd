import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { RequestOf } from '#protocol/endpoints/table.ts'
import { isPermanentMute, PERMANENT_MUTE_END } from '#protocol/rules/speaking.ts'
import { STICKERS } from '#protocol/rules/stickers.ts'
import { MemoryEntryRepository, type MemoryRoomRepository } from '#tests/support/memory-repositories.ts'
import { mergeTerms, normalizeTerms } from '#server/rooms/speech-rules.ts'
import { ADMINS, callBy, dataOf, newCid, ROOM, speakerOf, testRooms } from './rooms-support.ts'

const ADMIN = 95

async function openRooms() {
  const rooms = await testRooms()
  const { hub, calls, clock } = rooms
  const admin = () => callBy(ADMIN, clock.now())
  return {
    ...rooms,
    say: async (text: string, number = 1, more: object = {}) => {
      clock.move(3_000)
      return hub.chat.say(hub.room(ROOM), speakerOf(number), { cid: newCid(), text, ...more })
    },
    setBlockedTerms: async (words: string[]) =>
      dataOf(await calls['chatroom.setWords']({ chatRoomNo: ROOM, words }, admin())).words,
    audit: async () => dataOf(await calls['chatroom.audit']({ chatRoomNo: ROOM }, admin())).list,
    reports: async () => dataOf(await calls['chatroom.reports']({ chatRoomNo: ROOM }, admin())).list,
    report: (number: number, id: string, more: Partial<RequestOf<'chatroom.report'>> = {}) =>
      calls['chatroom.report']({ chatRoomNo: ROOM, id, reason: 'abuse', ...more }, callBy(number, clock.now())),
    act: (operation: object) =>
      calls['chatroom.operation']({ chatRoomNo: ROOM, ...operation } as RequestOf<'chatroom.operation'>, admin()),
  }
}

describe('S6.7 block list of a room', () => {
  it('refuses its terms in any spelling, in addition to the global list, in this room only', async () => {
    const { say, setBlockedTerms } = await openRooms()
    expect(await setBlockedTerms(['  比分网 ', '', '比 分 网', '！！', '假球'])).toEqual(['比分网', '假球'])
    for (const words of ['上比分网看', '比-分-网', '都是假 球']) {
      expect(await say(words)).toMatchObject({ ok: false, code: CODES.CHAT_WORD_BLOCKED })
    }
    expect(await say('加微信')).toMatchObject({ code: CODES.CHAT_WORD_BLOCKED })
    expect(await say('好球')).toMatchObject({ ok: true })
    expect(await setBlockedTerms([])).toEqual([])
    expect(await say('都是假球')).toMatchObject({ ok: true })
  })

  it('is not exposed in log, snapshot or frames', async () => {
    const rooms = await openRooms()
    await rooms.setBlockedTerms(['秘密词'])
    expect(await rooms.everythingServed()).not.toContain('秘密词')
    expect(JSON.stringify(await rooms.audit())).not.toContain('秘密词')
  })

  it('merges additions and removals in any spelling', () => {
    expect(mergeTerms(['比分网', '假球'], { added: ['代打', '代 打'], removed: ['假-球'] })).toEqual(['比分网', '代打'])
    expect(mergeTerms(['比分网'], { added: ['比 分 网'], removed: ['比分网'] })).toEqual(['比 分 网'])
    expect(mergeTerms([], { added: [' ', '！'], removed: ['没有'] })).toEqual([])
  })

  it('refuses a change that exceeds the limit', async () => {
    const { calls, clock, setBlockedTerms } = await openRooms()
    const full = await setBlockedTerms(Array.from({ length: 200 }, (_, number) => `词${number}`))
    const add = (removed: string[]) =>
      calls['chatroom.setWords']({ chatRoomNo: ROOM, added: ['再来'], removed }, callBy(ADMIN, clock.now()))
    expect(await add([])).toMatchObject({ code: CODES.PARAM_ERROR, message: '屏蔽词最多 200 个' })
    expect(dataOf(await add(['词0'])).words).toEqual([...full.slice(1), '再来'])
  })

  it('is limited in number and length', () => {
    const many = normalizeTerms(Array.from({ length: 900 }, (_, number) => `词${number}`))
    expect(many).toHaveLength(200)
    expect(normalizeTerms(['长'.repeat(99)])[0]).toHaveLength(32)
  })
})

describe('S6.7 mutes', () => {
  it('without minutes are permanent, and survive a restart', async () => {
    const rooms = await openRooms()
    const { calls, clock, services } = rooms
    const mute = { chatRoomNo: ROOM, userId: 'u1', minutes: null, reason: '广告' }
    const { until } = dataOf(await calls['chatroom.mute'](mute, callBy(ADMIN, clock.now())))
    expect(until).toBe(PERMANENT_MUTE_END)
    expect(isPermanentMute(until)).toBe(true)
    clock.move(400 * 24 * 3_600_000)
    expect(await rooms.say('放我出来')).toMatchObject({ code: CODES.CHAT_MUTED, details: { until } })
    const again = await testRooms({ ...services, now: clock.now })
    const refused = await again.hub.chat.say(again.hub.room(ROOM), speakerOf(1), { cid: newCid(), text: '放我出来' })
    expect(refused).toMatchObject({ code: CODES.CHAT_MUTED })
    dataOf(await calls['chatroom.unblock']({ chatRoomNo: ROOM, userId: 'u1' }, callBy(ADMIN, clock.now())))
    expect(await rooms.say('谢谢房管')).toMatchObject({ ok: true })
  })
})

describe('S6.7 the audit trail', () => {
  it('contains actor, action, target, time and reason, newest first', async () => {
    const rooms = await openRooms()
    const { calls, clock } = rooms
    const { id } = dataOf(await rooms.say('脏话', 2))
    dataOf(await rooms.act({ type: 'delete', ids: [id] }))
    dataOf(await rooms.say('又来', 3))
    dataOf(await rooms.act({ type: 'delete-all', userId: 'u3' }))
    const mute = { chatRoomNo: ROOM, userId: 'u2', minutes: 10, reason: '刷屏' }
    const { until } = dataOf(await calls['chatroom.mute'](mute, callBy(96, clock.now())))
    dataOf(await rooms.act({ type: 'pin', text: '文明观赛' }))
    await rooms.setBlockedTerms(['比分网'])
    const rows = await rooms.audit()
    expect(
      rows.map(({ action, byName, memberName, count, text }) => [action, byName, memberName, count, text]),
    ).toEqual([
      ['words', '球迷95', null, 1, null],
      ['pin', '球迷95', null, null, '文明观赛'],
      ['mute', '球迷96', '球迷2', null, '刷屏'],
      ['delete-all', '球迷95', '球迷3', null, null],
      ['delete', '球迷95', '球迷2', 1, null],
    ])
    expect(rows[2]).toMatchObject({ until, at: clock.now() })
    expect(JSON.stringify(rows)).not.toMatch(/脏话|又来|00000000-0000-7000/)
  })

  it('names a member whose messages were all deleted', async () => {
    const rooms = await openRooms()
    dataOf(await rooms.act({ type: 'delete-all', userId: 'u4' }))
    expect(await rooms.audit()).toMatchObject([{ action: 'delete-all', memberName: '球迷4' }])
  })

  it('contains the text of a pinned message after a change of epoch, and repeated messages are posted once', async () => {
    const rooms = await openRooms()
    const { hub, services, clock } = rooms
    const again = { cid: newCid(), isAgain: true }
    const sent = dataOf(await rooms.say('文明观赛', 2, again))
    dataOf(await rooms.act({ type: 'pin', text: '文明观赛' }))
    dataOf(await rooms.say('这一句会丢', 3))
    await hub.save(hub.room(ROOM)!)
    const { epoch } = hub.log.head(ROOM)
    const stored = await services.entries.load(ROOM, epoch, 0, 100)
    const entries = new MemoryEntryRepository()
    await entries.insert(stored.slice(0, -1))
    const restored = await testRooms({ ...services, entries, now: clock.now })
    expect(restored.hub.log.head(ROOM).epoch).not.toBe(epoch)
    expect(restored.hub.snapshot(ROOM)?.pinned).toBe('文明观赛')
    const audit = dataOf(await restored.calls['chatroom.audit']({ chatRoomNo: ROOM }, callBy(ADMIN, clock.now())))
    expect(audit.list).toMatchObject([{ action: 'pin', text: '文明观赛' }])
    clock.move(3_000)
    const repeated = { ...again, text: '文明观赛' }
    expect(dataOf(await restored.hub.chat.say(restored.hub.room(ROOM), speakerOf(2), repeated))).toEqual(sent)
  })

  it('S4.32 contains no pinned text of a member after its message is deleted', async () => {
    const rooms = await openRooms()
    const { id } = dataOf(await rooms.say('加我电话一三八', 2))
    dataOf(await rooms.act({ type: 'pin', text: ' 加我电话一三八 ' }))
    expect(await rooms.audit()).toMatchObject([{ action: 'pin', text: '加我电话一三八' }])
    expect(JSON.stringify((rooms.services.rooms as MemoryRoomRepository).trail)).not.toContain('一三八')
    dataOf(await rooms.act({ type: 'delete', ids: [id] }))
    expect(await rooms.audit()).toMatchObject([
      { action: 'unpin' },
      { action: 'delete' },
      { action: 'pin', text: null },
    ])
  })

  it('S4.32 shows a stored pinned text only while its pin entry exists', async () => {
    const rooms = await openRooms()
    const { id } = dataOf(await rooms.say('加我电话一三八', 2))
    const [admin] = ADMINS
    const block = (text: string) =>
      rooms.services.rooms.audit({
        chatRoomNo: ROOM,
        at: rooms.clock.now(),
        memberId: admin?.memberId ?? '',
        byName: admin?.member.nickname ?? '',
        action: 'pin',
        target: { text },
      })
    // The old format, which contains the text.
    for (const text of ['加我电话一三八', '文明观赛']) {
      await block(text)
      await rooms.hub.append(ROOM, [{ kind: 'pin', data: { text } }])
    }
    const texts = async () => (await rooms.audit()).filter(({ action }) => action === 'pin').map(({ text }) => text)
    expect(await texts()).toEqual(['文明观赛', '加我电话一三八'])
    dataOf(await rooms.act({ type: 'delete', ids: [id] }))
    expect(await texts()).toEqual(['文明观赛', null])
  })

  it('does not contain actions without effect', async () => {
    const rooms = await openRooms()
    const head = rooms.hub.log.head(ROOM).seq
    const { setup } = dataOf(
      await rooms.calls['chatroom.setup']({ chatRoomNo: ROOM, setup: {} }, callBy(ADMIN, rooms.clock.now())),
    )
    expect(setup).toEqual(rooms.hub.snapshot(ROOM)?.setup)
    expect(await rooms.audit()).toEqual([])
    expect(rooms.hub.log.head(ROOM).seq).toBe(head)
  })

  it('shows the newest hundred', async () => {
    const rooms = await openRooms()
    for (let number = 0; number < 120; number += 1) dataOf(await rooms.act({ type: 'pin', text: `第${number}` }))
    const rows = await rooms.audit()
    expect(rows).toHaveLength(100)
    expect(rows[0]?.text).toBe('第119')
  })
})

describe('reports', () => {
  it('reach the administrators, one per message, until it is deleted', async () => {
    const rooms = await openRooms()
    const { id } = dataOf(await rooms.say('骂人的话', 2))
    expect(await rooms.report(3, id)).toMatchObject({ ok: true })
    expect(await rooms.report(3, id, { reason: 'flood' })).toMatchObject({ ok: true })
    expect(await rooms.report(4, id, { reason: 'other', note: ' 点名骂人 ' })).toMatchObject({ ok: true })
    expect(await rooms.reports()).toEqual([
      {
        id,
        userId: 'u2',
        memberName: '球迷2',
        text: '骂人的话',
        at: rooms.clock.now(),
        count: 2,
        reason: 'other',
        note: '点名骂人',
      },
    ])
    dataOf(await rooms.act({ type: 'delete', ids: [id] }))
    expect(await rooms.reports()).toEqual([])
    expect(await rooms.report(5, id)).toMatchObject({ code: CODES.NOT_FOUND })
  })

  it('are made by members about messages of others, and expire after a day', async () => {
    const rooms = await openRooms()
    const { hub, clock } = rooms
    const { id } = dataOf(await rooms.say('好球', 2))
    const [status] = await hub.append(ROOM, [{ kind: 'status', data: { homeScore: 1 } }])
    expect(await rooms.report(2, id)).toMatchObject({ code: CODES.PARAM_ERROR })
    expect(await rooms.report(3, status?.id ?? '')).toMatchObject({ code: CODES.NOT_FOUND })
    expect(await rooms.report(3, 'nonsense')).toMatchObject({ code: CODES.NOT_FOUND })
    expect(await rooms.report(3, id, { chatRoomNo: 'room-9' })).toMatchObject({ code: CODES.NOT_FOUND })
    dataOf(await rooms.report(3, id))
    clock.move(25 * 3_600_000)
    expect(await rooms.reports()).toEqual([])
  })

  it('are limited to five per member, who gets the time to wait', async () => {
    const rooms = await openRooms()
    const ids: string[] = []
    for (let number = 0; number < 6; number += 1) ids.push(dataOf(await rooms.say(`第${number}句`, 2)).id)
    for (const id of ids.slice(0, 5)) dataOf(await rooms.report(3, id))
    const until = rooms.clock.now() + 60_000
    expect(await rooms.report(3, ids[5] ?? '')).toMatchObject({ code: CODES.CURRENT_LIMITING_A, details: { until } })
    expect(await rooms.report(4, ids[5] ?? '')).toMatchObject({ ok: true })
  })
})

describe('stickers', () => {
  it('are those of the set, with its labels', async () => {
    const rooms = await openRooms()
    for (const { id, alt } of STICKERS) {
      dataOf(await rooms.say('随便什么', 2, { sticker: id }))
      const newest = await rooms.hub.log.entry(ROOM, rooms.hub.log.head(ROOM).seq)
      expect(newest?.kind).toBe('image')
      expect(JSON.parse(newest?.json ?? '')).toMatchObject({ data: { sticker: id, alt } })
    }
    const head = rooms.hub.log.head(ROOM).seq
    for (const sticker of ['gift-cup', '__proto__', 'constructor', 'goal2']) {
      expect(await rooms.say('贴', 2, { sticker })).toMatchObject({ ok: false, code: CODES.PARAM_ERROR })
    }
    expect(rooms.hub.log.head(ROOM).seq).toBe(head)
  })

  it('have the same limits as texts', async () => {
    const rooms = await openRooms()
    const send = (sticker: string) =>
      rooms.hub.chat.say(rooms.hub.room(ROOM), speakerOf(2), { cid: newCid(), text: '贴', sticker })
    expect(await send('goal')).toMatchObject({ ok: true })
    expect(await send('goal')).toMatchObject({ code: CODES.CHAT_DUPLICATE })
    expect((rooms.services.rooms as MemoryRoomRepository).trail).toEqual([])
  })
})
