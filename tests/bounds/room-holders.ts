import { EventEmitter } from 'node:events'
import type { Server } from 'socket.io'
import { MATCH_EVENTS_MAX } from '#protocol/constants.ts'
import type { MatchEvent } from '#protocol/room/feed.ts'
import { nodeCompressor } from '#server/http/envelope/compress-node.ts'
import { nodeCrypto } from '#server/http/envelope/crypto-node.ts'
import { NETWORK_FACTOR } from '#server/config/address.ts'
import { CONNECTION_LIMITS, Connections } from '#server/rooms/socket/connections.ts'
import type { LogEntry } from '#server/rooms/log/entries.ts'
import { RoomSealer } from '#server/rooms/frames.ts'
import { LogRoom, LogWriter } from '#server/rooms/log/log-writer.ts'
import { MemoryEntryRepository } from '#tests/support/memory-repositories.ts'
import { TicketBox } from '#server/rooms/socket/tickets.ts'
import { planWorld } from '#server/demo/world/plan.ts'
import { openingState } from '#server/demo/world/play.ts'
import { createRandom } from '#server/demo/world/random.ts'
import { UnreportedChanges } from '#server/demo/world/unreported-changes.ts'
import { ADMINS, person, ROOM, testRooms, text } from '../server/rooms/rooms-support.ts'
import type { BoundedCase } from './holder.ts'

const entryAt = (seq: number): LogEntry => {
  const json = JSON.stringify({ id: `e${seq}` })
  return {
    chatRoomNo: ROOM,
    seq,
    epoch: 1,
    id: `e${seq}`,
    at: 0,
    kind: 'text',
    userId: 'u',
    json,
    cid: null,
    replyTo: null,
  }
}

/** Collections of a room on the server. */
export const ROOM_HOLDERS: readonly BoundedCase[] = [
  {
    name: 'tickets that nobody presents',
    max: 50_000,
    fill() {
      const box = new TicketBox(() => 0)
      const ticket = {
        chatRoomNo: ROOM,
        namespace: 'anon',
        holder: null,
        deviceId: '',
        siteId: 5009,
        epoch: 1,
        seq: 0,
      } as const
      const names = Array.from({ length: 60_000 }, () => box.issue(ticket))
      return names.filter((name) => box.take(name, 'anon') !== null).length
    },
  },
  {
    name: 'events of a match that its room has not heard of',
    max: MATCH_EVENTS_MAX,
    async fill() {
      const fixture = planWorld(createRandom(1))[0]!
      const state = openingState(fixture, 0, createRandom(1))
      const rooms = { append: async () => [], setStatus: async () => undefined, snapshot: () => null }
      const unreported = new UnreportedChanges(rooms, fixture, () => state)
      const event: MatchEvent = { id: 'e', type: 'goal', side: 'home', minute: 1, text: '', homeScore: 1, awayScore: 0 }
      for (let count = 0; count < 1_000; count += 1) {
        unreported.add({ state, events: [{ ...event, id: `e${count}` }], hasPhaseChanged: false }, false)
      }
      return (await unreported.report()).length
    },
  },
  {
    name: 'connections, from ever new addresses',
    max: CONNECTION_LIMITS.total,
    fill: () => connected((count) => `address ${count}`),
  },
  { name: 'connections of one address', max: CONNECTION_LIMITS.perAddress, fill: () => connected(() => 'address') },
  {
    name: 'connections of one network of IPv6',
    max: CONNECTION_LIMITS.perAddress * NETWORK_FACTOR,
    fill: () => connected((count) => `2001:db8:1:${(count % 256).toString(16)}::/64`),
  },
  {
    name: 'sealed frames of a catch-up',
    max: 100,
    async fill() {
      const sealer = new RoomSealer(ROOM, 1, { backend: nodeCrypto, compressor: nodeCompressor, now: () => 0 })
      const sealed = async (seq: number) => (await sealer.sealRange([entryAt(seq)], sealer.generation))[0]
      const frames: (string | undefined)[] = []
      for (let seq = 0; seq < 400; seq += 1) frames[seq] = await sealed(seq)
      // Frames have individual nonces, so an equal frame was cached.
      for (let index = 0; index < 400; index += 1) {
        const seq = 399 - index
        if ((await sealed(seq)) !== frames[seq]) return index
      }
      return Number.POSITIVE_INFINITY
    },
  },
  {
    name: 'mutes that have ended',
    max: 1,
    async fill() {
      const { hub, clock } = await testRooms()
      const room = hub.room(ROOM)
      const by = { byMemberId: ADMINS[0]?.memberId ?? '', byName: '房管' }
      for (let number = 0; number < 5_000; number += 1) {
        const { memberId, member } = person(number)
        const muted = { memberId, userId: member.userId, memberName: member.nickname, reason: '刷屏', ...by }
        room?.setMute({ ...muted, chatRoomNo: ROOM, until: clock.now() + 60_000 }, clock.now())
        clock.move(60_000)
      }
      await hub.close()
      const everybody = Array.from({ length: 5_000 }, (_, number) => person(number).member.userId)
      return everybody.filter((userId) => room?.muteOf(userId, 0) !== null).length
    },
  },
  {
    name: 'entries that wait for a store that hangs',
    max: 20_000,
    async fill() {
      const repository = new MemoryEntryRepository()
      repository.insert = () => new Promise(() => undefined)
      const writer = new LogWriter({ repository, now: () => 0, publish: () => undefined })
      const room = new LogRoom(ROOM, { epoch: 1, seq: 0, at: 0 })
      for (let count = 0; count < 300; count += 1) {
        writer
          .add(
            room,
            Array.from({ length: 100 }, () => text('好球')),
          )
          .catch(() => null)
      }
      return writer.waiting
    },
  },
]

/** Number of open connections after many more requests. */
function connected(addressOf: (count: number) => string): number {
  const engine = new EventEmitter()
  let asked = 0
  const connections = new Connections({ engine } as unknown as Server, {
    limits: CONNECTION_LIMITS,
    addressOf: () => addressOf(asked),
    now: () => asked * 1_000,
  })
  for (asked = 1; asked <= 25_000; asked += 1) {
    const connection = Object.assign(new EventEmitter(), { request: {}, transport: {}, writeBuffer: [] })
    if (connections.admits(connection.request as never)) engine.emit('connection', connection)
  }
  return connections.size
}
