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
import { startTestProcess, type TestProcess } from '../support/processes.ts'
import { findRedis, startRedis, type TestRedis } from '../support/redis.ts'
import { SealedClient, type Send, sendTo } from '../support/sealed-client.ts'
import { createTestDatabase, STORE_KINDS } from '../support/store.ts'
import { createTestInstallation, signIn } from './app-support.ts'

const canRun = STORE_KINDS.includes('postgres') && findRedis() !== null
const PASSWORD = 'Play2026x'
const { chatRoomNo: SITE_ROOM } = SITE_ROOM_DEFINITION

describe.runIf(canRun)(
  'two processes with one PostgreSQL and one Redis (needs TEST_DATABASE_URL, redis-server)',
  () => {
    const installation = createTestInstallation()
    const sockets: Socket[] = []
    let redis: TestRedis
    let drop: () => Promise<void>
    let processes: TestProcess[]

    beforeAll(async () => {
      const database = await createTestDatabase()
      drop = database.drop
      redis = await startRedis()
      const options = {
        databaseUrl: database.url.href,
        redisUrl: redis.url,
        clientFolder: installation.clientFolder,
      }
      processes = [await startTestProcess(options), await startTestProcess(options)]
    })
    afterEach(() => {
      for (const socket of sockets.splice(0)) socket.disconnect()
    })
    afterAll(async () => {
      for (const process of processes ?? []) await process.close()
      await redis?.stop()
      await drop?.()
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

    /** A new member. The handshake was made at process 0, the registration at process 1. */
    async function registered() {
      const way = alternating()
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
      const joined = await client.call('chatroom.webJoin', { chatRoomNo: SITE_ROOM })
      const { ticket } = joined.data as DataOf<'chatroom.webJoin'>
      const socket = io(processes[which]!.url + NAMESPACES.web, {
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
      for (let count = 0; count < 6; count += 1)
        expect((await client.call('coin.balance', {})).code).toBe(CODES.SUCCESS)
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
  },
)
