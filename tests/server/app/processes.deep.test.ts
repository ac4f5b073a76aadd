import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { ResponseBody } from '#protocol/result.ts'
import { NAMESPACES, SOCKET_PATH } from '#protocol/room/server-events.ts'
import { SITE_ROOM_DEFINITION } from '#server/rooms/hub.ts'
import { timewd } from '#workers/crypto/legacy.ts'
import { startTestProcess, type TestProcess } from '../../support/processes.ts'
import { freePort } from '../../support/free-port.ts'
import { findNginx, startNginx, type TestNginx } from '../../support/nginx.ts'
import { findRedis, startRedis, type TestRedis } from '../../support/redis.ts'
import { SealedClient, type Send, sendTo } from '../../support/sealed-client.ts'
import { borrowTestDatabase, STORE_KINDS } from '../../support/store.ts'
import { createTestInstallation, signIn } from './app-support.ts'
import { passSlider } from '../members/verification/verification-support.ts'

const canRun = STORE_KINDS.includes('postgres') && findRedis() !== null
const PASSWORD = 'Play2026x'
const { chatRoomNo: SITE_ROOM } = SITE_ROOM_DEFINITION

// They need TEST_DATABASE_URL and redis-server.
describe.runIf(canRun)('two processes with one PostgreSQL and one Redis', () => {
  const installation = createTestInstallation()
  const sockets: Socket[] = []
  let redis: TestRedis
  let release: () => Promise<void>
  let processes: TestProcess[]

  beforeAll(async () => {
    const database = await borrowTestDatabase()
    release = database.release
    redis = await startRedis()
    const options = {
      databaseUrl: database.url.href,
      redisUrl: redis.url,
      clientFolder: installation.clientFolder,
      environment: { TRUST_PROXY: '1' },
    }
    processes = [await startTestProcess(options), await startTestProcess(options)]
  })
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.disconnect()
  })
  afterAll(async () => {
    for (const process of processes ?? []) await process.close()
    await redis?.stop()
    await release?.()
    installation.remove()
  })

  const sendAt = (which: 0 | 1): Send => sendTo(processes[which]!.url)

  /** Sends each request to the other process than the one before. */
  function alternating(): { send: Send; at(which: 0 | 1): void } {
    let next = 0
    let fixed: 0 | 1 | null = null
    return {
      send: (request) => sendAt(fixed ?? ((next++ % 2) as 0 | 1))(request),
      at: (which) => {
        fixed = which
      },
    }
  }

  /** A new member. By default the handshake was made at process 0 and the registration at process 1. */
  async function registered(way = alternating()) {
    const client = await SealedClient.connect(way.send)
    const name = `m${randomBytes(4).toString('hex')}`
    client.uuid = `device-${name}`
    const response = await client.call('registration.register', {
      name,
      timewd: timewd(PASSWORD, Date.now(), client.keys.wd, crypto.getRandomValues(new Uint8Array(16))),
      currency: 'CNY',
      agreeTerms: true,
      birthDate: '1990-05-05',
    })
    expect(response.code).toBe(CODES.SUCCESS)
    client.token = (response.data as DataOf<'auth.login'>).token
    return { client, way, name }
  }

  /** A socket at one process with a ticket of the other. */
  async function socketAt(which: 0 | 1, client: SealedClient, way: ReturnType<typeof alternating>): Promise<Socket> {
    way.at(which === 0 ? 1 : 0)
    return openSocket(processes[which]!.url, client)
  }

  /** A socket that has joined the room of the site. Its ticket works once. */
  async function openSocket(url: string, client: SealedClient): Promise<Socket> {
    const joined = await client.call('chatroom.webJoin', { chatRoomNo: SITE_ROOM })
    const { ticket } = joined.data as DataOf<'chatroom.webJoin'>
    const socket = io(url + NAMESPACES.web, {
      path: SOCKET_PATH,
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    })
    sockets.push(socket)
    expect(await socket.emitWithAck('join', { ticket })).toMatchObject({ ok: true })
    expect(await socket.emitWithAck('join', { ticket })).toMatchObject({ ok: false })
    return socket
  }

  const ended = (socket: Socket): Promise<unknown> => once(socket as never, 'session-end').then(([event]) => event)

  it('serves a client whose calls alternate between them', async () => {
    const { client } = await registered()
    for (let count = 0; count < 6; count += 1) expect((await client.call('coin.balance', {})).code).toBe(CODES.SUCCESS)
  })

  it('refuses a call that was made at the other process', async () => {
    const { client } = await registered()
    const { request } = await client.prepare('coin.balance', {})
    expect((await sendAt(0)(request)).status).toBe(200)
    const replayed = await sendAt(1)(request)
    expect([replayed.status, (JSON.parse(replayed.body) as ResponseBody).code]).toEqual([400, CODES.SEAL_REFUSED])
  })

  it('charges a money call once that is repeated at the other process', async () => {
    const { client } = await registered()
    const headers = { 'idempotency-key': 'key-of-two-processes' }
    const buy = () => client.call('coin.buy', { coins: 100 }, { headers })
    const balance = async () => ((await client.call('coin.balance', {})).data as { balance: number }).balance
    const before = await balance()
    const responses = await Promise.all([buy(), buy(), buy(), buy()])
    expect(responses.map(({ code }) => code).filter((code) => code === CODES.SUCCESS)).toHaveLength(1)
    expect(new Set(responses.map(({ data }) => JSON.stringify(data))).size).toBe(1)
    expect([await balance(), await balance()]).toEqual([before + 100, before + 100])
  })

  it('accepts a safety check at the other process, once', async () => {
    const { client } = await registered()
    const result = await passSlider(client)
    expect((await client.call('verification.verify', result)).code).toBe(CODES.SUCCESS)
    expect((await client.call('verification.verify', result)).code).toBe(CODES.VERIFY_CODE_ERROR)
  })

  it('ends a socket at one process when its member signs out at the other', async () => {
    const { client, way } = await registered()
    const socket = await socketAt(1, client, way)
    const end = ended(socket)
    way.at(0)
    expect((await client.call('auth.logout', {})).code).toBe(CODES.SUCCESS)
    expect(await end).toMatchObject({ code: CODES.AUTH_ERROR })
    way.at(1)
    expect((await client.call('coin.balance', {})).status).toBe(401)
  })

  it('ends a socket at one process when its member signs in again at the other', async () => {
    const { client, way, name } = await registered()
    const end = ended(await socketAt(0, client, way))
    await signIn(await SealedClient.connect(sendAt(1)), name, PASSWORD)
    expect(await end).toMatchObject({ code: CODES.LOGIN_ELSEWHERE_ERROR })
  })

  it('ends the sockets of a session that has ended while Redis was unavailable', async () => {
    const { client, way } = await registered()
    const socket = await socketAt(1, client, way)
    const { session } = await processes[0]!.services.sessions.find(client.token, client.uuid)
    const end = ended(socket)
    redis.freeze()
    try {
      // After a command without a response, events are not even sent.
      await expect(processes[0]!.services.shared?.run((connection) => connection.ping())).rejects.toThrow('Redis')
      await processes[0]!.services.sessions.end(session?.sessionId ?? '', CODES.AUTH_ERROR)
    } finally {
      redis.thaw()
    }
    expect(await end).toMatchObject({ code: CODES.AUTH_ERROR })
  })

  it('admits no socket with the ticket of a session that has ended', async () => {
    const { client, way } = await registered()
    way.at(0)
    const joined = await client.call('chatroom.webJoin', { chatRoomNo: SITE_ROOM })
    const { ticket } = joined.data as DataOf<'chatroom.webJoin'>
    await client.call('auth.logout', {})
    const { tickets } = processes[1]!.services.rooms
    expect(await tickets.take(ticket, 'web')).toBeNull()
  })

  it('without Redis: calls that change nothing go on, others get 503, and all work again after it returns', async () => {
    const { client, way } = await registered()
    way.at(0)
    expect((await client.call('coin.balance', {})).code).toBe(CODES.SUCCESS)
    redis.freeze()
    try {
      expect((await client.call('coin.balance', {})).code).toBe(CODES.SUCCESS)
      const headers = { 'idempotency-key': 'key-without-redis' }
      expect(await client.call('coin.buy', { coins: 100 }, { headers })).toMatchObject({
        status: 503,
        code: CODES.INTERFACE_DEGRADE,
      })
      await expect(SealedClient.connect(sendAt(1))).rejects.toThrow(String(CODES.INTERFACE_DEGRADE))
      expect((await fetch(`${processes[1]!.url}/healthz`)).status).toBe(200)
    } finally {
      redis.thaw()
    }
    const metrics = await (await fetch(`${processes[0]!.url}/metrics`)).text()
    expect(metrics).toMatch(/grandstand_redis_seconds_count\{outcome="error"\} [1-9]/)
    expect(metrics).toMatch(/grandstand_redis_seconds_count\{outcome="ok"\} [1-9]/)
    const connects = () =>
      SealedClient.connect(sendAt(1)).then(
        () => true,
        () => false,
      )
    await expect.poll(connects, { timeout: 10_000 }).toBe(true)
    const headers = { 'idempotency-key': 'key-after-return' }
    const buy = () => client.call('coin.buy', { coins: 100 }, { headers }).then(({ status }) => status)
    await expect.poll(buy, { timeout: 10_000 }).toBe(200)
  })

  describe.runIf(findNginx() !== null)('behind nginx with docs/nginx.conf', () => {
    let nginx: TestNginx
    beforeAll(async () => {
      nginx = await startNginx([processes[0]!.port, processes[1]!.port])
    })
    afterAll(() => nginx?.stop())

    const through = (url = nginx.url) => ({ send: sendTo(url), at: () => undefined })
    /** Number of calls that each process has served. */
    const served = (): Promise<number[]> =>
      Promise.all(
        processes.map(async ({ url }) => {
          const text = await (await fetch(`${url}/metrics`)).text()
          return Number(/grandstand_calls_total\{call="coin.balance",code="0"\} (\d+)/.exec(text)?.[1] ?? 0)
        }),
      )

    it('serves registration, sign-in, calls and sockets by both processes', async () => {
      const before = await served()
      const { client, name } = await registered(through())
      const again = await SealedClient.connect(sendTo(nginx.url))
      await signIn(again, name, PASSWORD)
      expect((await client.call('coin.balance', {})).status).toBe(401)
      for (let count = 0; count < 6; count += 1) expect((await again.call('coin.balance', {})).code).toBe(CODES.SUCCESS)
      const after = await served()
      expect(after.map((count, at) => count > (before[at] ?? 0))).toEqual([true, true])
      const opened = [await openSocket(nginx.url, again), await openSocket(nginx.url, again)]
      const ends = Promise.all(opened.map(ended))
      expect((await again.call('auth.logout', {})).code).toBe(CODES.SUCCESS)
      expect(await ends).toMatchObject([{ code: CODES.AUTH_ERROR }, { code: CODES.AUTH_ERROR }])
    })

    it('refuses a repeated call and charges a repeated money call once', async () => {
      const { client } = await registered(through())
      const { request } = await client.prepare('coin.balance', {})
      const statuses: number[] = []
      for (let count = 0; count < 4; count += 1) statuses.push((await sendTo(nginx.url)(request)).status)
      expect(statuses).toEqual([200, 400, 400, 400])
      const balance = async () => ((await client.call('coin.balance', {})).data as { balance: number }).balance
      const before = await balance()
      const headers = { 'idempotency-key': 'key-through-nginx' }
      await Promise.all([1, 2, 3, 4].map(() => client.call('coin.buy', { coins: 50 }, { headers })))
      expect(await balance()).toBe(before + 50)
    })

    it('passes the address that it has seen, not the one that the client wrote', async () => {
      const forged: Send = (request) =>
        sendTo(nginx.url)({ ...request, headers: { ...request.headers, 'x-forwarded-for': '203.0.113.9' } })
      const { client } = await registered({ send: forged, at: () => undefined })
      const { sessions } = processes[0]!.services
      const { session } = await sessions.find(client.token, client.uuid)
      const [device] = await sessions.devices(session?.memberId ?? '')
      expect(device?.address).toBe('127.0.0.1')
    })

    it('publishes neither metrics nor the path of relays', async () => {
      const statuses = ['/metrics', '/relay'].map(async (path) => (await fetch(nginx.url + path)).status)
      expect(await Promise.all(statuses)).toEqual([404, 404])
    })

    it('uses the other process when one cannot be reached', async () => {
      const half = await startNginx([processes[0]!.port, await freePort()])
      try {
        const { client } = await registered(through(half.url))
        const codes: number[] = []
        for (let count = 0; count < 6; count += 1) codes.push((await client.call('coin.balance', {})).code)
        expect(codes).toEqual(Array.from({ length: 6 }, () => CODES.SUCCESS))
        await openSocket(half.url, client)
      } finally {
        await half.stop()
      }
    })
  })
})
