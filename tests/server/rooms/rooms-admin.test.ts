import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { DELETED_QUOTE } from '#protocol/constants.ts'
import type { RequestOf } from '#protocol/endpoints/table.ts'
import type { MemberCall } from '#server/http/context.ts'
import { MemoryEntryRepository, MemoryRoomRepository } from '#tests/support/memory-repositories.ts'
import { callBy, dataOf, definition, newCid, PEOPLE, ROOM, speakerOf, testRooms, text } from './rooms-support.ts'
import type { TestRooms } from './rooms-support.ts'

const ADMIN = 95
const OTHER_ROOM = 'room-2'

async function twoRooms() {
  const others = definition({ chatRoomNo: OTHER_ROOM, matchId: 'match-2', admins: [PEOPLE[50]?.memberId ?? ''] })
  const rooms = await testRooms({}, [definition(), others])
  const say = async (words: string, number = 1, message: object = {}) => {
    rooms.clock.move(3_000)
    return dataOf(
      await rooms.hub.chat.say(rooms.hub.room(ROOM), speakerOf(number), { cid: newCid(), text: words, ...message }),
    )
  }
  return { ...rooms, say }
}

async function kinds({ hub }: Pick<TestRooms, 'hub'>): Promise<string[]> {
  return (await hub.log.range(ROOM, 0, hub.log.head(ROOM).seq)).map(({ kind }) => kind)
}

const operation = (more: object) => ({ chatRoomNo: ROOM, ...more }) as RequestOf<'chatroom.operation'>

/** Every administrator action as a call. */
const ACTS: Readonly<Record<string, (rooms: TestRooms, call: MemberCall, id: string) => Promise<{ ok: boolean }>>> = {
  setup: ({ calls }, call) => calls['chatroom.setup']({ chatRoomNo: ROOM, setup: { slowModeSeconds: 5 } }, call),
  muteList: ({ calls }, call) => calls['chatroom.muteList']({ chatRoomNo: ROOM }, call),
  mute: ({ calls }, call) => calls['chatroom.mute']({ chatRoomNo: ROOM, userId: 'u2', minutes: 1, reason: '吵' }, call),
  unblock: ({ calls }, call) => calls['chatroom.unblock']({ chatRoomNo: ROOM, userId: 'u3' }, call),
  delete: ({ calls }, call, id) => calls['chatroom.operation'](operation({ type: 'delete', ids: [id] }), call),
  'delete-all': ({ calls }, call) => calls['chatroom.operation'](operation({ type: 'delete-all', userId: 'u2' }), call),
  pin: ({ calls }, call) => calls['chatroom.operation'](operation({ type: 'pin', text: '置顶' }), call),
  words: ({ calls }, call) => calls['chatroom.setWords']({ chatRoomNo: ROOM, words: ['比分网'] }, call),
  readWords: ({ calls }, call) => calls['chatroom.words']({ chatRoomNo: ROOM }, call),
  readAudit: ({ calls }, call) => calls['chatroom.audit']({ chatRoomNo: ROOM }, call),
  readReports: ({ calls }, call) => calls['chatroom.reports']({ chatRoomNo: ROOM }, call),
  unpin: ({ calls }, call) => calls['chatroom.operation'](operation({ type: 'pin', text: null }), call),
}

const CALLERS: readonly { who: string; number: number; code: number | null }[] = [
  { who: 'member', number: 1, code: CODES.NOT_ROOM_ADMIN },
  { who: 'muted member', number: 3, code: CODES.NOT_ROOM_ADMIN },
  { who: 'administrator of another room', number: 50, code: CODES.NOT_ROOM_ADMIN },
  { who: 'administrator', number: ADMIN, code: null },
]

describe('S6.7 administration', () => {
  for (const { who, number, code } of CALLERS) {
    for (const [name, act] of Object.entries(ACTS)) {
      it(`${name} by ${who}: ${code === null ? 'allowed' : `refused with ${code}`}`, async () => {
        const rooms = await twoRooms()
        const { id } = await rooms.say('好球', 2)
        dataOf(
          await rooms.calls['chatroom.mute'](
            { chatRoomNo: ROOM, userId: 'u3', minutes: 60, reason: '刷屏' },
            callBy(ADMIN, rooms.clock.now()),
          ),
        )
        const head = rooms.hub.log.head(ROOM).seq
        const store = rooms.services.rooms as MemoryRoomRepository
        const audits = store.trail.length
        const result = await act(rooms, callBy(number, rooms.clock.now()), id)
        expect(result).toMatchObject(code === null ? { ok: true } : { ok: false, code })
        const isActing = code === null && name !== 'muteList' && !name.startsWith('read')
        // The block list is visible to administrators only, so no entry contains it.
        expect(rooms.hub.log.head(ROOM).seq - head).toBe(isActing && name !== 'words' ? 1 : 0)
        expect(store.trail.slice(audits).map(({ action, memberId }) => ({ action, memberId }))).toEqual(
          isActing ? [{ action: name, memberId: PEOPLE[ADMIN]?.memberId }] : [],
        )
      })
    }
  }

  it('reports which rules an entry changed, excludes that from the state, and ignores unchanged settings', async () => {
    const rooms = await twoRooms()
    const setup = async (change: RequestOf<'chatroom.setup'>['setup']) =>
      dataOf(await rooms.calls['chatroom.setup']({ chatRoomNo: ROOM, setup: change }, callBy(ADMIN, rooms.clock.now())))
    await setup({ slowModeSeconds: 5, muteAll: false })
    await setup({ welcomeText: '文明观赛', slowModeSeconds: 5 })
    await setup({ minVipLevel: 3, muteAll: true })
    const { setup: same } = await setup({ minVipLevel: 3, welcomeText: '文明观赛' })
    const entries = await rooms.hub.log.range(ROOM, 0, rooms.hub.log.head(ROOM).seq)
    const data = entries.map(({ json }) => (JSON.parse(json) as { data: { changed: string[] } }).data)
    expect(data.map(({ changed }) => changed.toSorted())).toEqual([
      ['slowModeSeconds'],
      ['welcomeText'],
      ['minVipLevel', 'muteAll'],
    ])
    expect(data.at(-1)).toMatchObject({ slowModeSeconds: 5, minVipLevel: 3, muteAll: true, welcomeText: '文明观赛' })
    const holds = { slowModeSeconds: 5, minVipLevel: 3, muteAll: true, welcomeText: '文明观赛' }
    expect(rooms.hub.snapshot(ROOM)?.setup).toEqual(holds)
    expect(same).toEqual(holds)
    expect((rooms.services.rooms as MemoryRoomRepository).trail).toHaveLength(3)
  })

  it('does not reveal whether a room exists to members without the role', async () => {
    const { calls } = await twoRooms()
    const call = callBy(ADMIN, 0)
    expect(await calls['chatroom.muteList']({ chatRoomNo: 'room-9' }, call)).toMatchObject({
      code: CODES.NOT_ROOM_ADMIN,
    })
    expect(await calls['chatroom.muteList']({ chatRoomNo: OTHER_ROOM }, call)).toMatchObject({
      code: CODES.NOT_ROOM_ADMIN,
    })
  })

  it('announces mute and unmute, lists active mutes, and notifies a muted member on join', async () => {
    const rooms = await twoRooms()
    const { calls, clock } = rooms
    const call = callBy(ADMIN, clock.now())
    const { until } = dataOf(
      await calls['chatroom.mute']({ chatRoomNo: ROOM, userId: 'u1', minutes: 10, reason: '刷屏' }, call),
    )
    expect(dataOf(await calls['chatroom.muteList']({ chatRoomNo: ROOM }, call))).toEqual({
      list: [{ userId: 'u1', memberName: '球迷1', until, reason: '刷屏', byName: '球迷95' }],
    })
    const settings = async (number: number) =>
      dataOf(await calls['chatroom.webJoin']({ chatRoomNo: ROOM }, callBy(number, clock.now()))).snapshot
    expect(await settings(1)).toMatchObject({ mutedUntil: until, muteReason: '刷屏' })
    expect(await settings(2)).toMatchObject({ mutedUntil: null, muteReason: null })
    dataOf(await calls['chatroom.unblock']({ chatRoomNo: ROOM, userId: 'u1' }, call))
    expect(await calls['chatroom.unblock']({ chatRoomNo: ROOM, userId: 'u1' }, call)).toMatchObject({ ok: false })
    expect(dataOf(await calls['chatroom.muteList']({ chatRoomNo: ROOM }, call))).toEqual({ list: [] })
    expect(await rooms.say('回来了')).toMatchObject({ seq: 3 })
    const [muted, lifted] = (await rooms.hub.log.range(ROOM, 0, 2)).map(({ json }) => JSON.parse(json) as object)
    expect(muted).toMatchObject({
      content: { msgType: 9 },
      data: { userId: 'u1', memberName: '球迷1', until, reason: '刷屏' },
    })
    expect(lifted).toMatchObject({ content: { msgType: 9 }, data: { userId: 'u1', until: null } })
  })

  it('refuses to mute unknown members and administrators', async () => {
    const { calls } = await twoRooms()
    const mute = (userId: string) =>
      calls['chatroom.mute']({ chatRoomNo: ROOM, userId, minutes: 1, reason: '吵' }, callBy(ADMIN, 0))
    expect(await mute('nobody')).toMatchObject({ code: CODES.NOT_FOUND })
    expect(await mute('u96')).toMatchObject({ code: CODES.PARAM_ERROR })
  })

  it('removes a deleted text from history, catch-up, log, database and quotes', async () => {
    const rooms = await twoRooms()
    const secret = '电话一三八零零'
    const { id, seq } = await rooms.say(secret, 1)
    await rooms.say('不要在这里留联系方式', 2, { replyTo: id })
    await rooms.say('好球', 3)
    expect(await rooms.everythingServed()).toContain(secret)
    dataOf(await rooms.calls['chatroom.operation'](operation({ type: 'delete', ids: [id] }), callBy(ADMIN, 0)))
    const served = await rooms.everythingServed()
    expect(served).not.toContain(secret)
    expect(served).toContain(DELETED_QUOTE)
    const { epoch, seq: head } = rooms.hub.log.head(ROOM)
    const rows = await rooms.services.entries.load(ROOM, epoch, 0, 100)
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(rows.map((row) => row.seq)).toEqual(Array.from({ length: head }, (_, index) => index + 1))
    expect(rows[seq - 1]).toMatchObject({ id, kind: 'delete', userId: null })
    expect(await kinds(rooms)).toEqual(['delete', 'text', 'text', 'delete'])
  })

  it('removes a deleted text that was pinned, with its pin entry', async () => {
    const rooms = await twoRooms()
    const secret = '电话一三八零零'
    const { id } = await rooms.say(secret, 1)
    const operate = async (act: object) =>
      dataOf(await rooms.calls['chatroom.operation'](operation(act), callBy(ADMIN, 0)))
    await operate({ type: 'pin', text: secret })
    await operate({ type: 'pin', text: '今晚聊球不聊人' })
    await operate({ type: 'delete', ids: [id] })
    expect(await rooms.everythingServed()).not.toContain(secret)
    expect(rooms.hub.snapshot(ROOM)?.pinned).toBe('今晚聊球不聊人')
    await rooms.say('再来一次', 1)
    await operate({ type: 'pin', text: '再来一次' })
    await operate({ type: 'delete-all', userId: 'u1' })
    expect(await rooms.everythingServed()).not.toContain('再来一次')
    expect(rooms.hub.snapshot(ROOM)?.pinned).toBeNull()
  })

  it('removes a pinned text completely when a failed deletion is repeated', async () => {
    const rooms = await twoRooms()
    const { id } = await rooms.say('电话一三八零零', 1)
    const operate = (act: object) => rooms.calls['chatroom.operation'](operation(act), callBy(ADMIN, 0))
    dataOf(await operate({ type: 'pin', text: '电话一三八零零' }))
    const audit = rooms.services.rooms.audit.bind(rooms.services.rooms)
    rooms.services.rooms.audit = (row) => (row.action === 'unpin' ? Promise.reject(new Error('away')) : audit(row))
    await operate({ type: 'delete', ids: [id] }).catch(() => null)
    rooms.services.rooms.audit = audit
    dataOf(await operate({ type: 'delete', ids: [id] }))
    expect(await rooms.everythingServed()).not.toContain('电话一三八零零')
    expect(rooms.hub.snapshot(ROOM)?.pinned).toBeNull()
  })

  it('S4.32 includes the ids of quoted messages in an author deletion', async () => {
    const rooms = await twoRooms()
    const { id } = await rooms.say('电话一三八零零', 1)
    await rooms.say('没人理的话', 1)
    await rooms.say('不要在这里留联系方式', 2, { replyTo: id })
    await rooms.say('也不要回他', 3, { replyTo: id })
    dataOf(await rooms.calls['chatroom.operation'](operation({ type: 'delete-all', userId: 'u1' }), callBy(ADMIN, 0)))
    const [deletion] = rooms.hub.log.recent(ROOM, rooms.hub.log.head(ROOM).seq - 1, 1)
    expect(JSON.parse(deletion?.json ?? '{}')).toMatchObject({ data: { userId: 'u1', ids: [id] } })
    expect(await rooms.everythingServed()).not.toContain('电话一三八零零')
  })

  it('deletes all messages of a member before and during the deletion, but not gifts', async () => {
    const rooms = await twoRooms()
    const { hub, calls } = rooms
    const gift = {
      kind: 'gift' as const,
      author: speakerOf(1).author,
      data: {
        giftOrderNo: 'g',
        giftId: 1,
        giftName: '围巾',
        giftIcon: 'x',
        count: 1,
        comboId: 'combo-01',
        comboCount: 1,
        total: 10,
      },
    }
    await hub.append(ROOM, [text('一号的第一句', 1), gift, text('二号的话', 2)])
    const [, deleted] = await Promise.all([
      hub.append(ROOM, [text('一号的第二句', 1)]),
      calls['chatroom.operation'](operation({ type: 'delete-all', userId: 'u1' }), callBy(ADMIN, 0)),
    ])
    expect(deleted).toMatchObject({ ok: true })
    const served = await rooms.everythingServed()
    expect(served).not.toContain('一号的')
    expect(served).toContain('二号的话')
    expect(served).toContain('围巾')
    await hub.append(ROOM, [text('一号回来了', 1)])
    expect(await rooms.everythingServed()).toContain('一号回来了')
  })

  it('deletes messages of the same batch', async () => {
    const rooms = await twoRooms()
    const { author } = speakerOf(1)
    const appended = await Promise.all([
      rooms.hub.append(ROOM, [text('马上就没', 1)]),
      rooms.hub.append(ROOM, [{ kind: 'delete', data: { userId: author.userId } }]),
      rooms.hub.append(ROOM, [text('之后说的', 1)]),
    ])
    expect(appended.map(([entry]) => entry?.seq)).toEqual([1, 2, 3])
    expect(await kinds(rooms)).toEqual(['delete', 'delete', 'text'])
    expect(await rooms.everythingServed()).not.toContain('马上就没')
  })

  it('omits a quote whose text is deleted while the response is prepared', async () => {
    const rooms = await twoRooms()
    const { id } = await rooms.say('要删的话', 1)
    await Promise.all([
      rooms.hub.append(ROOM, [{ kind: 'delete', data: { ids: [id] } }]),
      rooms.hub.append(ROOM, [
        {
          kind: 'text',
          data: { text: '答', reply: { id, memberName: '球迷1', text: '要删的话' } },
          author: speakerOf(2).author,
        },
      ]),
    ])
    expect(await rooms.everythingServed()).not.toContain('要删的话')
  })

  it('deletes messages of members only, and is idempotent', async () => {
    const rooms = await twoRooms()
    const { calls } = rooms
    const [status] = await rooms.hub.append(ROOM, [{ kind: 'status', data: { homeScore: 1 } }])
    const { id } = await rooms.say('好球')
    const remove = (ids: string[]) => calls['chatroom.operation'](operation({ type: 'delete', ids }), callBy(ADMIN, 0))
    expect(await remove([status?.id ?? ''])).toMatchObject({ code: CODES.NOT_FOUND })
    expect(await remove(['nonsense', '__proto__'])).toMatchObject({ code: CODES.NOT_FOUND })
    expect(await remove([id, status?.id ?? ''])).toMatchObject({ ok: true })
    const head = rooms.hub.log.head(ROOM).seq
    expect(await remove([id])).toMatchObject({ ok: true })
    expect(rooms.hub.log.head(ROOM).seq).toBe(head)
    expect(rooms.hub.snapshot(ROOM)?.homeScore).toBe(1)
  })

  it('pins, unpins and changes settings for all, and keeps unnamed settings', async () => {
    const { hub, calls } = await twoRooms()
    const call = callBy(ADMIN, 0)
    dataOf(await calls['chatroom.operation'](operation({ type: 'pin', text: '  文明观赛  ' }), call))
    expect(hub.snapshot(ROOM)?.pinned).toBe('文明观赛')
    dataOf(await calls['chatroom.setup']({ chatRoomNo: ROOM, setup: { minVipLevel: 2 } }, call))
    const { setup } = dataOf(await calls['chatroom.setup']({ chatRoomNo: ROOM, setup: { slowModeSeconds: 10 } }, call))
    expect(setup).toEqual({ slowModeSeconds: 10, minVipLevel: 2, muteAll: false, welcomeText: '欢迎' })
    expect(hub.snapshot(ROOM)?.setup).toEqual(setup)
    const tooSlow = await calls['chatroom.setup']({ chatRoomNo: ROOM, setup: { slowModeSeconds: 3_601 } }, call)
    expect(tooSlow).toMatchObject({ code: CODES.PARAM_ERROR })
    dataOf(await calls['chatroom.operation'](operation({ type: 'pin', text: null }), call))
    expect(hub.snapshot(ROOM)?.pinned).toBeNull()
  })

  it('S4.32 removes a pinned message when it or its author is deleted', async () => {
    const { hub, calls } = await twoRooms()
    const call = callBy(ADMIN, 0)
    const pin = async (words: string) =>
      dataOf(await calls['chatroom.operation'](operation({ type: 'pin', text: words }), call))
    const [first] = await hub.append(ROOM, [text('加微信领红包', 1), text('二号的话', 2), text('再加微信', 1)])
    await pin('加微信领红包')
    dataOf(await calls['chatroom.operation'](operation({ type: 'delete', ids: [first?.id ?? ''] }), call))
    expect(hub.snapshot(ROOM)?.pinned).toBeNull()
    await pin('再加微信')
    dataOf(await calls['chatroom.operation'](operation({ type: 'delete-all', userId: 'u2' }), call))
    expect(hub.snapshot(ROOM)?.pinned).toBe('再加微信')
    dataOf(await calls['chatroom.operation'](operation({ type: 'delete-all', userId: 'u1' }), call))
    expect(hub.snapshot(ROOM)?.pinned).toBeNull()
  })

  it('S6.7 is consistent with twenty concurrent administrators', async () => {
    const entries = new MemoryEntryRepository()
    const roomStore = new MemoryRoomRepository()
    const twenty = definition({ admins: PEOPLE.slice(80).map(({ memberId }) => memberId) })
    const rooms = await testRooms({ entries, rooms: roomStore }, [twenty])
    const { calls, hub, clock } = rooms
    const ids = (
      await hub.append(
        ROOM,
        Array.from({ length: 20 }, (_, number) => text(`${number}`, number)),
      )
    ).map(({ id }) => id)
    const acts = Array.from({ length: 20 }, (_, number) => {
      const call = callBy(80 + number, clock.now())
      return [
        calls['chatroom.setup']({ chatRoomNo: ROOM, setup: { slowModeSeconds: number + 1 } }, call),
        calls['chatroom.setup']({ chatRoomNo: ROOM, setup: { minVipLevel: number + 1 } }, call),
        calls['chatroom.mute'](
          { chatRoomNo: ROOM, userId: `u${number % 5}`, minutes: number + 1, reason: `${number}` },
          call,
        ),
        calls['chatroom.operation'](operation({ type: 'pin', text: `置顶${number}` }), call),
        calls['chatroom.operation'](operation({ type: 'delete', ids: [ids[number % 10] ?? ''] }), call),
        calls['chatroom.setWords']({ chatRoomNo: ROOM, added: [`词${number}`], removed: [`词${number - 2}`] }, call),
      ]
    }).flat()
    expect((await Promise.all(acts)).filter((result) => !result.ok)).toEqual([])
    const snapshot = hub.snapshot(ROOM)
    expect(snapshot).toMatchObject({ setup: { slowModeSeconds: 20, minVipLevel: 20 }, pinned: '置顶19' })
    const { list } = dataOf(await calls['chatroom.muteList']({ chatRoomNo: ROOM }, callBy(ADMIN, 0)))
    expect(list.map(({ userId, reason }) => `${userId} ${reason}`).toSorted()).toEqual([
      'u0 15',
      'u1 16',
      'u2 17',
      'u3 18',
      'u4 19',
    ])
    // 60 settings and mutes, 20 pins, 20 block lists, 10 deletions: a repeated deletion does not count.
    expect(roomStore.trail).toHaveLength(110)
    expect(new Set(roomStore.trail.map(({ memberId }) => memberId)).size).toBe(20)
    const words = async (of: TestRooms) =>
      dataOf(await of.calls['chatroom.words']({ chatRoomNo: ROOM }, callBy(ADMIN, 0))).words
    expect(await words(rooms)).toEqual(['词18', '词19'])
    // Each action is in the log once, in order.
    const kinds = (await hub.log.range(ROOM, 20, hub.log.head(ROOM).seq)).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'mute')).toHaveLength(20)
    expect(kinds.filter((kind) => kind === 'setup')).toHaveLength(40)
    const again = await testRooms({ entries, rooms: roomStore }, [twenty])
    expect(await words(again)).toEqual(['词18', '词19'])
    expect(again.hub.snapshot(ROOM)).toEqual(snapshot)
    expect(dataOf(await again.calls['chatroom.muteList']({ chatRoomNo: ROOM }, callBy(ADMIN, 0))).list).toEqual(list)
  })
})
