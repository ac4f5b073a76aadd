import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { NAMESPACES } from '#protocol/room/server-events.ts'
import { bufferedBytes } from '#server/rooms/socket/connections.ts'
import { randomBytes } from 'node:crypto'
import { openFrames, ROOM, text } from './rooms-support.ts'
import { openStalling } from './socket-raw.ts'
import { listeningRooms } from './socket-support.ts'
import type { ListeningRooms } from './socket-support.ts'

const LIMIT = 1024 * 1024

let rooms: ListeningRooms
beforeEach(async () => void (rooms = await listeningRooms()))
afterEach(() => rooms.close())

/** Incompressible texts: more than 200 kB per frame. */
const noise = () =>
  Array.from({ length: 500 }, () =>
    text(
      String.fromCodePoint(
        ...Array.from(new Uint16Array(randomBytes(396).buffer.slice(0, 396)), (n) => 0x4e00 + (n % 20_000)),
      ),
    ),
  )

describe('slow readers', () => {
  it('are disconnected when more than 1 MB is queued for them, without affecting others', async () => {
    const healthy = await rooms.enter()
    const stalled = await openStalling(rooms.port)
    const { ticket } = await rooms.ticketFor('anon', null)
    await stalled.enter(NAMESPACES.anon, ticket)
    expect(rooms.hub.viewers(ROOM)).toBe(2)
    stalled.tcp.pause()
    let seq = 0
    let peak = 0
    while (rooms.server.stats().cut === 0 && seq < 100_000) {
      seq = (await rooms.hub.append(ROOM, noise())).at(-1)?.seq ?? 0
      await healthy.until(seq)
      for (const connection of Object.values((rooms.server.io.engine as unknown as { clients: object }).clients)) {
        peak = Math.max(peak, bufferedBytes(connection))
      }
    }
    expect(rooms.server.stats()).toEqual({ connections: 1, cut: 1 })
    expect(peak).toBeLessThan(LIMIT * 2)
    expect(rooms.hub.viewers(ROOM)).toBe(1)
    const seqs = (await healthy.until(seq)).map((entry) => entry.seq)
    expect(seqs).toEqual(Array.from({ length: seq }, (_, index) => index + 1))
    stalled.tcp.destroy()
    await stalled.closed
  })

  it('are disconnected at the end of their session without reading the reason', async () => {
    const stalled = await openStalling(rooms.port)
    const { ticket } = await rooms.ticketFor('web', 1)
    await stalled.enter(NAMESPACES.web, ticket)
    expect(rooms.hub.viewers(ROOM)).toBe(1)
    stalled.tcp.pause()
    // More than the socket buffers, less than the disconnection limit.
    const [connection] = Object.values((rooms.server.io.engine as unknown as { clients: object }).clients)
    while (bufferedBytes(connection) === 0) {
      const seq = (await rooms.hub.append(ROOM, noise())).at(-1)?.seq ?? 0
      await rooms.hub.room(ROOM)?.coalescer.whenSent(seq)
    }
    expect(rooms.server.stats()).toEqual({ connections: 1, cut: 0 })
    rooms.sessions.end('session-1', CODES.AUTH_ERROR)
    expect(rooms.hub.viewers(ROOM)).toBe(0)
    await expect.poll(() => rooms.server.stats().connections).toBe(0)
    stalled.tcp.destroy()
    await stalled.closed
  })

  it('are not disconnected during a large catch-up in parts that they read', async () => {
    for (let index = 0; index < 5; index += 1) await rooms.hub.append(ROOM, noise())
    const socket = await rooms.connect()
    const { ticket, epoch, roomKey } = await rooms.ticketFor('anon', null)
    let length = 0
    let response = await socket.timeout(30_000).emitWithAck('join', { ticket, position: { epoch, seq: 0 } })
    for (;;) {
      if (!response.ok) throw new Error(response.message)
      const part = response.frames.join('').length
      expect(part).toBeLessThan(LIMIT / 4)
      length += part
      const seq = (await openFrames(roomKey, response.frames)).at(-1)?.seq ?? 0
      if (seq >= response.head) break
      response = await socket.timeout(30_000).emitWithAck('resume', { chatRoomNo: ROOM, epoch, seq })
    }
    expect(length).toBeGreaterThan(LIMIT)
    await rooms.hub.append(ROOM, noise())
    expect(rooms.server.stats()).toEqual({ connections: 1, cut: 0 })
  })
})
