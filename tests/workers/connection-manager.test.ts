import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RECONNECT_MAX_HIDDEN_MS, RECONNECT_MAX_VISIBLE_MS } from '#protocol/constants.ts'
import type { ConnectionState } from '#protocol/worker/notices.ts'
import type { RoomSocket, TransportDependencies } from '#workers/dependencies.ts'
import { Backoff } from '#workers/socket/backoff.ts'
import { newCounters } from '#workers/counters.ts'
import { ConnectionManager } from '#workers/socket/connection-manager.ts'
import { Rooms, type RoomsContext } from '#workers/socket/rooms.ts'
import type { ConnectionRole, SocketConnection } from '#workers/socket/socket-connection.ts'
import { FakeTime } from './fake-time.ts'

/** A socket that the test controls. */
class FakeSocket {
  readonly listeners = new Map<string, (value?: unknown) => void>()
  isClosed = false
  constructor(readonly url: string) {}
  on(event: string, listener: (value?: unknown) => void): this {
    this.listeners.set(event, listener)
    return this
  }
  off(event: string): this {
    this.listeners.delete(event)
    return this
  }
  disconnect(): this {
    this.isClosed = true
    this.emit('disconnect')
    return this
  }
  emit(event: string): void {
    this.listeners.get(event)?.()
  }
}

function world() {
  const time = new FakeTime(1_000_000)
  const sockets: FakeSocket[] = []
  const states: ConnectionState[] = []
  const unreachable: string[] = []
  const owner = {
    isConnectionNeeded: true,
    token: '',
    origin: 'http://server.test',
    joins: 0,
    disconnects: 0,
    joining: Promise.resolve(),
    get role(): ConnectionRole {
      return { namespace: this.token === '' ? 'anon' : 'web', token: this.token }
    },
    async onConnected(connection: SocketConnection) {
      this.joins += 1
      await this.joining
      return connection.isOpen
    },
    onDisconnected() {
      this.disconnects += 1
    },
    onUnreachable: (origin: string) => void unreachable.push(origin),
    onState: (state: ConnectionState) => void states.push(state),
  }
  const dependencies = {
    connect(url: string) {
      const socket = new FakeSocket(url)
      sockets.push(socket)
      return socket as unknown as RoomSocket
    },
    now: time.now,
    random: () => 0.5,
    setTimer: time.setTimer,
  } as unknown as TransportDependencies
  const connection = new ConnectionManager(
    {
      dependencies,
      page: { isVisible: true, isOnline: true },
      rooms: new Map(),
      counters: newCounters(),
      onSessionEnd: () => undefined,
      onMessage: () => undefined,
    },
    owner,
  )
  const respond = async (event: 'connect' | 'connect_error') => {
    sockets.at(-1)?.emit(event)
    await time.settle()
  }
  const pass = async (milliseconds: number) => {
    time.advance(milliseconds)
    await time.settle()
  }
  return { time, sockets, states, owner, unreachable, connection, respond, pass }
}

describe('connection manager', () => {
  it('settled 36 retries after 500, 1000, then 2000 ms while visible, and resets after success', async () => {
    const { sockets, states, connection, respond, pass } = world()
    connection.start()
    await pass(0)
    for (const delayMs of [500, 1_000, 2_000, 2_000]) {
      const before = sockets.length
      await respond('connect_error')
      await pass(delayMs - 1)
      expect(sockets).toHaveLength(before)
      await pass(1)
      expect(sockets).toHaveLength(before + 1)
    }
    await respond('connect')
    expect(states).toEqual([
      'connecting',
      'offline',
      'connecting',
      'offline',
      'connecting',
      'offline',
      'connecting',
      'offline',
      'connecting',
      'online',
    ])
    sockets.at(-1)?.disconnect()
    await pass(0)
    const before = sockets.length
    await pass(500)
    expect(sockets).toHaveLength(before + 1)
    await respond('connect')
    expect(states.slice(-2)).toEqual(['recovering', 'online'])
    expect(connection.reconnects).toBe(1)
  })

  it('settled 36 reconnects at once when the page is back, also from an attempt that hangs', async () => {
    const { sockets, connection, respond, pass } = world()
    connection.start()
    await pass(0)
    await respond('connect_error')
    connection.reconnectNow()
    await pass(0)
    expect(sockets).toHaveLength(2)
    await pass(1_500)
    expect(sockets).toHaveLength(2)
    connection.reconnectNow()
    await pass(0)
    expect(sockets).toHaveLength(3)
    expect(sockets[1]?.isClosed).toBe(true)
  })

  it('settled 9 joins on a new connection before it closes the old one when the role changes', async () => {
    const { sockets, states, owner, connection, respond, pass } = world()
    connection.start()
    await pass(0)
    await respond('connect')
    owner.token = 'token-1'
    connection.update()
    await pass(0)
    expect(sockets.map((socket) => socket.url)).toEqual(['http://server.test/chat-anon', 'http://server.test/chat-web'])
    expect(sockets[0]?.isClosed).toBe(false)
    await respond('connect')
    expect(sockets[0]?.isClosed).toBe(true)
    expect(owner).toMatchObject({ joins: 2, disconnects: 0 })
    expect(states).toEqual(['connecting', 'online'])
    expect(connection.reconnects).toBe(0)
  })

  it('S8.17 connects to a new origin before it closes the old connection, and reports unreachable origins', async () => {
    const { sockets, states, owner, unreachable, connection, respond, pass } = world()
    connection.start()
    await pass(0)
    await respond('connect_error')
    expect(unreachable).toEqual(['http://server.test'])
    owner.origin = 'https://second.test'
    await pass(500)
    await respond('connect')
    owner.origin = 'http://server.test'
    connection.update()
    await pass(0)
    const [first, second, third] = sockets.map((socket) => socket.url)
    expect([first, second, third]).toEqual([
      'http://server.test/chat-anon',
      'https://second.test/chat-anon',
      'http://server.test/chat-anon',
    ])
    expect(sockets[1]?.isClosed).toBe(false)
    await respond('connect')
    expect(sockets[1]?.isClosed).toBe(true)
    expect(states.at(-1)).toBe('online')
    expect(connection.reconnects).toBe(0)
  })

  it('S8.17 abandons an attempt and its delay when the origin changes', async () => {
    const { sockets, owner, unreachable, connection, respond, pass } = world()
    connection.start()
    await pass(0)
    owner.origin = 'https://second.test'
    connection.update()
    await pass(0)
    expect(sockets.map((socket) => socket.isClosed)).toEqual([true, false])
    await respond('connect_error')
    expect(unreachable).toEqual(['https://second.test'])
    owner.origin = 'https://third.test'
    connection.update()
    await pass(0)
    expect(sockets.at(-1)?.url).toBe('https://third.test/chat-anon')
    await respond('connect')
    sockets.at(-1)?.disconnect()
    await pass(0)
    expect(unreachable).toEqual(['https://second.test', 'https://third.test'])
  })

  it('settled 14 is ready only after all rooms have joined', async () => {
    const { sockets, owner, connection, respond, pass } = world()
    connection.start()
    await pass(0)
    await respond('connect')
    let haveJoined = (): void => undefined
    owner.joining = new Promise((resolve) => (haveJoined = resolve))
    owner.token = 'token-1'
    connection.update()
    await pass(0)
    await respond('connect')
    expect(sockets).toHaveLength(2)
    const given: (string | undefined)[] = []
    void connection.waitUntilReady(8_000).then((ready) => given.push(ready?.role.token))
    await pass(1)
    expect(given).toEqual([])
    haveJoined()
    await pass(0)
    expect(given).toEqual(['token-1'])
  })

  it('abandons a namespace that does not respond within 10 s', async () => {
    const { sockets, states, connection, pass } = world()
    connection.start()
    await pass(10_000)
    expect(sockets[0]?.isClosed).toBe(true)
    expect(states.at(-1)).toBe('offline')
  })

  it('closes when it is not needed, and can be started again', async () => {
    const { sockets, owner, connection, respond, pass } = world()
    connection.start()
    await pass(0)
    await respond('connect')
    owner.isConnectionNeeded = false
    connection.update()
    await pass(0)
    expect(sockets[0]?.isClosed).toBe(true)
    owner.isConnectionNeeded = true
    connection.start()
    await pass(0)
    expect(sockets).toHaveLength(2)
  })

  it('settled 36 keeps delays within the maximum +/- 50 %', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 1, maxLength: 30 }),
        fc.boolean(),
        (draws, isVisible) => {
          let at = 0
          const backoff = new Backoff(() => draws[at++ % draws.length] ?? 0)
          const cap = isVisible ? RECONNECT_MAX_VISIBLE_MS : RECONNECT_MAX_HIDDEN_MS
          for (let round = 0; round < 30; round += 1) {
            const delayMs = backoff.next(isVisible)
            expect(delayMs).toBeGreaterThanOrEqual(250)
            expect(delayMs).toBeLessThanOrEqual(cap * 1.5)
          }
        },
      ),
    )
  })
})

it('S6.1 S6.2 S6.4 visitors join without a token; members join as web, or as app on phones and in apps', () => {
  const roleOf = (clientType: number, isMember: boolean) => {
    const session = isMember ? { state: { member: {}, expireAt: 0 }, token: 'token-1' } : { state: null, token: '' }
    return new Rooms({ clientType, session } as unknown as RoomsContext).role
  }
  for (const clientType of [1, 2, 3]) expect(roleOf(clientType, false)).toEqual({ namespace: 'anon', token: '' })
  expect(roleOf(1, true)).toEqual({ namespace: 'web', token: 'token-1' })
  expect(roleOf(2, true)).toEqual({ namespace: 'app', token: 'token-1' })
  expect(roleOf(3, true)).toEqual({ namespace: 'app', token: 'token-1' })
})
