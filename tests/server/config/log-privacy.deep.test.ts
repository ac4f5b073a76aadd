import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { CODES } from '#protocol/codes.ts'
import { ENDPOINTS, type DataOf, type EndpointName, type RequestOf } from '#protocol/endpoints/table.ts'
import { NAMESPACES, SOCKET_PATH } from '#protocol/room/server-events.ts'
import { createApp, type App } from '#server/app/app.ts'
import { createLog } from '#server/config/log.ts'
import { readConfig } from '#server/config/config.ts'
import { openServices, type Services } from '#server/calls/services.ts'
import { TEST_PASSWORD_COST } from '../../support/passwords.ts'
import { SealedClient, sendTo } from '../../support/sealed-client.ts'
import { createTestInstallation, signIn } from '../app/app-support.ts'

/** What the log must never contain. */
const PERSONAL = {
  name: 'privatexiaoyu',
  password: 'Geheim2026x',
  nickname: '秘密昵称',
  realName: '林小雨',
  phone: '13812345678',
  street: '文三路四百七十七号',
  usdt: 'TUKFzqVwVXgbkRU8FwuhcNAUazEUey5M2T',
  device: 'device-of-a-private-person',
  address: '203.0.113.77',
  message: '我住在文三路',
  query: 'query-of-a-private-person',
}

const SECRET = 'the secret of the server of this test, long enough'
const installation = createTestInstallation()
const lines: string[] = []
let app: App
let services: Services
let url: string
let client: SealedClient

/** Starts a server whose log is in memory, at the lowest level. */
beforeAll(async () => {
  const log = createLog('trace', { write: (line) => void lines.push(line) })
  const config = readConfig({
    MODE: 'demo',
    PORT: '0',
    CROWD: '0',
    TRUST_PROXY: '1',
    DATA_DIR: installation.dataDir,
    SECRET,
  })
  const common = { config, secret: SECRET, log, now: Date.now }
  services = await openServices({ ...common, allowsUnlimitedSpeakers: false, passwordCost: TEST_PASSWORD_COST })
  const { clientFolder } = installation
  app = await createApp({ ...common, services, loadToken: null, clientFolder, vite: null })
  await app.matches.start()
  url = await app.http.listen({ host: '127.0.0.1', port: 0 })
  client = await SealedClient.connect(sendTo(url), { http: { 'x-forwarded-for': PERSONAL.address } })
  client.http = { 'x-forwarded-for': PERSONAL.address }
  client.uuid = PERSONAL.device
}, 120_000)
afterAll(async () => {
  await app.close()
  await services.close()
  installation.remove()
})

/** Parameters of many calls. Whether a call succeeds does not matter: refused ones must not be logged either. */
const CALLS: { readonly [Name in EndpointName]?: RequestOf<Name> } = {
  'nickname.update': { nickname: PERSONAL.nickname },
  'bind.realName': { realName: PERSONAL.realName },
  'bind.selectUsdt': { chain: 'TRC20', address: PERSONAL.usdt },
  'address.save': {
    receiver: PERSONAL.realName,
    areaCode: '86',
    phone: PERSONAL.phone,
    province: '浙江省',
    city: '杭州市',
    detail: PERSONAL.street,
    isDefault: true,
  },
  'address.list': {},
  'material.get': {},
  'security.history': { pageNum: 1 },
}

it('no personal data are logged: calls, refusals, failures of the server, sockets, malformed requests', async () => {
  await services.members.ensure([
    {
      name: PERSONAL.name,
      password: PERSONAL.password,
      nickname: PERSONAL.nickname,
      vipLevel: 0,
      level: 0,
      siteId: 5009,
      coins: 5,
    },
  ])
  await expect(signIn(client, PERSONAL.name, 'Wrong2026x')).rejects.toThrow()
  client.uuid = PERSONAL.device
  await signIn(client, PERSONAL.name, PERSONAL.password)
  const callAll = async (): Promise<number[]> => {
    const codes: number[] = []
    for (const [name, params] of Object.entries(CALLS) as [EndpointName, never][]) {
      codes.push((await client.call(name, params)).code)
    }
    return codes
  }
  expect(await callAll()).toContain(CODES.SUCCESS)

  // A message through a socket.
  const { data } = await client.call('live.popularList', { size: 1, page: 1, kind: 'football' })
  const { chatRoomNo } = (data as DataOf<'live.popularList'>).list[0]!
  const joined = await client.call('chatroom.webJoin', { chatRoomNo })
  const { ticket } = joined.data as DataOf<'chatroom.webJoin'>
  const socket = io(url + NAMESPACES.web, {
    path: SOCKET_PATH,
    transports: ['websocket'],
    extraHeaders: { 'x-forwarded-for': PERSONAL.address },
    reconnection: false,
  })
  expect(await socket.emitWithAck('join', { ticket })).toMatchObject({ ok: true })
  const message = { chatRoomNo, cid: 'cid-of-this-message', text: PERSONAL.message }
  expect(await socket.emitWithAck('say', message)).toMatchObject({ ok: true })
  socket.emit('say', PERSONAL.message)
  socket.emit(PERSONAL.message, { [PERSONAL.message]: 1 })
  socket.disconnect()

  // Requests of all kinds of malformed forms.
  for (const [path, init] of [
    [`/?name=${PERSONAL.query}`, {}],
    [`/media/${PERSONAL.query}.flv?token=${PERSONAL.query}`, {}],
    [ENDPOINTS['auth.login'].path, { method: 'POST', body: JSON.stringify({ name: PERSONAL.name }) }],
    [
      ENDPOINTS['auth.login'].path,
      { method: 'POST', body: `{"name": "${PERSONAL.name}`, headers: { 'content-type': 'application/json' } },
    ],
    [
      ENDPOINTS['address.save'].path,
      { method: 'POST', body: PERSONAL.street, headers: { 'content-type': 'text/plain' } },
    ],
  ] as const) {
    await (await fetch(url + path, init)).arrayBuffer()
  }

  // Statements fail with the data of the member as parameters.
  expect(lines.filter((line) => line.includes('"level":50'))).toEqual([])
  await services.database.db.execute(sql`alter table member_address rename to hidden_address`)
  await services.database.db.execute(sql`alter table auth_event rename to hidden_event`)
  expect(await callAll()).toContain(CODES.INTERNAL_ERROR)
  await expect(signIn(client, PERSONAL.name, 'Wrong2026x')).rejects.toThrow()

  const failures = lines.filter((line) => line.includes('"level":50'))
  expect(failures.length).toBeGreaterThanOrEqual(2)
  expect(failures.join('')).toContain('member_address')
  const everything = lines.join('')
  const logged = Object.entries({ ...PERSONAL, token: client.token, ticket }).filter(([, value]) =>
    everything.includes(value),
  )
  expect(logged.map(([what]) => what)).toEqual([])
})
