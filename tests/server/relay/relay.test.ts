import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect as connectTcp } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { CODES } from '#protocol/codes.ts'
import { ReceivedFrames, RELAY_PATH, SentFrames } from '#protocol/room/relay.ts'
import { SOCKET_PATH } from '#protocol/room/server-events.ts'
import { StartError } from '#server/config/start-error.ts'
import { readRelayConfig, type RunningRelay } from '#server/relay/main.ts'
import { relayOf, RELAY_SECRET, type RoomsForRelays, roomsForRelays } from './relay-support.ts'
import { newCid, openFrames, ROOM, text } from '../rooms/rooms-support.ts'
import { type ClientSocket, disconnected } from '../rooms/socket-support.ts'

let rooms: RoomsForRelays
let relay: RunningRelay
beforeEach(async () => {
  rooms = await roomsForRelays()
  relay = await relayOf(rooms.url)
  await relay.relay.connected
})
afterEach(async () => {
  await relay.close()
  await rooms.close()
})

const append = async (words: string): Promise<number> => (await rooms.hub.append(ROOM, [text(words)]))[0]?.seq ?? 0
const seqsOf = (entries: readonly { seq: number }[]): number[] => entries.map(({ seq }) => seq)
const range = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, i) => first + i)

describe('a viewer at a relay', () => {
  it('receives the same entries in the same order as a viewer at the origin', async () => {
    const atOrigin = await rooms.enter()
    const atRelay = await rooms.enter('anon', null, { at: relay.url })
    let last = 0
    for (const words of ['一', '二', '三', '四', '五']) last = await append(words)
    // A report of the number of viewers may follow the texts.
    const received = async (viewer: typeof atOrigin) => (await viewer.until(last)).filter(({ seq }) => seq <= last)
    const [direct, relayed] = [await received(atOrigin), await received(atRelay)]
    expect(relayed).toEqual(direct.slice(-relayed.length))
    expect(seqsOf(relayed)).toEqual(range(atRelay.joined.seq + 1, last))
  })

  it('gets each frame of the origin once for all viewers of the relay', async () => {
    const viewers = [
      await rooms.enter('anon', null, { at: relay.url }),
      await rooms.enter('anon', null, { at: relay.url }),
      await rooms.enter('web', 1, { at: relay.url }),
    ]
    const last = await append('一')
    for (const viewer of viewers) expect(seqsOf(await viewer.until(last))).toContain(last)
    const frameOf = async ({ joined, frames }: (typeof viewers)[number]) => {
      const opened = await Promise.all(frames.map((frame) => openFrames(joined.roomKey, [frame])))
      return frames[opened.findIndex((entries) => seqsOf(entries).includes(last))]
    }
    const [frame, ...others] = await Promise.all(viewers.map(frameOf))
    expect(frame).toBeDefined()
    expect(others).toEqual([frame, frame])
    expect(rooms.server.stats().connections).toBe(0)
    expect(rooms.server.relays.stats()).toEqual({ relays: 1, viewers: 3 })
  })

  it('counts as a viewer of the room until it disconnects', async () => {
    const viewer = await rooms.enter('anon', null, { at: relay.url })
    expect(rooms.hub.listeners(ROOM)).toBe(1)
    viewer.socket.disconnect()
    await expect.poll(() => rooms.hub.listeners(ROOM)).toBe(0)
  })

  it('sends messages that reach viewers of the origin, under the limits of its own address', async () => {
    const atOrigin = await rooms.enter()
    const member = await rooms.enter('web', 1, { at: relay.url })
    const cid = newCid()
    const ack = await member.socket.emitWithAck('say', { chatRoomNo: ROOM, cid, text: '你好' })
    if (!ack.ok || !('seq' in ack)) throw new Error(JSON.stringify(ack))
    const entries = await atOrigin.until(ack.seq)
    expect(entries.find(({ seq }) => seq === ack.seq)).toMatchObject({ entry: { data: { text: '你好' } } })
  })

  it('cannot speak as a visitor, nor in a room that it has left', async () => {
    const visitor = await rooms.enter('anon', null, { at: relay.url })
    const message = { chatRoomNo: ROOM, cid: newCid(), text: '你好' }
    expect(await visitor.socket.emitWithAck('say', message)).toMatchObject({ ok: false, code: CODES.NEED_LOGIN })
    const member = await rooms.enter('web', 1, { at: relay.url })
    expect(await member.socket.emitWithAck('leave', { chatRoomNo: ROOM })).toEqual({ ok: true })
    expect(await member.socket.emitWithAck('say', message)).toMatchObject({ ok: false, code: CODES.NOT_FOUND })
    const { seq, epoch } = member.joined
    expect(await member.socket.emitWithAck('resume', { chatRoomNo: ROOM, epoch, seq })).toMatchObject({ ok: false })
  })

  it('is notified of the end of its session and disconnected', async () => {
    const member = await rooms.enter('web', 1, { at: relay.url })
    const ended = once(member.socket as never, 'session-end')
    rooms.sessions.end('session-1', CODES.AUTH_ERROR)
    expect(await ended).toMatchObject([{ code: CODES.AUTH_ERROR }])
    await disconnected(member.socket)
    expect(rooms.hub.listeners(ROOM)).toBe(0)
  })

  it('is disconnected by the relay when it sends malformed events, without affecting others', async () => {
    const other = await rooms.enter('anon', null, { at: relay.url })
    const hostile = await rooms.connect('anon', { at: relay.url })
    for (let count = 0; count < 5; count += 1) hostile.emit('join', { ticket: '<' }, () => undefined)
    expect(await disconnected(hostile)).toBe('io server disconnect')
    const last = await append('一')
    expect(seqsOf(await other.until(last))).toContain(last)
  })
})

describe('after an interruption', () => {
  /** Reconnects until the relay accepts viewers, and joins at a position. */
  const rejoin = async (position: { epoch: number; seq: number }) => {
    await expect.poll(() => relay.relay.isReady).toBe(true)
    const socket = await rooms.connect('anon', { at: relay.url })
    const { ticket } = await rooms.ticketFor('anon', null)
    return socket.emitWithAck('join', { ticket, position })
  }

  it('a viewer receives what it missed once and in order when the upstream connection was lost', async () => {
    const viewer = await rooms.enter('anon', null, { at: relay.url })
    const before = await append('一')
    await viewer.until(before)
    rooms.server.relays.close()
    await disconnected(viewer.socket)
    const [, last] = [await append('二'), await append('三')]
    const caught = await rejoin({ epoch: viewer.joined.epoch, seq: before })
    expect(caught).toMatchObject({ ok: true, recovered: true, head: last })
    const missed = await openFrames(viewer.joined.roomKey, caught.ok ? caught.frames : [])
    expect(seqsOf(missed)).toEqual(range(before + 1, last))
  })

  it('a viewer receives what it missed once and in order when the relay was restarted', async () => {
    const viewer = await rooms.enter('anon', null, { at: relay.url })
    const before = await append('一')
    await viewer.until(before)
    await relay.close()
    await disconnected(viewer.socket)
    await expect.poll(() => rooms.hub.listeners(ROOM)).toBe(0)
    const last = await append('二')
    relay = await relayOf(rooms.url)
    const caught = await rejoin({ epoch: viewer.joined.epoch, seq: before })
    expect(seqsOf(await openFrames(viewer.joined.roomKey, caught.ok ? caught.frames : []))).toEqual(
      range(before + 1, last),
    )
  })

  it('all viewers with the same position get the same catch-up frames', async () => {
    const { epoch, seq } = (await rooms.enter()).joined
    for (const words of ['一', '二', '三']) await append(words)
    const sockets = [await rooms.connect('anon', { at: relay.url }), await rooms.connect('anon', { at: relay.url })]
    const tickets = [await rooms.ticketFor('anon', null), await rooms.ticketFor('anon', null)]
    const responses = await Promise.all(
      sockets.map((socket, index) =>
        socket.emitWithAck('join', { ticket: tickets[index]?.ticket ?? '', position: { epoch, seq } }),
      ),
    )
    const frames = responses.map((response) => (response.ok ? response.frames : []))
    expect(frames[0]?.length).toBeGreaterThan(0)
    expect(frames[1]).toEqual(frames[0])
  })
})

describe('catch-up frames between origin and relay', () => {
  it('are sent once, afterwards by number, also when old ones are forgotten', () => {
    const [sent, received] = [new SentFrames(), new ReceivedFrames()]
    const first = sent.send('frame-0')
    expect(first).toEqual([1, 'frame-0'])
    received.receive(first)
    expect(sent.send('frame-0')).toBe(1)
    for (let count = 0; count < 2_000; count += 1) {
      const name = `frame-${count % 7 === 0 ? Math.max(0, count - 150) : count}`
      expect(received.receive(sent.send(name))).toBe(name)
    }
    expect(() => received.receive(1)).toThrow('not sent')
  })
})

describe('blocks at a relay', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address })
  /** Status and body of a handshake by long polling. */
  const handshake = async (url: string, address: string): Promise<readonly [number, string]> => {
    const response = await fetch(`${url}${SOCKET_PATH}/?EIO=4&transport=polling`, { headers: from(address) })
    return [response.status, await response.text()]
  }
  const connectFrom = (address: string, at = relay.url): Promise<ClientSocket> =>
    rooms.connect('anon', { at, extraHeaders: from(address) })

  it('refuse the handshake of blocked addresses with the response of the origin, until they are lifted', async () => {
    rooms.block(['203.0.113.0/24', null])
    const refused = await handshake(rooms.url, '203.0.113.7')
    expect(refused[0]).toBe(403)
    await expect.poll(() => handshake(relay.url, '203.0.113.7')).toEqual(refused)
    expect((await handshake(relay.url, '198.51.100.7'))[0]).toBe(200)
    await expect(connectFrom('203.0.113.7')).rejects.toThrow()
    rooms.block()
    await expect.poll(async () => (await handshake(relay.url, '203.0.113.7'))[0]).toBe(200)
  })

  it('are known to a relay that connects later', async () => {
    rooms.block(['203.0.113.7', null], ['198.51.100.7', 1])
    const later = await relayOf(rooms.url)
    await later.relay.connected
    expect((await handshake(later.url, '203.0.113.7'))[0]).toBe(403)
    expect((await handshake(later.url, '198.51.100.7'))[0]).toBe(200)
    await later.close()
  })

  it('end open sockets of these addresses within two seconds, and no others', async () => {
    const at = { '203.0.113.7': 'ipv4', '2001:db8:1:2::7': 'ipv6', '198.51.100.7': 'other' }
    const sockets = await Promise.all(Object.keys(at).map((address) => connectFrom(address)))
    await expect.poll(() => rooms.server.relays.stats().viewers).toBe(3)
    const since = performance.now()
    rooms.block(['203.0.113.7', null], ['2001:db8:1::/48', null])
    await Promise.all(sockets.slice(0, 2).map((socket) => disconnected(socket)))
    expect(performance.now() - since).toBeLessThan(2_000)
    await expect.poll(() => rooms.server.relays.stats().viewers).toBe(1)
    expect(sockets[2]?.connected).toBe(true)
  })

  it('end sockets of visitors at a blocked device, and refuse its tickets', async () => {
    const members = [await rooms.enter('web', 1, { at: relay.url }), await rooms.enter('web', 1)]
    const visitors = [await rooms.enter('anon', null, { at: relay.url }), await rooms.enter()]
    const { ticket } = await rooms.ticketFor('anon', null)
    const since = performance.now()
    rooms.blockDevice('device-1')
    await Promise.all(visitors.map(({ socket }) => disconnected(socket)))
    expect(performance.now() - since).toBeLessThan(2_000)
    // The console ends the sessions of the device, which closes these.
    expect(members.map(({ socket }) => socket.connected)).toEqual([true, true])
    const again = await rooms.connect('anon', { at: relay.url })
    expect(await again.emitWithAck('join', { ticket })).toMatchObject({ ok: false, code: CODES.NOT_FOUND })
  })

  it('are kept while the origin is away, and until it sends another list', async () => {
    const origin = new WebSocketServer({ host: '127.0.0.1', port: 0, path: RELAY_PATH })
    await once(origin, 'listening')
    const { port } = origin.address() as { port: number }
    const first = once(origin, 'connection') as Promise<[WebSocket]>
    const kept = await relayOf(`http://127.0.0.1:${port}`)
    const [upstream] = await first
    expect(kept.relay.isReady).toBe(false)
    upstream.send(JSON.stringify(['blocks', [['203.0.113.7', null]]]))
    await kept.relay.connected
    const second = once(origin, 'connection')
    upstream.terminate()
    await second
    await expect.poll(() => kept.relay.isReady).toBe(true)
    expect((await handshake(kept.url, '203.0.113.7'))[0]).toBe(403)
    expect((await handshake(kept.url, '198.51.100.7'))[0]).toBe(200)
    await kept.close()
    origin.close()
  })
})

describe('the upstream connection', () => {
  const statusOf = async (authorization: string | null, path = '/relay'): Promise<string> => {
    const tcp = connectTcp(rooms.port, '127.0.0.1')
    await once(tcp, 'connect')
    const header = authorization === null ? '' : `Authorization: ${authorization}\r\n`
    tcp.write(
      `GET ${path} HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n` +
        `Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n${header}\r\n`,
    )
    const [data] = (await once(tcp, 'data')) as [Buffer]
    tcp.destroy()
    return data.toString().split('\r\n')[0] ?? ''
  }

  it.each([null, 'Bearer ', `Bearer ${RELAY_SECRET}x`, `Bearer ${RELAY_SECRET.replace('r', 'x')}`, RELAY_SECRET])(
    'is refused with the authorization %s',
    async (authorization) => {
      expect(await statusOf(authorization)).toBe('HTTP/1.1 401 Unauthorized')
      expect(rooms.server.relays.stats().relays).toBe(1)
    },
  )

  it('is accepted with the secret', async () => {
    expect(await statusOf(`Bearer ${RELAY_SECRET}`)).toBe('HTTP/1.1 101 Switching Protocols')
  })

  it('is not ready with another secret, and viewers are refused', async () => {
    const stranger = await relayOf(rooms.url, { RELAY_SECRET: 'another-secret-of-enough-characters' })
    await expect(rooms.connect('anon', { at: stranger.url })).rejects.toThrow()
    expect((await fetch(`${stranger.url}/readyz`)).status).toBe(503)
    expect((await fetch(`${relay.url}/readyz`)).status).toBe(200)
    await stranger.close()
  })
})

describe('a relay that an origin refuses', () => {
  it('tries again at once and becomes ready when the origin accepts', async () => {
    const origin = new WebSocketServer({ noServer: true })
    let requests = 0
    const http = createServer().on('upgrade', (request, socket, head) => {
      requests += 1
      if (requests === 1) return void socket.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n')
      origin.handleUpgrade(request, socket, head, (webSocket) => webSocket.send(JSON.stringify(['blocks', []])))
    })
    http.listen(0, '127.0.0.1')
    await once(http, 'listening')
    const { port } = http.address() as { port: number }
    const since = performance.now()
    const refused = await relayOf(`http://127.0.0.1:${port}`)
    await refused.relay.connected
    expect(performance.now() - since).toBeLessThan(5_000)
    expect([requests, refused.relay.isReady]).toEqual([2, true])
    await refused.close()
    http.close()
  })
})

describe('the configuration of a relay', () => {
  it('names every missing and invalid value', () => {
    const read = () => readRelayConfig({ RELAY_SECRET: 'short', PORT: '99999' })
    expect(read).toThrow(StartError)
    try {
      read()
    } catch (error) {
      expect((error as StartError).problems).toEqual([
        expect.stringContaining('RELAY_SECRET expects at least 32 random characters'),
        expect.stringContaining('PORT expects'),
        expect.stringContaining('ORIGIN_URL is missing'),
      ])
      expect(String((error as StartError).problems)).not.toContain('short')
    }
  })
})
