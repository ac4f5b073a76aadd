import { ADJUSTMENT_ALONE_PER_DAY, CONSOLE_CODES } from '#protocol/console/constants.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { member } from '#server/database/schema/member.ts'
import { passkey } from '#server/database/schema/security.ts'
import { SITE_ROOM_DEFINITION } from '#server/rooms/hub.ts'
import { type RoomWriter, SOLE_WRITER } from '#server/rooms/room-writer.ts'
import { STORE_KINDS } from '../../support/store.ts'
import { randomId } from '#lib/random-id.ts'
import { codesOf, type ConsoleClient, openTestConsole, PASSWORD, type TestConsole } from './console-support.ts'

describe.each(STORE_KINDS)('members and their coins in the console on %s', (kind) => {
  let console: TestConsole
  let root: ConsoleClient
  let second: ConsoleClient
  let userId: string
  let memberId: string
  /** Names of the commands that ran in the process that writes the rooms. */
  const commands: string[] = []
  const define: RoomWriter['define'] = (name, work) => async (parameters) => {
    commands.push(name)
    return work(JSON.parse(JSON.stringify(parameters)) as typeof parameters)
  }

  const now = () => console.clock.now()
  const auditOf = async (action: string) => (await root.call('audit.list', { action })).data.list
  const detail = async () => (await root.call('member.get', { userId })).data

  beforeAll(async () => {
    vi.spyOn(SOLE_WRITER, 'define').mockImplementation(define)
    console = await openTestConsole(kind)
    root = (await console.setUp()).client
    second = await console.add(root, 'second', 'operator')
    const seed = { password: PASSWORD, nickname: '小王_100%', vipLevel: 1, level: 1, siteId: 5009, coins: 50 }
    const [created] = await console.services.members.ensure([{ ...seed, name: 'wang001' }])
    userId = created?.member.userId ?? ''
    memberId = created?.memberId ?? ''
  }, 120_000)
  afterAll(async () => {
    vi.restoreAllMocks()
    await console.close()
  })

  it.each(['WANG', '王_100%', 'id'])('finds a member by %s', async (text) => {
    const { list } = (await root.call('member.search', { text: text === 'id' ? userId : text })).data
    expect(list.map(({ name }) => name)).toEqual(['wang001'])
  })

  it('does not take wildcards of the search text as such', async () => {
    expect((await root.call('member.search', { text: '小_王' })).data.list).toEqual([])
  })

  it('bans: ends the sessions, records why, and shows a second operator the conflict', async () => {
    const client = { deviceId: 'a-device', clientType: 2, address: '192.0.2.1' } as const
    const { token } = await console.services.sessions.create(memberId, client)
    const { version } = (await detail()).record
    expect((await root.call('member.ban', { userId, version, reason: '刷屏广告' })).data.isBanned).toBe(true)
    const found = await console.services.sessions.find(token, 'a-device')
    expect(found).toEqual({ session: null, endedBy: CODES.ACCOUNT_BLOCKADE })
    const late = await second.call('member.setNote', { userId, version, note: '待观察' })
    expect(late).toMatchObject({ code: CONSOLE_CODES.EDIT_CONFLICT, data: { current: { isBanned: true } } })
    expect(await detail()).toMatchObject({ isBanned: true, record: { banReason: '刷屏广告', note: '' } })
    const unbanned = await root.call('member.unban', { userId, version: version + 1, reason: '申诉成立' })
    expect(unbanned.data).toMatchObject({ isBanned: false, record: { banReason: '' } })
    const [line] = await auditOf('member.unban')
    expect(line).toMatchObject({ before: { isBanned: true }, after: { isBanned: false, reason: '申诉成立' } })
  })

  it('mutes and unmutes where the room is written; the room names no operator', async () => {
    const chatRoomNo = 'console-room'
    const { rooms } = console.services
    await rooms.open({ ...SITE_ROOM_DEFINITION, chatRoomNo, matchId: chatRoomNo })
    const mute = { userId, chatRoomNo, minutes: 10, reason: '刷屏' }
    expect((await root.call('member.mute', { ...mute, chatRoomNo: 'no-room' })).code).toBe(CODES.NOT_FOUND)
    const { data } = await root.call('member.mute', mute)
    expect((await detail()).mutes).toEqual([{ chatRoomNo, until: data.until, reason: '刷屏' }])
    expect(await rooms.database.mutes(chatRoomNo, now())).toMatchObject([{ userId, byName: '运营' }])
    expect((await root.call('member.unmute', { userId, chatRoomNo })).code).toBe(0)
    expect((await detail()).mutes).toEqual([])
    expect(await auditOf('member.unmute')).toMatchObject([{ target: 'member wang001' }])
    expect(commands.filter((name) => name.startsWith('console.'))).toEqual([
      'console.mute',
      'console.mute',
      'console.unmute',
    ])
  })

  it('signs out everywhere', async () => {
    const client = { deviceId: 'a-device', clientType: 2, address: '192.0.2.1' } as const
    const { token } = await console.services.sessions.create(memberId, client)
    expect((await detail()).sessions).toHaveLength(1)
    expect((await root.call('member.signOut', { userId })).code).toBe(0)
    expect(await console.services.sessions.find(token, 'a-device')).toMatchObject({ endedBy: CODES.AUTH_ERROR })
    expect((await detail()).sessions).toEqual([])
  })

  it('removes the passkeys of a member who has lost them', async () => {
    const { db } = console.database
    const row = { id: 'a-passkey', publicKey: '', counter: 0, transports: [], label: '手机', usedAt: null }
    await db.insert(passkey).values({ ...row, memberId, createdAt: now() })
    await db.update(member).set({ isPasskeyRequired: true }).where(eq(member.id, memberId))
    expect(await detail()).toMatchObject({ passkeys: 1, isPasskeyRequired: true })
    expect((await root.call('member.resetFactor', { userId, reason: '手机丢失' })).code).toBe(0)
    expect(await detail()).toMatchObject({ passkeys: 0, isPasskeyRequired: false })
    expect(await auditOf('member.resetFactor')).toMatchObject([{ before: { passkeys: 1 } }])
  })

  const adjust = (coins: number, key: string = randomId(), by = root) =>
    by.call('coins.adjust', { userId, coins, reason: '活动补发', key })

  it('moves coins once per key, and refuses the key for other coins', async () => {
    const key = randomId()
    const answers = await Promise.all([adjust(100, key), adjust(100, key), adjust(100, key)])
    expect(answers.map(({ data }) => data.balance)).toEqual([150, 150, 150])
    expect(codesOf(answers)).toEqual([0, CODES.DUPLICATE_REQUEST, CODES.DUPLICATE_REQUEST])
    expect((await adjust(101, key)).code).toBe(CODES.IDEMPOTENCY_CONFLICT)
    expect((await detail()).coins).toBe(150)
    expect(await auditOf('coins.adjust')).toHaveLength(1)
  })

  it.each([
    ['more than the member has', -151, CODES.BALANCE_NOT_ENOUGH],
    ['no coins', 0, CODES.PARAM_ERROR],
    ['more than the limit', 1_000_001, CODES.PARAM_ERROR],
    ['a fraction', 0.5, CODES.PARAM_ERROR],
  ])('refuses %s', async (_, coins, code) => {
    expect((await adjust(coins)).code).toBe(code)
    expect((await detail()).coins).toBe(150)
  })

  it('needs a second operator above the sum that one may move per day', async () => {
    expect((await adjust(ADJUSTMENT_ALONE_PER_DAY - 100)).data.adjustment.state).toBe('posted')
    console.clock.move(1)
    const { adjustment } = (await adjust(1)).data
    expect(adjustment).toMatchObject({ state: 'waiting', proposedBy: 'root' })
    const decide = { id: adjustment.id, isApproved: true }
    expect((await root.call('coins.decide', decide)).code).toBe(CODES.PARAM_ERROR)
    const before = (await detail()).coins
    const answers = await Promise.all([second.call('coins.decide', decide), second.call('coins.decide', decide)])
    expect(codesOf(answers)).toEqual([0, CONSOLE_CODES.EDIT_CONFLICT])
    expect((await detail()).coins).toBe(before + 1)
    console.clock.move(1)
    const refused = (await adjust(2)).data.adjustment
    await second.call('coins.decide', { id: refused.id, isApproved: false })
    expect((await detail()).coins).toBe(before + 1)
    const { list } = (await root.call('coins.list', { userId })).data
    expect(list.slice(0, 2).map(({ state, decidedBy }) => [state, decidedBy])).toEqual([
      ['refused', 'second'],
      ['posted', 'second'],
    ])
  })

  it('keeps every ledger transaction balanced', async () => {
    const { data } = await root.call('overview.get', {})
    expect(data.ledgerSums).toEqual([{ currency: 'COIN', sum: 0 }])
    expect(data.members).toBeGreaterThanOrEqual(1)
  })
})
