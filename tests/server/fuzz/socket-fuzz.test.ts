import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { newCid, ROOM, text } from '../rooms/rooms-support.ts'
import { fuzzSockets } from './socket-fuzz-cases.ts'
import { openRaw } from '../rooms/socket-raw.ts'
import type { RawSocket } from '../rooms/socket-raw.ts'
import { disconnected, listeningRooms } from '../rooms/socket-support.ts'
import type { ClientSocket, ListeningRooms } from '../rooms/socket-support.ts'

let rooms: ListeningRooms
beforeEach(async () => void (rooms = await listeningRooms()))
afterEach(() => rooms.close())

async function rawVisitor(): Promise<RawSocket> {
  const raw = await openRaw(rooms.port)
  raw.send('40/chat-anon,')
  await raw.waitFor((message) => message.startsWith('40/chat-anon,'))
  return raw
}

const refusal = (code: number) => ({ ok: false, code })
const emit = (socket: ClientSocket, ...packet: unknown[]) =>
  (socket.timeout(30_000) as unknown as { emitWithAck(...packet: unknown[]): Promise<unknown> }).emitWithAck(...packet)

describe('invalid input on sockets', () => {
  it('gets a typed error and does not affect others (small sample)', async () => {
    await fuzzSockets(rooms, { numRuns: 60, seed: 7 })
  })

  for (const [what, packet] of Object.entries({
    'an unknown event': ['shutdown', {}],
    'an event of the prototype': ['constructor', {}],
    'no parameters': ['join'],
    'a number': ['join', 5],
    null: ['say', null],
    'a list': ['leave', []],
    'too many parameters': ['leave', { chatRoomNo: ROOM }, {}],
    'an unknown field': ['leave', { chatRoomNo: ROOM, admin: true }],
    bytes: ['say', { chatRoomNo: ROOM, cid: newCid(), text: Buffer.from('好球') }],
    'a negative place': ['resume', { chatRoomNo: ROOM, epoch: 1, seq: -1 }],
    'a fractional place': ['resume', { chatRoomNo: ROOM, epoch: 1, seq: 0.5 }],
    'a room name with a path': ['leave', { chatRoomNo: '../room-1' }],
  })) {
    it(`${what} is PARAM_ERROR`, async () => {
      const { socket } = await rooms.enter('web', 1)
      expect(await emit(socket, ...packet)).toMatchObject(refusal(CODES.PARAM_ERROR))
      expect(socket.connected).toBe(true)
    })
  }

  it('`__proto__` is an unknown field', async () => {
    const raw = await rawVisitor()
    raw.send(`42/chat-anon,7["leave",{"chatRoomNo":"${ROOM}","__proto__":{"ok":true}}]`)
    const response = await raw.waitFor((message) => message.startsWith('43/chat-anon,7'))
    expect(response).toContain(`"code":${CODES.PARAM_ERROR}`)
    raw.ws.close()
  })

  it('an oversized text is refused without a strike', async () => {
    const { socket } = await rooms.enter('web', 1)
    for (let index = 0; index < 8; index += 1) {
      const say = { chatRoomNo: ROOM, cid: newCid(), text: '球'.repeat(2_000) }
      expect(await emit(socket, 'say', say)).toMatchObject(refusal(CODES.CHAT_TOO_LONG))
    }
    expect(await emit(socket, 'say', { chatRoomNo: ROOM, cid: newCid(), text: '好球' })).toMatchObject({ ok: true })
  })

  it('five errors close the connection', async () => {
    const beside = await rooms.enter()
    const { socket } = await rooms.enter()
    const emitUnknown = socket.emit.bind(socket) as (event: string) => unknown
    for (let index = 0; index < 5; index += 1) emitUnknown('nonsense')
    expect(await disconnected(socket)).toBe('io server disconnect')
    const [appended] = await rooms.hub.append(ROOM, [text('一')])
    await beside.until(appended?.seq ?? 0)
  })

  it('too many events are refused, and a flood closes the connection', async () => {
    const beside = await rooms.enter()
    const { socket } = await rooms.enter()
    const leave = () => emit(socket, 'leave', { chatRoomNo: 'room-9' })
    const responses = await Promise.all(Array.from({ length: 30 }, leave))
    expect(responses[0]).toMatchObject(refusal(CODES.NOT_FOUND))
    expect(responses.at(-1)).toMatchObject(refusal(CODES.CURRENT_LIMITING_A))
    for (let index = 0; index < 200; index += 1) socket.emit('leave', { chatRoomNo: ROOM }, () => undefined)
    await disconnected(socket)
    expect(beside.socket.connected).toBe(true)
  })

  it('a message of 64 KB closes the connection', async () => {
    const raw = await rawVisitor()
    raw.send(`42/chat-anon,1["say",{"text":"${'x'.repeat(66_000)}"}]`)
    expect(await raw.closed).toBe(1009)
  })

  it('too many bytes in many messages close the connection', async () => {
    const raw = await rawVisitor()
    for (let index = 0; index < 8; index += 1) raw.send(`42/chat-anon,["x","${'x'.repeat(60_000)}"]`)
    await raw.closed
    expect(rooms.server.stats().connections).toBe(0)
  })

  it('a second CONNECT, an invalid packet and an event without a namespace close the connection', async () => {
    for (const packet of ['40/chat-anon,', '42/chat-anon,{', '42["join",{}]', '4x', '451-/chat-anon,["say"']) {
      const raw = await rawVisitor()
      raw.send(packet)
      await raw.closed
    }
    expect(rooms.errors).toEqual([])
  })

  it('a failing handler returns an error without internal details', async () => {
    const { socket, joined } = await rooms.enter()
    await rooms.hub.append(ROOM, [text('一')])
    rooms.hub.log.range = () => Promise.reject(new Error('secret path /var/lib'))
    const response = await emit(socket, 'resume', { chatRoomNo: ROOM, epoch: joined.epoch, seq: 0 })
    expect(response).toEqual({ ok: false, code: CODES.INTERNAL_ERROR, message: '服务异常，请稍后再试' })
    expect(rooms.errors).toHaveLength(1)
  })
})
