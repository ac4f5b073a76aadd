import { once } from 'node:events'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { NAMESPACES, SOCKET_PATH } from '#protocol/room/server-events.ts'
import type { RunningRelay } from '#server/relay/main.ts'
import { timewd } from '#workers/crypto/legacy.ts'
import type { SealedClient } from '../../support/sealed-client.ts'
import { STORE_KINDS } from '../../support/store.ts'
import { connectTo } from '../app/app-support.ts'
import { ORIGIN } from '../console/console-support.ts'
import { createLiveRoom, type Production, startProduction } from '../app/production-support.ts'
import { relayOf, RELAY_SECRET } from './relay-support.ts'

const LIMIT_MS = 2_000

/** Viewers at a relay of a production server, whose console blocks and bans. */
describe.runIf(STORE_KINDS.includes('postgres'))('a relay and the console', () => {
  let production: Production
  let relay: RunningRelay
  let chatRoomNo: string
  const sockets: Socket[] = []

  beforeAll(async () => {
    production = await startProduction({ RELAY_SECRET, TRUST_PROXY: '1' })
    ;({ chatRoomNo } = (await createLiveRoom(production.root, '阿晴')).room)
    relay = await relayOf(production.server.url, { ALLOWED_ORIGINS: ORIGIN })
    await relay.relay.connected
  }, 120_000)
  afterAll(async () => {
    for (const socket of sockets) socket.disconnect()
    await relay?.close()
    await production?.stop()
  })

  /** A socket in the room at the relay, from an address. */
  async function enter(client: SealedClient, namespace: 'anon' | 'web', address: string): Promise<Socket> {
    const { data } = await client.call(`chatroom.${namespace}Join`, { chatRoomNo })
    const { ticket } = data as DataOf<'chatroom.anonJoin'>
    const socket = io(relay.url + NAMESPACES[namespace], {
      path: SOCKET_PATH,
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      extraHeaders: { origin: ORIGIN, 'x-forwarded-for': address },
    })
    sockets.push(socket)
    expect(await socket.emitWithAck('join', { ticket })).toMatchObject({ ok: true })
    return socket
  }

  async function visitor(device: string, address: string): Promise<Socket> {
    const client = await connectTo(production.server)
    client.uuid = device
    return enter(client, 'anon', address)
  }

  /** A new member with a socket at the relay. */
  async function member(name: string): Promise<{ client: SealedClient; socket: Socket; userId: string }> {
    const client = await connectTo(production.server)
    client.uuid = `device-of-${name}`
    const response = await client.call('registration.register', {
      name,
      timewd: timewd('Play2026x', Date.now(), client.keys.wd, crypto.getRandomValues(new Uint8Array(16))),
      currency: 'CNY',
      agreeTerms: true,
      birthDate: '1990-05-05',
    })
    expect(response.code).toBe(CODES.SUCCESS)
    const { token, member: profile } = response.data as DataOf<'auth.login'>
    client.token = token
    return { client, socket: await enter(client, 'web', '198.51.100.1'), userId: profile.userId }
  }

  const lost = (socket: Socket): Promise<unknown> => once(socket as never, 'disconnect')

  /** Resolves when the sockets are closed after an action, within the limit. */
  async function endsWithin(closed: Promise<unknown>, act: () => Promise<{ code: number }>): Promise<void> {
    const since = performance.now()
    expect((await act()).code).toBe(CODES.SUCCESS)
    await closed
    expect(performance.now() - since).toBeLessThan(LIMIT_MS)
  }

  it('end the sockets of a blocked address, and refuse it until the block is lifted', async () => {
    const { root } = production
    const [blocked, other] = [
      await visitor('device-of-blocked', '203.0.113.7'),
      await visitor('device-of-other', '198.51.100.2'),
    ]
    const block = { kind: 'address', value: '203.0.113.0/24', reason: '攻击', hours: null } as const
    await endsWithin(lost(blocked), () => root.call('block.add', block))
    expect(other.connected).toBe(true)
    const handshake = async (): Promise<number> => {
      const headers = { origin: ORIGIN, 'x-forwarded-for': '203.0.113.8' }
      return (await fetch(`${relay.url}${SOCKET_PATH}/?EIO=4&transport=polling`, { headers })).status
    }
    expect(await handshake()).toBe(403)
    const [row] = (await root.call('block.list', {})).data.list
    await root.call('block.remove', { id: row?.id ?? '', reason: '误封' })
    await expect.poll(handshake).toBe(200)
  })

  it('end the sockets of a blocked device', async () => {
    const socket = await visitor('device-4711', '198.51.100.3')
    const block = { kind: 'device', value: 'device-4711', reason: '小号', hours: null } as const
    await endsWithin(lost(socket), () => production.root.call('block.add', block))
  })

  it('end the sockets of a banned member with the reason', async () => {
    const { socket, userId } = await member('banned01')
    const reason = once(socket as never, 'session-end')
    const { version } = (await production.root.call('member.get', { userId })).data.record
    await endsWithin(Promise.all([lost(socket), reason]), () =>
      production.root.call('member.ban', { userId, version, reason: '刷屏' }),
    )
    expect(await reason).toMatchObject([{ code: expect.any(Number) }])
  })

  it('end the sockets of a session that its member has ended', async () => {
    const { client, socket } = await member('leaving01')
    const closed = lost(socket)
    const since = performance.now()
    await client.call('auth.logout', {})
    await closed
    expect(performance.now() - since).toBeLessThan(LIMIT_MS)
  })
})
