import { CONSOLE_CODES } from '#protocol/console/constants.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { Member } from '#protocol/endpoints/shapes.ts'
import { Access } from '#server/http/access/access.ts'
import { OPEN_ACCESS } from '../../support/open-access.ts'
import { authorOf } from '#server/rooms/author.ts'
import { ReportQueue } from '#server/rooms/moderation/reports.ts'
import { claimReport } from '#server/operation/console/reports.ts'
import { SiteModeration } from '#server/rooms/moderation/site-moderation.ts'
import type { RoomDefinition } from '#server/rooms/room.ts'
import { STORE_KINDS } from '../../support/store.ts'
import { newCid } from '../rooms/rooms-support.ts'
import { openTestConsole, type ConsoleClient, type TestConsole } from './console-support.ts'

const HOUR_MS = 3_600_000
const ROOM: RoomDefinition = {
  chatRoomNo: 'room-1',
  matchId: 'match-1',
  anchorRoomId: 'anchor-1',
  title: '江城 - 南屿',
  venueName: 'YB',
  status: { anchorStatus: 1, homeScore: 0, guestScore: 0, clock: { phase: 'first-half', phaseStartedAt: 0 } },
  setup: { slowModeSeconds: 0, minVipLevel: 0, muteAll: false, welcomeText: '' },
  admins: [],
}

interface Person {
  readonly memberId: string
  readonly member: Member
}

describe.each(STORE_KINDS)('moderation in the console on %s', (kind) => {
  let console: TestConsole
  let root: ConsoleClient
  let second: ConsoleClient
  let reports: ReportQueue
  let people: readonly Person[]

  beforeAll(async () => {
    console = await openTestConsole(kind)
    const { members, rooms } = console.services
    await rooms.open(ROOM)
    reports = new ReportQueue({ hub: rooms, now: console.clock.now })
    const seed = { password: null, vipLevel: 1, level: 1, siteId: 5009, coins: 0 }
    const names = ['one', 'two', 'three', 'four', 'five', 'six']
    people = await members.ensure(names.map((name) => ({ ...seed, name: `fan-${name}`, nickname: `球迷${name}` })))
    root = (await console.setUp()).client
    second = await console.add(root, 'second', 'moderator')
  })
  afterAll(() => console.close())

  const personAt = (index: number): Person => people[index] ?? expect.fail('no such person')
  const room = () => console.services.rooms.room('room-1') ?? expect.fail('no room')

  /** Posts a message of a member and returns its id. */
  async function say(index: number, text: string): Promise<string> {
    console.clock.move(10_000)
    const { memberId, member } = personAt(index)
    const speaker = { memberId, author: authorOf(member), siteId: 5009, sessionId: null, address: '' }
    const said = await console.services.rooms.chat.say(room(), speaker, { cid: newCid(), text })
    return said.ok ? said.data.id : expect.fail(said.message)
  }

  async function report(index: number, id: string, note = ''): Promise<void> {
    const reporter = { ...personAt(index), sessionId: `s-${index}`, expireAt: 0 }
    console.clock.move(60_000)
    expect(await reports.report(room(), reporter, { id, reason: 'abuse', note })).toMatchObject({ ok: true })
  }

  const openReports = async () => (await root.call('report.list', { isOpen: true })).data.list
  const newest = async () => (await openReports())[0] ?? expect.fail('no report')

  it('stores a reported message once, with the messages around it and without the names of reporters', async () => {
    for (const text of ['前面第一句', '前面第二句']) await say(1, text)
    const id = await say(0, '你们都是骗子')
    await say(1, '后面这一句')
    await report(1, id, '点名骂人')
    await report(2, id)
    const [found, ...others] = await openReports()
    expect(others).toEqual([])
    expect(found).toMatchObject({
      room: '江城 - 南屿',
      memberName: personAt(0).member.nickname,
      reports: 2,
      decision: null,
    })
    expect(found?.context.map(({ text }) => text)).toEqual(['前面第一句', '前面第二句', '你们都是骗子', '后面这一句'])
    expect(found?.complaints).toMatchObject([{ reason: 'abuse', note: '点名骂人' }, { note: '' }])
    expect(JSON.stringify(found)).not.toContain(personAt(2).member.nickname)
  })

  it('mutes, deletes the message and moves the report to the decided ones', async () => {
    const { id, version } = await newest()
    const decision = { id, version, outcome: 'mute', minutes: 60, deletesMessage: true, reason: '辱骂他人' } as const
    const decided = await second.call('report.decide', decision)
    expect(decided.data.report.decision).toMatchObject({ outcome: 'mute', by: 'second', reason: '辱骂他人' })
    expect(room().muteOf(personAt(0).member.userId, console.clock.now())).not.toBeNull()
    const log = console.services.rooms.log.recent('room-1', 0, 100)
    expect(log.filter(({ json }) => json.includes('你们都是骗子'))).toEqual([])
    expect(await openReports()).toEqual([])
    const handled = (await root.call('report.list', { isOpen: false })).data.list
    expect(handled[0]?.context.map(({ text }) => text)).toContain('你们都是骗子')
    const { list } = (await root.call('audit.list', { action: 'report.decide' })).data
    expect(list.map(({ target }) => target).sort()).toEqual(['member fan-one', `report room-1 ${handled[0]?.entryId}`])
  })

  it('lets one of two moderators decide; the second sees the decision of the first', async () => {
    await report(2, await say(3, '广告广告'))
    const { id, version } = await newest()
    expect((await root.call('report.decide', { id, version, outcome: 'dismiss', reason: '没有违规' })).code).toBe(0)
    const late = await second.call('report.decide', { id, version, outcome: 'ban', reason: '广告' })
    expect(late).toMatchObject({
      code: CONSOLE_CODES.EDIT_CONFLICT,
      data: { current: { decision: { by: 'root', outcome: 'dismiss' } } },
    })
  })

  it('bans a member, whose second ban is no error', async () => {
    const ids = [await say(4, '代充请联系'), await say(4, '再次广告一下')]
    for (const id of ids) await report(2, id)
    for (const { id, version } of await openReports()) {
      const banned = await root.call('report.decide', { id, version, outcome: 'ban', reason: '广告' })
      expect(banned.code).toBe(0)
    }
    const { data } = await root.call('member.get', { userId: personAt(4).member.userId })
    expect(data).toMatchObject({ isBanned: true, record: { banReason: '广告' } })
  })

  it('opens a report again if its decision could not be carried out', async () => {
    await report(2, await say(5, '一句普通的话'))
    const { id, version, entryId } = await newest()
    await console.services.rooms.log.erase('room-1', { ids: [entryId] })
    const erased = { id, version, outcome: 'delete', reason: '测试' } as const
    expect((await root.call('report.decide', erased)).code).toBe(0)
    await report(2, await say(5, '另一句普通的话'))
    const other = await newest()
    await console.database.db.execute(`delete from room_entry`)
    const unknown = { id: other.id, version: other.version, outcome: 'mute', minutes: 5, reason: '测试' } as const
    await console.services.rooms.retire('room-1')
    expect((await root.call('report.decide', unknown)).code).toBe(CODES.NOT_FOUND)
    const again = await newest()
    expect(again).toMatchObject({ id: other.id, decision: null, version: other.version + 2, room: '' })
    const { list } = (await root.call('audit.list', { target: `report room-1 ${other.entryId}` })).data
    expect(list).toEqual([])
    await console.services.rooms.open(ROOM)
  })

  it('shows a report again a minute after a process has died while it carried out the decision', async () => {
    const { id, version } = await newest()
    const claim = { id, version, at: console.clock.now() }
    expect((await claimReport(console.database, claim, () => '')).ok).toBe(true)
    expect((await openReports()).map((one) => one.id)).not.toContain(id)
    const decision = { id, version: version + 1, outcome: 'dismiss', reason: '没有违规' } as const
    expect((await second.call('report.decide', decision)).code).toBe(CONSOLE_CODES.EDIT_CONFLICT)
    console.clock.move(60_000)
    expect(await newest()).toMatchObject({ id, version: version + 1, decision: null })
    expect((await second.call('report.decide', decision)).code).toBe(0)
  })

  it('blocks terms of the site in any spelling, and tests a text', async () => {
    const { data } = await second.call('term.change', { added: ['比分网', '假 球', '！！'], removed: [] })
    expect(data.list.map(({ term }) => term).sort()).toEqual(['假 球', '比分网'].sort())
    const test = (text: string) => root.call('term.test', { text })
    expect((await test('上比-分-网看假球')).data).toEqual({
      terms: expect.arrayContaining(['比分网', '假 球']),
      isBuiltIn: false,
    })
    expect((await test('加微信')).data).toMatchObject({ terms: [], isBuiltIn: true })
    const { memberId, member } = personAt(2)
    const speaker = { memberId, author: authorOf(member), siteId: 5009, sessionId: null, address: '' }
    const refused = await console.services.rooms.chat.say(room(), speaker, { cid: newCid(), text: '都看比 分 网' })
    expect(refused).toMatchObject({ ok: false, code: CODES.CHAT_WORD_BLOCKED })
    await second.call('term.change', { added: [], removed: ['比分网'] })
    const accepted = await console.services.rooms.chat.say(room(), speaker, { cid: newCid(), text: '都看比分网' })
    expect(accepted).toMatchObject({ ok: true })
  })

  it('Annex A 10408 blocks addresses and devices until they expire or are removed', async () => {
    let laterMs = 0
    const now = () => console.clock.now() + laterMs
    const moderation = new SiteModeration(console.database, { now, isShared: false, onError: () => undefined })
    const access = new Access(OPEN_ACCESS, now, moderation)
    const codeOf = (address: string, device: string) => access.refusal('gift.reward', address, device)?.code ?? null
    const added = await root.call('block.add', { kind: 'address', value: '198.51.100.0/24', reason: '攻击', hours: 1 })
    await root.call('block.add', { kind: 'device', value: 'device-4711', reason: '小号', hours: null })
    await moderation.reload()
    expect(codeOf('198.51.100.7', 'device-1')).toBe(CODES.IP_BLOCKADE)
    expect(codeOf('203.0.113.7', 'device-4711')).toBe(CODES.DEVICE_BLOCKADE)
    expect(codeOf('203.0.113.7', 'device-1')).toBeNull()
    expect(access.mayConnect('198.51.100.7')).toBe(false)
    const { list } = (await root.call('block.list', {})).data
    expect(list.map(({ value, operator }) => ({ value, operator }))).toHaveLength(2)
    expect(access.refusedRanges()).toContainEqual(['198.51.100.0/24', added.data.block.expiresAt])
    expect(access.isDeviceBlocked('device-4711')).toBe(true)
    laterMs = HOUR_MS
    expect(codeOf('198.51.100.7', 'device-1')).toBeNull()
    expect(added.data.block.expiresAt).toBeLessThanOrEqual(now())
    const device = list.find(({ kind: one }) => one === 'device')
    await root.call('block.remove', { id: device?.id ?? '', reason: '误封' })
    await moderation.reload()
    expect(codeOf('203.0.113.7', 'device-4711')).toBeNull()
  })

  it('refuses blocks that are no address, too large, or lock the operator out', async () => {
    const add = async (value: string, one: 'address' | 'device' = 'address') =>
      (await root.call('block.add', { kind: one, value, reason: '测试', hours: null })).code
    for (const value of ['example.com', '10.0.0.0/4', '2001::/8', root.address]) {
      // oxlint-disable-next-line no-await-in-loop -- in order
      expect(await add(value), value).toBe(CODES.PARAM_ERROR)
    }
    expect(await add('a b', 'device')).toBe(CODES.PARAM_ERROR)
  })

  it('reaches another process', async () => {
    const other = new SiteModeration(console.database, {
      now: console.clock.now,
      isShared: true,
      onError: (error) => expect.fail(String(error)),
    })
    await other.start()
    const isTold = new Promise<void>((resolve) => void other.onChange(resolve))
    await root.call('block.add', { kind: 'address', value: '192.0.2.251', reason: '攻击', hours: null })
    await isTold
    expect(other.isAddressBlocked('192.0.2.251')).toBe(true)
    other.close()
  })
})
