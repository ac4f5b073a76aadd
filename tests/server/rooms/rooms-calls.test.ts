import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { chatroomEndpoints } from '#protocol/endpoints/chatroom.ts'
import type { MarqueeItem, MatchEvent } from '#protocol/room/feed.ts'
import { HISTORY_MAX_AGE_MS, MATCH_EVENTS_MAX } from '#protocol/constants.ts'
import type { EntryDraft } from '#server/rooms/log/entries.ts'
import { MemoryEntryRepository, MemoryRoomRepository } from '#tests/support/memory-repositories.ts'
import { callBy, visitorCall, dataOf, definition, newCid, ROOM, speakerOf, testRooms, text } from './rooms-support.ts'

const event = (number: number): MatchEvent => ({
  id: `event-${number}`,
  type: 'goal',
  side: 'home',
  minute: number,
  text: '进球',
  homeScore: number,
  awayScore: 0,
})
const item = (id: string, pmdTimerEnd: number | null = null): MarqueeItem => ({
  id,
  category: 1,
  pmdTimerStart: null,
  pmdTimerEnd,
  content: `公告 ${id}`,
})
const odds = {
  home: { value: 1_620, move: 'up' as const },
  draw: null,
  away: { value: 2_100, move: 'same' as const },
  suspended: false,
  delaySeconds: 3,
}

describe('chatroom calls', () => {
  it('S3.12 settled 9 join returns key, ticket, position, snapshot and the newest 50 rows', async () => {
    const { hub, calls, clock } = await testRooms()
    await hub.append(ROOM, [text('一'), ...Array.from({ length: 60 }, (_, index) => text(`第${index}`))])
    await hub.append(
      ROOM,
      Array.from({ length: 30 }, (): EntryDraft => ({ kind: 'status', data: { viewers: 1 } })),
    )
    const joined = dataOf(await calls['chatroom.anonJoin']({ chatRoomNo: ROOM }, visitorCall(clock.now())))
    expect(chatroomEndpoints['chatroom.anonJoin'].data.safeParse(joined).success).toBe(true)
    expect(joined).toMatchObject({ seq: 91, recovered: true, missed: 0 })
    expect(joined.history.map(({ seq }) => seq)).toEqual(Array.from({ length: 50 }, (_, index) => 12 + index))
    expect(joined.snapshot).toMatchObject({
      title: '江城 - 南屿',
      setup: { muteAll: false, minVipLevel: 0, welcomeText: '欢迎' },
      admins: Array.from({ length: 10 }, (_, n) => `u${90 + n}`),
    })
    expect(JSON.stringify(joined)).not.toContain('00000000-0000-7000')
  })

  it('join returns no history to a client that can be recovered, and the loss to others', async () => {
    const { hub, calls, clock } = await testRooms()
    await hub.append(ROOM, [text('一'), text('二'), text('三')])
    const { epoch } = hub.log.head(ROOM)
    const join = async (position: { epoch: number; seq: number }) =>
      dataOf(await calls['chatroom.anonJoin']({ chatRoomNo: ROOM, position }, visitorCall(clock.now())))
    expect(await join({ epoch, seq: 1 })).toMatchObject({ recovered: true, missed: 0, history: [], seq: 3 })
    expect(await join({ epoch: epoch + 1, seq: 1 })).toMatchObject({ recovered: false, missed: 2, seq: 3 })
    clock.move(HISTORY_MAX_AGE_MS + 1)
    const late = await join({ epoch, seq: 1 })
    expect(late).toMatchObject({ recovered: false, missed: 2 })
    expect(late.history).toHaveLength(3)
  })

  it('S6.4 unknown rooms are refused', async () => {
    const { calls } = await testRooms()
    for (const name of ['chatroom.webJoin', 'chatroom.appJoin'] as const) {
      expect(await calls[name]({ chatRoomNo: 'room-9' }, callBy(1, 0))).toMatchObject({ code: CODES.NOT_FOUND })
    }
    const history = { chatRoomNo: 'room-9', beforeSeq: 5, size: 5 }
    expect(await calls['chatroom.anonHistory'](history, visitorCall(0))).toMatchObject({ code: CODES.NOT_FOUND })
  })

  it('S7.110 pages contain all rows without gaps, duplicates or other kinds', async () => {
    const kinds = fc.array(fc.boolean(), { minLength: 1, maxLength: 120 })
    await fc.assert(
      fc.asyncProperty(kinds, fc.integer({ min: 1, max: 20 }), async (isText, size) => {
        const { hub, calls } = await testRooms()
        await hub.append(
          ROOM,
          isText.map((row, index): EntryDraft =>
            row ? text(`${index}`) : { kind: 'status', data: { viewers: index } },
          ),
        )
        const seqs: number[] = []
        let beforeSeq = isText.length + 1
        for (let hasMore = true; hasMore;) {
          const request = { chatRoomNo: ROOM, beforeSeq, size }
          const page = dataOf(await calls['chatroom.webHistory'](request, callBy(1, 0)))
          expect(page.list.length).toBeLessThanOrEqual(size)
          seqs.unshift(...page.list.map(({ seq }) => seq))
          beforeSeq = page.list[0]?.seq ?? 0
          hasMore = page.hasMore
        }
        expect(seqs).toEqual(isText.flatMap((row, index) => (row ? [index + 1] : [])))
      }),
      { numRuns: 40, seed: 3 },
    )
  })

  it('S3.12 S3.17 S3.18 list which matches have a room, without duplicates', async () => {
    const others = definition({
      chatRoomNo: 'room-2',
      matchId: 'match-2',
      anchorRoomId: '',
      status: { ...definition().status, anchorStatus: 3, clock: { phase: 'before', phaseStartedAt: 5 } },
    })
    const { hub, calls } = await testRooms({}, [definition(), others])
    const room = hub.room('room-2')
    if (room) room.isOpen = false
    const response = await calls['chatroom.status'](
      { matchIds: ['match-1', 'match-2', 'match-3', 'match-1'] },
      visitorCall(0),
    )
    expect(dataOf(response).list).toEqual([
      { matchId: 'match-1', status: 1, exist: true, gameStatus: 'first-half', chatRoomNo: ROOM, type: 2 },
      { matchId: 'match-2', status: 2, exist: true, gameStatus: 'before', chatRoomNo: 'room-2', type: 1 },
      { matchId: 'match-3', status: 0, exist: false, gameStatus: '', chatRoomNo: null, type: 1 },
    ])
  })
})

describe('snapshot', () => {
  it('follows the entries and is the same after a restart, stored or not', async () => {
    const entries = new MemoryEntryRepository()
    const roomStore = new MemoryRoomRepository()
    const { hub, clock } = await testRooms({ entries, rooms: roomStore })
    await hub.setStatus(ROOM, { homeScore: 1, odds, event: event(1) })
    await hub.setStatus(ROOM, { anchorStatus: 2, clock: { phase: 'half-time', phaseStartedAt: clock.now() } })
    await hub.append(ROOM, [
      { kind: 'system', data: { text: '红牌', event: { ...event(2), type: 'red-card' } } },
      { kind: 'marquee', data: { item: item('a') } },
      { kind: 'marquee', data: { item: item('b') } },
      { kind: 'marquee', data: { item: { ...item('a'), content: '改过' } } },
      { kind: 'marquee', data: { item: item('b'), removed: true } },
      { kind: 'pin', data: { text: '文明观赛' } },
      { kind: 'setup', data: { slowModeSeconds: 5, minVipLevel: 1, muteAll: true, welcomeText: '来了' } },
    ])
    const expected = {
      homeScore: 1,
      guestScore: 0,
      anchorStatus: 2,
      clock: { phase: 'half-time' },
      odds,
      pinned: '文明观赛',
      setup: { slowModeSeconds: 5, muteAll: true },
      marquee: [{ id: 'a', content: '改过' }],
      events: [{ id: 'event-1' }, { id: 'event-2', type: 'red-card' }],
    }
    expect(hub.snapshot(ROOM)).toMatchObject(expected)
    const killed = await testRooms({ entries, rooms: roomStore })
    expect(killed.hub.snapshot(ROOM)).toEqual(hub.snapshot(ROOM))
    await killed.hub.close()
    const stored = await testRooms({ entries: new MemoryEntryRepository(), rooms: roomStore })
    expect(stored.hub.snapshot(ROOM)).toEqual(hub.snapshot(ROOM))
    expect(stored.hub.log.head(ROOM).epoch).toBeGreaterThan(hub.log.head(ROOM).epoch)
  })

  it('keeps the newest 300 events, without duplicates, and starts again with the next match', async () => {
    const { hub } = await testRooms()
    for (let number = 0; number < MATCH_EVENTS_MAX + 5; number += 1) await hub.setStatus(ROOM, { event: event(number) })
    await hub.setStatus(ROOM, { event: { ...event(20), text: '改判' } })
    const events = hub.snapshot(ROOM)?.events ?? []
    expect(events).toHaveLength(MATCH_EVENTS_MAX)
    expect(events.map(({ id }) => id)).toEqual(
      Array.from({ length: MATCH_EVENTS_MAX }, (_, index) => `event-${index + 5}`),
    )
    expect(events.find(({ id }) => id === 'event-20')?.text).toBe('改判')
    await hub.setStatus(ROOM, { clock: { phase: 'before', phaseStartedAt: 0 }, homeScore: 0 })
    expect(hub.snapshot(ROOM)?.events).toEqual([])
  })

  it('S4.27 keeps items of other categories, whose times are ignored', async () => {
    const { hub, clock } = await testRooms()
    const past = { ...item('always', clock.now() - 1_000), category: 2 }
    await hub.append(ROOM, [{ kind: 'marquee', data: { item: past } }])
    await hub.append(ROOM, [{ kind: 'marquee', data: { item: item('next') } }])
    expect(hub.snapshot(ROOM)?.marquee.map(({ id }) => id)).toEqual(['always', 'next'])
  })

  it('drops expired marquee items and limits their number', async () => {
    const { hub, clock } = await testRooms()
    await hub.append(ROOM, [{ kind: 'marquee', data: { item: item('short', clock.now() + 1_000) } }])
    clock.move(2_000)
    await hub.append(
      ROOM,
      Array.from({ length: 80 }, (_, n): EntryDraft => ({ kind: 'marquee', data: { item: item(`m${n}`) } })),
    )
    const ids = hub.snapshot(ROOM)?.marquee.map(({ id }) => id) ?? []
    expect(ids).toHaveLength(50)
    expect(ids).not.toContain('short')
  })

  it('has the title of the room and its current viewers', async () => {
    const { hub } = await testRooms()
    hub.setTitle(ROOM, '加时赛')
    hub.setCrowdViewers(ROOM, 12_000)
    const room = hub.room(ROOM)
    if (room) hub.enter(room, 'socket-1', null)
    expect(hub.snapshot(ROOM)).toMatchObject({ title: '加时赛', viewers: 12_001 })
    expect(hub.viewers(ROOM)).toBe(12_001)
    expect(hub.listeners(ROOM)).toBe(1)
  })

  it('opening is idempotent and loses nothing', async () => {
    const { hub } = await testRooms()
    dataOf(await hub.chat.say(hub.room(ROOM), speakerOf(1), { cid: newCid(), text: '一' }))
    await Promise.all([hub.open(definition()), hub.open(definition())])
    await Promise.all([hub.open(definition({ chatRoomNo: 'x' })), hub.open(definition({ chatRoomNo: 'x' }))])
    expect(hub.log.head(ROOM).seq).toBe(1)
    expect(dataOf(await hub.chat.say(hub.room('x'), speakerOf(1), { cid: newCid(), text: '一' })).seq).toBe(1)
  })
})
