import { sql } from 'drizzle-orm'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { DataOf, RequestOf } from '#protocol/endpoints/table.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { NAMESPACES, SOCKET_PATH } from '#protocol/room/server-events.ts'
import { DAY_MS } from '#protocol/time.ts'
import type { SealedClient } from '../../support/sealed-client.ts'
import { SHORT_KINDS } from '../../support/store.ts'
import { connectTo, signIn } from '../app/app-support.ts'
import { openSecurityServer, type SecurityServer } from './security-support.ts'
import { runTestServer } from '../app/run-test-server.ts'

const ADDRESS: RequestOf<'address.save'> = {
  receiver: '王小明',
  areaCode: '86',
  phone: '13800000001',
  province: '浙江省',
  city: '杭州市',
  detail: '西湖区文三路 1 号',
  isDefault: false,
}

describe.each(SHORT_KINDS)('profile on %s', (kind) => {
  let server: SecurityServer

  beforeAll(async () => {
    server = await openSecurityServer(kind)
  }, 60_000)
  afterAll(() => server.close())

  const newClient = async (vipLevel = 0) => server.signedIn(await server.member({ vipLevel }))
  const me = async (client: SealedClient) =>
    ENDPOINTS['auth.session'].data.parse((await client.call('auth.session', {})).data).member
  const material = async (client: SealedClient) =>
    ENDPOINTS['material.get'].data.parse((await client.call('material.get', {})).data)
  const addresses = async (client: SealedClient) =>
    ENDPOINTS['address.list'].data.parse((await client.call('address.list', {})).data).list
  async function saveAddress(client: SealedClient, more: Partial<RequestOf<'address.save'>> = {}): Promise<string> {
    server.clock.now += 1
    const response = await client.call('address.save', { ...ADDRESS, ...more })
    expect(response.code).toBe(0)
    return ENDPOINTS['address.save'].data.parse(response.data).id
  }

  describe('S3.7 S7.79 avatar', () => {
    it('is one of 24, which the session then shows', async () => {
      const client = await newClient()
      const { list } = ENDPOINTS['avatar.list'].data.parse((await client.call('avatar.list', {})).data)
      expect(list).toHaveLength(24)
      expect(list.filter(({ isVip }) => isVip)).toHaveLength(4)
      expect((await client.call('avatar.set', { id: list[2]?.id ?? '' })).code).toBe(0)
      expect((await me(client)).avatar).toBe('/art/av-3.svg')
      const { session } = await server.sessions.find(client.token, client.uuid)
      expect(session?.member.avatar).toBe('/art/av-3.svg')
    })

    it('is none of another name, and a VIP one for VIP members only', async () => {
      const client = await newClient()
      expect((await client.call('avatar.set', { id: '../../secret' })).code).toBe(CODES.NOT_FOUND)
      expect((await client.call('avatar.set', { id: 'av-24' })).code).toBe(CODES.LIMIT_EXCEEDED)
      expect((await (await newClient(5)).call('avatar.set', { id: 'av-24' })).code).toBe(0)
    })
  })

  describe('S3.9 S7.80 nickname', () => {
    it.each(['一', 'x'.repeat(13), '13800138000', '加微信聊', '官方客服', '<b>粗体</b>', '看\u200b客\u202e', ' '])(
      'refuses %j, in the check and in the change',
      async (nickname) => {
        const client = await newClient()
        expect((await client.call('nickname.check', { nickname })).data).toMatchObject({
          isAllowed: false,
          problem: expect.any(String),
        })
        expect((await client.call('nickname.update', { nickname })).code).toBe(CODES.PARAM_ERROR)
        expect((await me(client)).nickname).toBe('看客')
      },
    )

    it('changes once in 30 days; session and profile show the new one at once', async () => {
      const client = await newClient()
      const changed: string[] = []
      const stop = server.sessions.onRefresh((_sessionId, member) => changed.push(member.nickname))
      const nextChangeAt = server.clock.now + 30 * DAY_MS
      expect(await client.call('nickname.update', { nickname: '北看台阿强' })).toMatchObject({
        code: 0,
        data: { nickname: '北看台阿强', nextChangeAt },
      })
      stop()
      expect(changed).toEqual(['北看台阿强'])
      expect((await me(client)).nickname).toBe('北看台阿强')
      const { session } = await server.sessions.find(client.token, client.uuid)
      expect(session?.member.nickname).toBe('北看台阿强')
      expect(await client.call('nickname.update', { nickname: '南看台阿强' })).toMatchObject({
        code: CODES.LIMIT_EXCEEDED,
        data: { nextChangeAt },
      })
      expect((await client.call('nickname.check', { nickname: '南看台阿强' })).data).toEqual({
        isAllowed: false,
        problem: null,
        nextChangeAt,
      })
    })

    it('may change again after 30 days, and of two concurrent changes one succeeds', async () => {
      const member = await server.member()
      const client = await server.signedIn(member)
      const { nicknames } = { nicknames: ['阿强一号', '阿强二号'] }
      const responses = await Promise.all(nicknames.map((nickname) => client.call('nickname.update', { nickname })))
      expect(responses.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, CODES.LIMIT_EXCEEDED])
      server.clock.now += 30 * DAY_MS
      const later = await server.signedIn(member)
      expect((await later.call('nickname.update', { nickname: '阿强三号' })).code).toBe(0)
    })
  })

  describe('S3.6 personal data', () => {
    it('are empty at first; fields that are not sent remain', async () => {
      const client = await newClient()
      expect(await material(client)).toMatchObject({ filled: [], locked: [] })
      await client.call('material.update', { gender: 'female', qq: '12345678', city: ' 杭州\u200b ' })
      await client.call('material.update', { wechat: 'kantai_fan', qq: '' })
      const { material: given, filled } = await material(client)
      expect(given).toMatchObject({ gender: 'female', qq: '', wechat: 'kantai_fan', city: '杭州' })
      expect(filled).toEqual(['gender', 'wechat', 'city'])
    })

    it('lock the birthday once it is set', async () => {
      const client = await newClient()
      expect((await client.call('material.update', { birthday: '1990-02-03' })).code).toBe(0)
      expect(await material(client)).toMatchObject({ filled: ['birthday'], locked: ['birthday'] })
      for (const birthday of ['1991-02-03', '']) {
        // oxlint-disable-next-line no-await-in-loop -- two
        expect(await client.call('material.update', { birthday, gender: 'male' })).toMatchObject({
          code: CODES.PARAM_ERROR,
          data: { fields: { birthday: expect.any(String) } },
        })
      }
      expect((await client.call('material.update', { birthday: '1990-02-03', gender: 'male' })).code).toBe(0)
      expect((await material(client)).material).toMatchObject({ birthday: '1990-02-03', gender: 'male' })
    })

    it.each([
      ['birthday', '2015-01-01'],
      ['email', 'not an address'],
      ['qq', '0123'],
      ['wechat', '1abc'],
    ])('refuse a wrong %s: %s', async (field, value) => {
      const client = await newClient()
      expect(await client.call('material.update', { [field]: value })).toMatchObject({
        code: CODES.PARAM_ERROR,
        data: { fields: { [field]: expect.any(String) } },
      })
    })

    it('are encrypted in the database where they are contacts', async () => {
      const client = await newClient()
      await client.call('material.update', { email: 'secret@example.com', qq: '87654321', wechat: 'secret_fan' })
      await saveAddress(client, { phone: '13899998888' })
      const { rows } = await server.store.db.execute(
        sql`select (select json_agg(m) from member_material m) as m, (select json_agg(a) from member_address a) as a`,
      )
      const stored = JSON.stringify(rows)
      for (const text of ['secret@example.com', '87654321', 'secret_fan', '13899998888']) {
        expect(stored).not.toContain(text)
      }
      expect((await material(client)).material).toMatchObject({ email: 'secret@example.com', qq: '87654321' })
    })
  })

  describe('S3.8 addresses', () => {
    it('have exactly one default: the first, the one chosen last, the newest after its removal', async () => {
      const client = await newClient()
      const defaults = async () => (await addresses(client)).filter(({ isDefault }) => isDefault).map(({ id }) => id)
      const first = await saveAddress(client)
      expect(await defaults()).toEqual([first])
      const second = await saveAddress(client)
      expect(await defaults()).toEqual([first])
      const third = await saveAddress(client, { isDefault: true })
      expect(await defaults()).toEqual([third])
      await saveAddress(client, { id: third, isDefault: false })
      expect(await defaults()).toEqual([third])
      await client.call('address.remove', { id: third })
      expect(await defaults()).toEqual([second])
      expect((await addresses(client)).map(({ id }) => id)).toEqual([second, first])
    })

    it('are changed in place', async () => {
      const client = await newClient()
      const id = await saveAddress(client)
      expect(await saveAddress(client, { id, city: '宁波市', phone: '013800000002' })).toBe(id)
      expect(await addresses(client)).toMatchObject([{ id, city: '宁波市', phone: '13800000002', receiver: '王小明' }])
    })

    it('are at most ten, also with concurrent calls', async () => {
      const client = await newClient()
      const responses = await Promise.all(Array.from({ length: 12 }, () => client.call('address.save', ADDRESS)))
      expect(responses.filter(({ code }) => code === 0)).toHaveLength(10)
      expect(responses.filter(({ code }) => code === CODES.LIMIT_EXCEEDED)).toHaveLength(2)
      const list = await addresses(client)
      expect(list).toHaveLength(10)
      expect(list.filter(({ isDefault }) => isDefault)).toHaveLength(1)
    })

    it('refuse wrong fields, each with its message', async () => {
      const client = await newClient()
      const wrong = { ...ADDRESS, receiver: '\u200b', phone: '123456', detail: ' ' }
      const response = await client.call('address.save', wrong)
      expect(response.code).toBe(CODES.PARAM_ERROR)
      expect(Object.keys((response.data as { fields: object }).fields)).toEqual(['receiver', 'phone', 'detail'])
    })

    it.each([
      ['86', '138 0013-8000'],
      ['852', '-1234'],
      ['852', '12 3456'],
      ['0852', '12345678'],
    ])('S5.15 S5.16 refuse +%s %s, which is no phone number', async (areaCode, phone) => {
      const response = await (await newClient()).call('address.save', { ...ADDRESS, areaCode, phone })
      expect(response).toMatchObject({ code: CODES.PARAM_ERROR, data: { fields: { phone: expect.any(String) } } })
    })

    it('of another member are treated like missing ones', async () => {
      const [own, other] = [await newClient(), await newClient()]
      const theirs = await saveAddress(other)
      for (const id of [theirs, '0190a000-0000-7000-8000-00000000dead', 'not-a-uuid']) {
        // oxlint-disable-next-line no-await-in-loop -- three
        const [saved, removed] = [
          await own.call('address.save', { ...ADDRESS, id }),
          await own.call('address.remove', { id }),
        ]
        expect([saved.code, saved.msg, saved.data]).toEqual([CODES.NOT_FOUND, '内容不存在', null])
        expect([removed.code, removed.msg, removed.data]).toEqual([CODES.NOT_FOUND, '内容不存在', null])
      }
      expect(await addresses(own)).toEqual([])
      expect(await addresses(other)).toHaveLength(1)
    })
  })
})

describe('a nickname in rooms', () => {
  const server = runTestServer()

  it('S3.9 is the new one on the next message of an open socket', async () => {
    const client = await connectTo(server())
    await signIn(client, 'fan001')
    const rooms = await client.call('live.popularList', { size: 1, page: 1, kind: 'football' })
    const chatRoomNo = (rooms.data as DataOf<'live.popularList'>).list[0]?.chatRoomNo ?? ''
    const { ticket } = (await client.call('chatroom.webJoin', { chatRoomNo })).data as DataOf<'chatroom.webJoin'>
    const options = { path: SOCKET_PATH, transports: ['websocket'], reconnection: false }
    const socket = io(server().url + NAMESPACES.web, options)
    try {
      await socket.emitWithAck('join', { ticket })
      expect((await client.call('nickname.update', { nickname: '南看台老张' })).code).toBe(0)
      const said: unknown = await socket.emitWithAck('say', { chatRoomNo, cid: 'cid-of-this-test', text: '换名字了' })
      expect(said).toMatchObject({ ok: true })
      const { seq } = said as { seq: number }
      const history = await client.call('chatroom.webHistory', { chatRoomNo, beforeSeq: seq + 1, size: 1 })
      expect(JSON.stringify(history.data)).toContain('南看台老张')
    } finally {
      socket.disconnect()
    }
  })
})
