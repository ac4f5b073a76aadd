import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { type DataOf, type EndpointName, ENDPOINTS, type RequestOf } from '#protocol/endpoints/table.ts'
import type { UpEvent } from '#protocol/room/client-events.ts'
import { NAMESPACES, SOCKET_PATH } from '#protocol/room/server-events.ts'
import { readConfig } from '#server/config/config.ts'
import { createLog } from '#server/config/log.ts'
import { member as memberTable } from '#server/database/schema/member.ts'
import { passkey } from '#server/database/schema/security.ts'
import { createApp } from '#server/app/app.ts'
import { openServices, type Services } from '#server/calls/services.ts'
import { timewd } from '#workers/crypto/legacy.ts'
import { prepareDataFolder } from '../../support/data-folder.ts'
import { writePageFiles } from '../../support/page-files.ts'
import { TEST_PASSWORD_COST } from '../../support/passwords.ts'
import { SealedClient, sendTo } from '../../support/sealed-client.ts'
import { signIn } from './app-support.ts'
import { ACCESS, EVENT_CODES, OUTCOMES, type Role, ROLES } from './role-table.ts'

const LOAD_TOKEN = 'the load token of this test, long enough'
const SECRET = 'a secret of this test, which is long enough'
const NAMES = Object.keys(ACCESS) as EndpointName[]

it('S8.8 S6.7 every endpoint has its intended access', () => {
  const intended = NAMES.map((name) => {
    const access = ACCESS[name]
    return [name, access === 'tokenless' || access === 'signed' ? 'public' : access]
  })
  expect(NAMES.map((name) => [name, ENDPOINTS[name].access])).toEqual(intended)
})

describe('roles on a running server', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'grandstand-roles-'))
  let services: Services
  let close: () => Promise<void>
  let url: string
  let clients: Record<Role, SealedClient>
  let ids: { readonly member: string; readonly other: string }
  let chatRoomNo: string

  beforeAll(async () => {
    await start()
    const visitor = await connect()
    const [member, muted, admin, agent] = [await connect(), await connect(), await connect(), await connect()]
    await services.members.ensure(
      ['muted001', 'agent001'].map((name) => ({
        name,
        password: 'Play2026x',
        nickname: name,
        vipLevel: 0,
        level: 0,
        siteId: 5009,
        coins: 0,
      })),
    )
    await services.database.db.update(memberTable).set({ agentStatus: 2 }).where(eq(memberTable.name, 'agent001'))
    await signIn(member, 'fan001')
    const { member: mutedMember } = await signIn(muted, 'muted001')
    await signIn(admin, 'admin01')
    await signIn(agent, 'agent001')
    const foreign = await connect()
    foreign.token = member.token
    clients = { visitor, member, muted, admin, agent, foreign }
    ids = { member: await memberIdOf('fan001'), other: await memberIdOf('agent001') }
    const list = await visitor.call('live.popularList', { size: 1, page: 1, kind: 'football' })
    chatRoomNo = (list.data as DataOf<'live.popularList'>).list[0]?.chatRoomNo ?? ''
    const mute = { chatRoomNo, userId: mutedMember.userId, minutes: 10, reason: '刷屏' }
    expect((await admin.call('chatroom.mute', mute)).code).toBe(0)
  }, 120_000)
  afterAll(async () => {
    await close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function start(): Promise<void> {
    const dataDir = path.join(folder, 'data')
    writePageFiles(folder)
    await prepareDataFolder(dataDir)
    const log = createLog('silent')
    const config = readConfig({ MODE: 'demo', PORT: '0', CROWD: '0', LOG_LEVEL: 'silent', DATA_DIR: dataDir })
    const common = { config, secret: SECRET, log, now: Date.now }
    services = await openServices({ ...common, allowsUnlimitedSpeakers: true, passwordCost: TEST_PASSWORD_COST })
    const app = await createApp({ ...common, services, loadToken: LOAD_TOKEN, clientFolder: folder, vite: null })
    await app.matches.start()
    url = await app.http.listen({ host: '127.0.0.1', port: 0 })
    close = async () => {
      await app.close()
      await services.close()
    }
  }

  async function connect(): Promise<SealedClient> {
    const http = { 'x-load-token': LOAD_TOKEN }
    const client = await SealedClient.connect(sendTo(url), { http })
    client.http = http
    return client
  }

  async function memberIdOf(name: string): Promise<string> {
    return (await services.members.findByName(name))?.memberId ?? ''
  }

  /** The outcome of a call with the room only: access is checked before the parameters are validated. */
  async function outcomeOf(role: Role, name: EndpointName): Promise<string> {
    const params = { chatRoomNo, hash: '0123456789abcdef' } as unknown as RequestOf<EndpointName>
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const { response, status } = await clients[role].fetch(name, params, { headers })
    if (status === 401 && response?.code === CODES.AUTH_ERROR) return 'session refused'
    if (response?.code === CODES.SEAL_REFUSED) return 'must sign'
    if (response?.code === CODES.NEED_LOGIN) return 'must sign in'
    if (response?.code === CODES.NOT_ROOM_ADMIN) return 'not administrator'
    const isAnswered = status === 200 && response?.code !== CODES.INTERNAL_ERROR
    return isAnswered ? 'allowed' : `HTTP ${status}, code ${response?.code}`
  }

  it.each(NAMES)('S6.1 S6.3 S6.7 S6.9 %s answers each role as the table says', async (name) => {
    const outcomes = await Promise.all(ROLES.map(async (role) => [role, await outcomeOf(role, name)]))
    expect(Object.fromEntries(outcomes)).toEqual(OUTCOMES[ACCESS[name]])
  })

  describe('socket events', () => {
    const sockets: Socket[] = []
    afterAll(() => {
      for (const socket of sockets) socket.disconnect()
    })

    function open(namespace: 'anon' | 'web'): Socket {
      const options = { path: SOCKET_PATH, transports: ['websocket'], forceNew: true, reconnection: false }
      const socket = io(url + NAMESPACES[namespace], { ...options, extraHeaders: { 'x-load-token': LOAD_TOKEN } })
      sockets.push(socket)
      return socket
    }

    async function ticketOf(role: Exclude<Role, 'foreign'>): Promise<DataOf<'chatroom.webJoin'>> {
      const name = role === 'visitor' ? 'chatroom.anonJoin' : 'chatroom.webJoin'
      const response = await clients[role].call(name, { chatRoomNo })
      expect(response.code).toBe(0)
      return response.data as DataOf<'chatroom.webJoin'>
    }

    const codeOf = ({ ok, code }: { ok: boolean; code?: number }): number | undefined => (ok ? 0 : code)

    /** Sends every event; returns the codes by event. */
    async function codesOf(socket: Socket, ticket: string, position: { epoch: number; seq: number }, text: string) {
      const events: Readonly<Record<UpEvent, object>> = {
        join: { ticket, position },
        resume: { chatRoomNo, ...position },
        say: { chatRoomNo, cid: crypto.randomUUID(), text },
        leave: { chatRoomNo },
      }
      const codes: Partial<Record<string, number | undefined>> = {}
      for (const [event, params] of Object.entries(events)) {
        // oxlint-disable-next-line no-await-in-loop -- in order
        codes[event] = codeOf((await socket.timeout(30_000).emitWithAck(event, params)) as { ok: boolean })
      }
      return codes
    }

    const expected = (role: Role) =>
      Object.fromEntries(Object.entries(EVENT_CODES).map(([event, codes]) => [event, codes[role]]))

    it.each(['visitor', 'member', 'muted', 'admin', 'agent'] as const)(
      'S6.2 S6.4 S6.7 answer a %s as the table says',
      async (role) => {
        const { ticket, epoch, seq } = await ticketOf(role)
        const socket = open(role === 'visitor' ? 'anon' : 'web')
        expect(await codesOf(socket, ticket, { epoch, seq }, `大家好，我是 ${role}`)).toEqual(expected(role))
      },
    )

    it('refuse the ticket and the room of another member', async () => {
      const [own, theirs] = [await ticketOf('member'), await ticketOf('agent')]
      const socket = open('web')
      await socket.timeout(30_000).emitWithAck('join', { ticket: own.ticket })
      await socket.timeout(30_000).emitWithAck('leave', { chatRoomNo })
      const { epoch, seq } = theirs
      expect(await codesOf(socket, theirs.ticket, { epoch, seq }, '这是别人的')).toEqual(expected('foreign'))
    })
  })

  describe('things of another member', () => {
    const MISSING = '0190a000-0000-7000-8000-00000000dead'
    const device = { deviceId: 'another-device', clientType: 2, address: '192.0.2.1' } as const
    const address = {
      receiver: '王小明',
      areaCode: '86',
      phone: '13800000001',
      province: '浙江省',
      city: '杭州市',
      detail: '文三路 1 号',
      isDefault: true,
    }

    /** Creates something of the member `fan001`; returns its id. */
    const made: Record<string, () => Promise<string>> = {
      address: async () => ((await clients.member.call('address.save', address)).data as DataOf<'address.save'>).id,
      device: async () => (await services.sessions.create(ids.member, device)).session.sessionId,
      notice: async () => {
        await services.securityLog.add(ids.member, 'password-changed', device)
        return (await services.securityLog.oldestNotice(ids.member, 'another device'))?.id ?? ''
      },
      passkey: async () => {
        const row = { id: 'a-passkey', publicKey: '', counter: 0, transports: [], label: '手机', usedAt: null }
        await services.database.db.insert(passkey).values({ ...row, memberId: ids.member, createdAt: Date.now() })
        return row.id
      },
      picture: async () => {
        const picture = { type: 'image/png', bytes: Uint8Array.of(1) }
        return (await services.uploads.add(ids.member, 'feedback', [picture]))?.[0]?.id ?? ''
      },
    }

    const typedPassword = ({ keys }: SealedClient): string => timewd('Play2026x', Date.now(), keys.wd, randomBytes(16))

    it.each([
      ['address.save', 'address', (id: string) => ({ ...address, id })],
      ['address.remove', 'address', (id: string) => ({ id })],
      ['device.remove', 'device', (id: string) => ({ id })],
      ['security.acknowledge', 'notice', (id: string) => ({ id })],
      ['passkey.remove', 'passkey', (id: string) => ({ id, password: typedPassword(clients.agent) })],
      ['upload.image', 'picture', (id: string) => ({ id })],
      ['upload.remove', 'picture', (id: string) => ({ id })],
    ] as const)('%s treats the %s of another member like a missing one', async (name, kind, paramsOf) => {
      const id = (await made[kind]?.()) ?? ''
      expect(id).not.toBe('')
      const [theirs, missing] = await Promise.all(
        [id, MISSING].map(async (one) => clients.agent.fetch(name, paramsOf(one) as RequestOf<typeof name>)),
      )
      const shown = (fetched: typeof theirs) => [fetched?.status, fetched?.response?.code, fetched?.response?.msg]
      expect(shown(theirs)).toEqual([200, CODES.NOT_FOUND, '内容不存在'])
      expect(shown(theirs)).toEqual(shown(missing))
    })
  })
})
