import { CONSOLE_CODES } from '#protocol/console/constants.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { LiveAnchorView, LiveRoomDetail } from '#protocol/console/rooms.ts'
import { HOUR_MS, MINUTE_MS } from '#protocol/time.ts'
import { liveAnchor } from '#server/database/schema/live.ts'
import { tokenHash } from '#server/members/sessions/token.ts'
import type { PublisherRule } from '#server/matches/live/live-rooms.ts'
import { SHORT_KINDS } from '../../support/store.ts'
import { type ConsoleClient, openTestConsole, type TestConsole } from './console-support.ts'

/** One pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe.each(SHORT_KINDS)('live rooms in the console on %s', (kind) => {
  let console: TestConsole
  let root: ConsoleClient
  let presenter: ConsoleClient
  let rules: ReadonlyMap<string, PublisherRule> = new Map()
  const publishing = new Map<string, boolean>()

  beforeAll(async () => {
    console = await openTestConsole(kind)
    root = (await console.setUp()).client
    presenter = await console.add(root, 'presenter', 'anchor')
    const { liveRooms, members } = console.services
    liveRooms.connect({
      media: { setPublishing: (name, isOn) => void publishing.set(name, isOn) },
      ingest: { setRules: (given) => void (rules = given) },
    })
    await liveRooms.start()
    liveRooms.stop()
    const seed = { password: null, vipLevel: 1, level: 1, siteId: 5009, coins: 0 }
    await members.ensure([{ ...seed, name: 'wang001', nickname: '王小明' }])
  }, 120_000)
  afterAll(() => console.close())

  let count = 0
  /** An anchor with a room that started a minute ago. */
  async function create(account: string | null = null): Promise<{ anchor: LiveAnchorView; room: LiveRoomDetail }> {
    count += 1
    const anchor = await root.call('anchor.create', { nick: `主播${count}`, account, maxKbps: 4_000 })
    expect(anchor.code).toBe(CODES.SUCCESS)
    const startsAt = console.clock.now() - MINUTE_MS
    const request = { anchorId: anchor.data.anchor.id, title: `直播间${count}`, intro: '每晚八点', startsAt }
    const room = await root.call('room.create', request)
    expect(room.code).toBe(CODES.SUCCESS)
    return { anchor: anchor.data.anchor, room: room.data.room }
  }
  const edited = ({ id, version }: { id: string; version: number }) => ({ id, version })
  const listed = (eid: string) => console.services.liveRooms.matches().find(({ fixture }) => fixture.eid === eid)
  const linesOf = async (eid: string) => (await root.call('audit.list', { target: `room ${eid}` })).data.list

  let anchor: LiveAnchorView
  let room: LiveRoomDetail
  beforeEach(async () => {
    ;({ anchor, room } = await create())
  })

  it('lists a new room with its anchor for viewers, and opens its chat room', async () => {
    expect(listed(room.eid)).toMatchObject({
      fixture: { title: room.title, kind: 'anchor', anchor: { nick: anchor.nick }, chatRoomNo: room.chatRoomNo },
      state: { anchorStatus: 0, clock: { phase: 'first-half' } },
      coverUrl: '',
    })
    expect(console.services.rooms.isOpen(room.chatRoomNo)).toBe(true)
    expect(await linesOf(room.eid)).toMatchObject([{ action: 'room.create', after: { title: room.title } }])
    const found = await root.call('room.list', { text: room.title })
    expect(found.data.list.map(({ id }) => id)).toEqual([room.id])
  })

  it('changes title and start for viewers', async () => {
    const startsAt = console.clock.now() + MINUTE_MS
    const change = { title: `${room.title}改`, intro: '改期', startsAt, isGiftOpen: false, hasTestPicture: true }
    const { data } = await root.call('room.update', { ...edited(room), ...change })
    expect(data.room).toMatchObject({ ...change, version: 2 })
    expect(listed(room.eid)).toMatchObject({
      fixture: { title: change.title },
      state: { clock: { phase: 'before', phaseStartedAt: startsAt }, anchorStatus: 0 },
    })
    const { liveRooms, rooms } = console.services
    expect(liveRooms.acceptsGifts(room.chatRoomNo)).toBe(false)
    expect(rooms.room(room.chatRoomNo)?.title).toBe(change.title)
    console.clock.move(MINUTE_MS)
    await liveRooms.refresh()
    expect(rooms.snapshot(room.chatRoomNo)).toMatchObject({ clock: { phase: 'first-half' }, anchorStatus: 1 })
    expect(publishing.get(room.chatRoomNo)).toBe(true)
  })

  it('refuses a change of a version that another operator has replaced, and keeps the stored values', async () => {
    await root.call('room.setOpen', { ...edited(room), isOpen: false })
    const change = { title: '晚到的标题', intro: '', startsAt: 0, isGiftOpen: true, hasTestPicture: false }
    const late = await root.call('room.update', { ...edited(room), ...change })
    expect(late.code).toBe(CONSOLE_CODES.EDIT_CONFLICT)
    expect((await root.call('room.get', { id: room.id })).data).toMatchObject({ title: room.title, version: 2 })
  })

  it('refuses names that are taken, and a second room of an anchor', async () => {
    const other = await create()
    const same = { intro: '', startsAt: 0, isGiftOpen: true, hasTestPicture: false, title: room.title }
    expect((await root.call('room.update', { ...edited(other.room), ...same })).code).toBe(CODES.NAME_TAKEN)
    const second = { anchorId: anchor.id, title: '第二个直播间', intro: '', startsAt: 0 }
    expect((await root.call('room.create', second)).code).toBe(CODES.NAME_TAKEN)
    const twin = await root.call('anchor.create', { nick: anchor.nick, account: null, maxKbps: 4_000 })
    expect(twin.code).toBe(CODES.NAME_TAKEN)
  })

  it('lists the anchors without a room', async () => {
    const free = await root.call('anchor.create', { nick: '空闲主播', account: null, maxKbps: 4_000 })
    const all = await root.call('anchor.list', { text: '' })
    expect(all.data.list.map(({ id }) => id)).toContain(anchor.id)
    const { data } = await root.call('anchor.list', { text: '', isFree: true })
    expect(data.list.map(({ id }) => id)).toEqual([free.data.anchor.id])
  })

  it('S3.9 refuses anchors whose name looks like staff, and keeps those that have one already', async () => {
    for (const nick of ['系统', '客 服', 'аdmin', '\u3164房\u200b管']) {
      const refused = await root.call('anchor.create', { nick, account: null, maxKbps: 4_000 })
      expect(refused, nick).toMatchObject({ code: CODES.PARAM_ERROR, data: { fields: { nick: expect.any(String) } } })
    }
    const renamed = await root.call('anchor.update', {
      ...edited(anchor),
      nick: '管理员',
      account: null,
      maxKbps: 4_000,
    })
    expect(renamed.code).toBe(CODES.PARAM_ERROR)
    await console.database.db.update(liveAnchor).set({ nick: '客服小周' }).where(eq(liveAnchor.id, anchor.id))
    const slower = { ...edited(anchor), nick: '客服小周', account: null, maxKbps: 3_000 }
    expect((await root.call('anchor.update', slower)).code).toBe(CODES.SUCCESS)
  })

  it('closes chat, video and publishing of a room, and opens them again', async () => {
    const closed = await root.call('room.setOpen', { ...edited(room), isOpen: false })
    expect(closed.data.room).toMatchObject({ closedAt: console.clock.now(), anchorStatus: 3 })
    const { rooms, liveRooms } = console.services
    expect([rooms.isOpen(room.chatRoomNo), liveRooms.clipOf(room.chatRoomNo)]).toEqual([false, null])
    expect(rules.has(room.chatRoomNo)).toBe(false)
    await rooms.refresh()
    expect(rooms.isOpen(room.chatRoomNo)).toBe(false)
    expect(listed(room.eid)?.state).toMatchObject({ clock: { phase: 'ended' }, anchorStatus: 3 })
    const opened = await root.call('room.setOpen', { ...edited(closed.data.room), isOpen: true })
    expect(opened.data.room.closedAt).toBeNull()
    expect(rooms.isOpen(room.chatRoomNo)).toBe(true)
    expect(rules.get(room.chatRoomNo)?.maxKbps).toBe(4_000)
  })

  it('sets administrators by sign-in name, and refuses unknown names', async () => {
    const set = await root.call('room.setAdmins', { ...edited(room), names: ['WANG001 '] })
    expect(set.data.room.admins).toEqual(['wang001'])
    expect(console.services.rooms.snapshot(room.chatRoomNo)?.admins).toHaveLength(1)
    const unknown = await root.call('room.setAdmins', { ...edited(set.data.room), names: ['wang001', 'nobody'] })
    expect(unknown.code).toBe(CODES.PARAM_ERROR)
    const line = (await linesOf(room.eid)).find(({ action }) => action === 'room.setAdmins')
    expect(line).toMatchObject({ before: { admins: [] }, after: { admins: ['wang001'] } })
  })

  it('changes rules, welcome text and pin of the chat room', async () => {
    const wanted = { slowModeSeconds: 5, minVipLevel: 2, muteAll: false }
    await root.call('room.setRules', { id: room.id, ...wanted })
    await root.call('room.setWelcome', { id: room.id, welcomeText: '欢迎' })
    const { data } = await root.call('room.pin', { id: room.id, text: '今晚抽奖' })
    expect(data.room).toMatchObject({ rules: { ...wanted, welcomeText: '欢迎' }, pinned: '今晚抽奖' })
    const unpinned = await root.call('room.pin', { id: room.id, text: '' })
    expect(unpinned.data.room.pinned).toBe('')
    const lines = await linesOf(room.eid)
    expect(lines.map(({ action }) => action).sort()).toEqual([
      'room.create',
      'room.pin',
      'room.pin',
      'room.setRules',
      'room.setWelcome',
    ])
    expect(lines).toContainEqual(expect.objectContaining({ before: { pinned: '今晚抽奖' }, after: { pinned: '' } }))
  })

  it('stores a cover, serves it under its hash, and refuses other files', async () => {
    const set = await root.call('room.setCover', { ...edited(room), picture: PNG })
    const { coverUrl } = set.data.room
    expect(listed(room.eid)?.coverUrl).toBe(coverUrl)
    const [, , eid = '', hash = ''] = coverUrl.split('/')
    const stored = await console.services.liveRooms.repository.cover(Number(eid.slice(1)), hash)
    expect(stored?.type).toBe('image/png')
    const text = Buffer.from('<svg onload="alert(1)">').toString('base64')
    expect((await root.call('room.setCover', { ...edited(set.data.room), picture: text })).code).toBe(CODES.PARAM_ERROR)
  })

  it('returns a stream key once and stores its hash only', async () => {
    const { data } = await root.call('anchor.renewKey', edited(anchor))
    const [stream, token = ''] = data.streamKey.split('?key=')
    expect(stream).toBe(room.chatRoomNo)
    expect(rules.get(room.chatRoomNo)?.keyHash).toBe(tokenHash(token))
    const seen = JSON.stringify([
      await root.call('anchor.list', { text: '' }),
      await root.call('room.get', { id: room.id }),
      await root.call('audit.list', { action: 'anchor.renewKey' }),
    ])
    expect(seen).not.toContain(token)
    expect(seen).not.toContain(tokenHash(token))
    const again = await root.call('anchor.renewKey', edited(data.anchor))
    expect(again.data.streamKey).not.toBe(data.streamKey)
  })

  it('shows an anchor the own room only', async () => {
    expect((await presenter.call('stream.get', {})).data).toEqual({ room: null })
    const own = await create('presenter')
    const { data } = await presenter.call('room.list', { text: '' })
    expect(data.list.map(({ id }) => id)).toEqual([own.room.id])
    const answers = [
      await presenter.call('room.get', { id: room.id }),
      await presenter.call('room.pin', { id: room.id, text: '别人的房间' }),
      await presenter.call('room.setWelcome', { id: room.id, welcomeText: '别人的房间' }),
      await presenter.call('anchor.renewKey', edited(anchor)),
    ]
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => CODES.NOT_FOUND))
    expect((await presenter.call('stream.get', {})).data.room).toMatchObject({ id: own.room.id, title: own.room.title })
    expect((await root.call('stream.get', {})).code).not.toBe(CODES.SUCCESS)
    expect((await presenter.call('room.pin', { id: own.room.id, text: '开播了' })).data.room.pinned).toBe('开播了')
    expect((await presenter.call('anchor.renewKey', edited(own.anchor))).code).toBe(CODES.SUCCESS)
  })

  it('reports the publisher to viewers, and the end of the room instead while it is closed', async () => {
    const { liveRooms, rooms } = console.services
    const statusOf = () => rooms.snapshot(room.chatRoomNo)?.anchorStatus
    await liveRooms.setPublisher(room.chatRoomNo, 'live')
    expect([statusOf(), listed(room.eid)?.state.anchorStatus, publishing.get(room.chatRoomNo)]).toEqual([1, 1, true])
    await liveRooms.setPublisher(room.chatRoomNo, 'gone')
    expect([statusOf(), publishing.get(room.chatRoomNo)]).toEqual([2, false])
    await root.call('room.setOpen', { ...edited(room), isOpen: false })
    expect(statusOf()).toBe(3)
    await liveRooms.setPublisher(room.chatRoomNo, null)
    expect(statusOf()).toBe(3)
  })

  it('restores rooms with rules and administrators after a restart', async () => {
    await root.call('room.setAdmins', { ...edited(room), names: ['wang001'] })
    const { LiveRooms } = await import('#server/matches/live/live-rooms.ts')
    const { database, rooms } = console.services
    const onError = (error: unknown): void => expect.unreachable(String(error))
    const other = new LiveRooms({ database, rooms, now: console.clock.now, onError })
    await other.start()
    other.stop()
    expect(other.matches()).toEqual(console.services.liveRooms.matches())
  })

  it('drops a room that was closed a day ago from the list', async () => {
    await root.call('room.setOpen', { ...edited(room), isOpen: false })
    const { liveRooms, rooms } = console.services
    expect(listed(room.eid)).toBeDefined()
    console.clock.move(25 * HOUR_MS)
    await liveRooms.start()
    liveRooms.stop()
    expect(listed(room.eid)).toBeUndefined()
    expect(rooms.has(room.chatRoomNo)).toBe(false)
  })
})
