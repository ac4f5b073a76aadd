import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { CONSOLE_CODES } from '#protocol/console/constants.ts'
import type { ConsoleRequestOf } from '#protocol/console/table.ts'
import { SITE_ROOM } from '#protocol/room/kinds.ts'
import { MINUTE_MS } from '#protocol/time.ts'
import type { Match } from '#server/matches/match.ts'
import { ROOM_ITEMS_MAX, RoomMarquee } from '#server/site/room-marquee.ts'
import { ENDLESS, type SiteContent } from '#server/site/site-content.ts'
import { STORE_KINDS } from '../../support/store.ts'
import { definition } from '../rooms/rooms-support.ts'
import { type ConsoleClient, openTestConsole, type TestConsole } from './console-support.ts'

type Draft = Partial<ConsoleRequestOf<'content.save'>>

const ROOMS = ['room-1', 'room-2'] as const
/** The match of a room, with the fields that the marquee reads. */
const matchOf = (chatRoomNo: string) => ({ fixture: { chatRoomNo, eid: `M-${chatRoomNo}` } }) as Match

describe.each(STORE_KINDS)('marquee items of operators on %s', (kind) => {
  let console: TestConsole
  let root: ConsoleClient
  let editor: ConsoleClient
  let marquee: RoomMarquee

  beforeAll(async () => {
    console = await openTestConsole(kind, [...ROOMS, 'room-3'].map(matchOf))
    root = (await console.setUp()).client
    editor = await console.add(root, 'editor', 'editor')
    for (const chatRoomNo of ROOMS) await open(chatRoomNo)
  }, 120_000)
  beforeEach(() => {
    const onError = (error: unknown) => errors.push(error)
    const { content, rooms } = console.services
    marquee = new RoomMarquee({ content, rooms, matches: console.matches, now: console.clock.now, onError })
  })
  afterEach(async () => {
    marquee.stop()
    const { list } = (await root.call('content.list', { kind: 'marquee' })).data
    for (const { id, version } of list) await root.call('content.remove', { id, version, reason: '清理' })
    await marquee.refresh()
    expect(errors.splice(0)).toEqual([])
  })
  afterAll(() => console.close())

  const errors: unknown[] = []
  const now = () => console.clock.now()
  const open = (chatRoomNo: string) =>
    console.services.rooms.open(definition({ chatRoomNo, matchId: `m-${chatRoomNo}`, admins: [] }))
  const save = (content: string, { body, ...draft }: Draft = {}, client = editor) => {
    // Ids and audit lines of different times have an order.
    console.clock.move(1)
    return client.call('content.save', {
      id: null,
      version: 0,
      kind: 'marquee',
      body: { content, eid: '', order: 100, ...body },
      isPublished: true,
      startsAt: null,
      endsAt: null,
      reason: '活动通知',
      ...draft,
    })
  }
  const itemsOf = (chatRoomNo: string) => console.services.rooms.snapshot(chatRoomNo)?.marquee ?? []
  const textsOf = (chatRoomNo: string) => itemsOf(chatRoomNo).map(({ content }) => content)
  const shown = async () => {
    await marquee.refresh()
    return ROOMS.map(textsOf)
  }
  /** Entries of all logs, to count what was appended. */
  const heads = () => ROOMS.map((room) => console.services.rooms.log.head(room).seq)

  it('S3.24 are in every room or in one, and in no other room of the site', async () => {
    await save('全站通知')
    await save('一号房通知', { body: { eid: 'M-room-1' } })
    expect(await shown()).toEqual([['全站通知', '一号房通知'], ['全站通知']])
    expect(textsOf(SITE_ROOM)).toEqual([])
    expect(itemsOf('room-2')).toMatchObject([{ category: 0, pmdTimerStart: null, pmdTimerEnd: null }])
  })

  it('reach open rooms by themselves after a change', async () => {
    const { rooms } = console.services
    const seen = new Promise<string>((resolve) =>
      rooms.log.onAppend((chatRoomNo, entries) => {
        if (chatRoomNo === 'room-2' && entries.some((entry) => entry.json.includes('马上开始'))) resolve(chatRoomNo)
      }),
    )
    marquee.start()
    await save('马上开始')
    expect(await seen).toBe('room-2')
  })

  it('S4.27 are in rooms within their time window only, with category 1', async () => {
    const window = { startsAt: now() + MINUTE_MS, endsAt: now() + 3 * MINUTE_MS }
    await save('两分钟', window)
    expect(await shown()).toEqual([[], []])
    console.clock.move(MINUTE_MS)
    expect(await shown()).toEqual([['两分钟'], ['两分钟']])
    const { startsAt: pmdTimerStart, endsAt: pmdTimerEnd } = window
    expect(itemsOf('room-1')).toMatchObject([{ category: 1, pmdTimerStart, pmdTimerEnd }])
    console.clock.move(2 * MINUTE_MS)
    expect(await shown()).toEqual([[], []])
    const end = now() + MINUTE_MS
    await save('只有结束', { endsAt: end })
    await shown()
    expect(itemsOf('room-1')).toMatchObject([{ category: 1, pmdTimerStart: null, pmdTimerEnd: end }])
  })

  it('stand in the order of the operators, also after a change of one of them', async () => {
    const first = await save('甲', { body: { order: 10 } })
    await save('乙', { body: { order: 20 } })
    expect(await shown()).toEqual([
      ['甲', '乙'],
      ['甲', '乙'],
    ])
    const { id } = first.data.item
    await save('甲改', { id, version: 1, body: { order: 10 } })
    expect((await shown())[0]).toEqual(['甲改', '乙'])
    await save('甲改', { id, version: 2, body: { order: 30 } })
    expect((await shown())[0]).toEqual(['乙', '甲改'])
    await save('甲改', { id, version: 3, isPublished: false })
    expect((await shown())[0]).toEqual(['乙'])
  })

  it('are appended once, whatever the number of comparisons and of processes that write one after the other', async () => {
    await save('一次')
    await Promise.all([marquee.refresh(), marquee.refresh()])
    const before = heads()
    const { content, rooms } = console.services
    const onError = (error: unknown) => errors.push(error)
    const next = new RoomMarquee({ content, rooms, matches: console.matches, now, onError })
    await next.refresh()
    await marquee.refresh()
    expect(heads()).toEqual(before)
    expect(textsOf('room-1')).toEqual(['一次'])
  })

  it('leave the items of other sources in place', async () => {
    const item = { id: 'other-1', category: 0, pmdTimerStart: null, pmdTimerEnd: null, content: '别处' }
    const { rooms } = console.services
    await rooms.append('room-1', [{ kind: 'marquee', data: { item } }])
    await save('通知')
    expect((await shown())[0]).toEqual(['别处', '通知'])
    await rooms.append('room-1', [{ kind: 'marquee', data: { item, removed: true } }])
  })

  it('are in a room that is opened later, and leave a closed one', async () => {
    await save('迟到的房间')
    await marquee.refresh()
    await open('room-3')
    await marquee.refresh()
    expect(textsOf('room-3')).toEqual(['迟到的房间'])
    const room = console.services.rooms.room('room-3')!
    room.isOpen = false
    await marquee.refresh()
    expect(textsOf('room-3')).toEqual([])
    await console.services.rooms.retire('room-3')
  })

  it('are limited per room: the first ones in order are shown', async () => {
    const { rooms } = console.services
    const items = Array.from({ length: ROOM_ITEMS_MAX + 2 }, (_, index) => ({
      id: `item-${index}`,
      body: { content: `第${index + 1}条`, eid: '', order: index },
      start: 0,
      end: ENDLESS,
    }))
    const content = { current: () => items.toReversed(), onChange: () => {} } as unknown as SiteContent
    const onError = (error: unknown) => errors.push(error)
    const many = new RoomMarquee({ content, rooms, matches: console.matches, now, onError })
    await many.refresh()
    const texts = textsOf('room-1')
    expect(texts).toHaveLength(ROOM_ITEMS_MAX)
    expect([texts[0], texts.at(-1)]).toEqual(['第1条', `第${ROOM_ITEMS_MAX}条`])
    const before = heads()
    await many.refresh()
    expect(heads()).toEqual(before)
  })

  it('stay beside those of the server, and while a new process does not know the ones of the server yet', async () => {
    await save('运营')
    const { rooms, content } = console.services
    const rain = { id: 'rain-1', category: 1, pmdTimerStart: 0, pmdTimerEnd: ENDLESS, content: '红包雨' }
    const onError = (error: unknown) => errors.push(error)
    const withRain = (known: boolean) =>
      new RoomMarquee({
        content,
        rooms,
        matches: console.matches,
        more: () => Promise.resolve(known ? [rain] : null),
        now,
        onError,
      })
    await withRain(true).refresh()
    expect(ROOMS.map(textsOf)).toEqual([['运营', '红包雨'], ['运营', '红包雨']]) // prettier-ignore
    const before = heads()
    await withRain(false).refresh()
    expect(heads()).toEqual(before)
    await withRain(true).refresh()
    expect(heads()).toEqual(before)
  })

  it('are retried after a failed write, which is reported once', async () => {
    await save('重试')
    const { rooms, content } = console.services
    let failures = 2
    const failing = {
      rooms: rooms.rooms,
      writer: rooms.writer,
      append: ((...args) => {
        failures -= 1
        return failures >= 0 ? Promise.reject(new Error('no database')) : rooms.append(...args)
      }) as typeof rooms.append,
    }
    const reported: unknown[] = []
    const onError = (error: unknown) => reported.push(error)
    const second = new RoomMarquee({ content, rooms: failing, matches: console.matches, now, onError })
    await second.refresh()
    expect(reported).toHaveLength(1)
    await second.refresh()
    expect(ROOMS.map(textsOf)).toEqual([['重试'], ['重试']])
  })

  it('append nothing in a process that does not write the rooms', async () => {
    await save('别的进程写')
    const { rooms, content } = console.services
    const writer = { ...rooms.writer, isHere: false }
    const append: typeof rooms.append = () => Promise.reject(new Error('not the writer'))
    const follower = new RoomMarquee({
      content,
      rooms: { rooms: rooms.rooms, writer, append },
      matches: console.matches,
      now,
      onError: (error) => errors.push(error),
    })
    await follower.refresh()
    expect(ROOMS.map(textsOf)).toEqual([[], []])
  })

  it.each([
    ['an empty text', { content: ' ' }, 'content'],
    ['a text that is too long', { content: '长'.repeat(201) }, 'content'],
    ['a line break', { content: '一行\n两行' }, 'content'],
    ['a room that does not exist', { eid: 'nowhere' }, 'eid'],
    ['an id that is none', { eid: 'a b' }, 'eid'],
    ['an order below zero', { order: -1 }, 'order'],
  ] as const)('refuse %s', async (_what, wrong, field) => {
    const refused = await save('通知', { body: wrong })
    expect(refused).toMatchObject({ code: CODES.PARAM_ERROR, data: { fields: { [field]: expect.any(String) } } })
  })

  it('can be planned as a draft for a room that does not exist yet', async () => {
    expect((await save('草稿', { body: { eid: 'later' }, isPublished: false })).code).toBe(CODES.SUCCESS)
    expect(await shown()).toEqual([[], []])
  })

  it('show the conflict of two operators, and are in history and audit log with before and after', async () => {
    const { item } = (await save('第一版')).data
    const changes = [save('编辑改', { id: item.id, version: 1 }), save('管理改', { id: item.id, version: 1 }, root)]
    const codes = (await Promise.all(changes)).map(({ code }) => code)
    expect([...codes].sort((one, other) => one - other)).toEqual([CODES.SUCCESS, CONSOLE_CODES.EDIT_CONFLICT])
    const winner = codes[0] === CODES.SUCCESS ? '编辑改' : '管理改'
    expect(await shown()).toEqual([[winner], [winner]])
    const { list } = (await root.call('audit.list', { target: `marquee ${item.id}` })).data
    expect(list.map(({ before, after }) => [before, after])).toMatchObject([
      [{ body: { content: '第一版' } }, { body: { content: winner } }],
      [null, { body: { content: '第一版' } }],
    ])
    const history = (await editor.call('revision.list', { subject: item.id })).data.list
    expect(history.map(({ version }) => version)).toEqual([2, 1])
  })
})
