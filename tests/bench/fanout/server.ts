import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { NAMESPACES } from '#protocol/room/server-events.ts'
import { EntryRepository } from '#server/rooms/log/entries.ts'
import { RoomRepository } from '#server/rooms/room-repository.ts'
import { MemoryEntryRepository, MemoryRoomRepository } from '#tests/support/memory-repositories.ts'
import { channelOf } from '#server/rooms/socket/frame-writer.ts'
import { SocketServer } from '#server/rooms/socket/sockets.ts'
import { openBenchRooms, ROOM } from '../harness/hub.ts'
import { speak } from '../harness/speech.ts'
import { createStoreHome } from '../store/home.ts'
import { type FanOutOptions, type FromServer, RELAY_SECRET, type RoomReport, type ToServer } from './messages.ts'

/** Members of different rooms are different ones. */
const MEMBERS_PER_ROOM = 2_000

/** The server process: the real rooms and sockets, and members who send messages. Controlled by IPC. */
export async function serveFanOut(options: FanOutOptions): Promise<void> {
  const home = options.store === 'off' ? null : await createStoreHome(options.store)
  const store = home === null ? null : await home.open()
  const rooms = [options, ...options.beside].map((room, index) => ({
    ...room,
    chatRoomNo: index === 0 ? ROOM : `${ROOM}-${index}`,
    first: index * MEMBERS_PER_ROOM,
    counted: { frames: 0, sealedBytes: 0 },
  }))
  const hub = await openBenchRooms(
    store === null
      ? { entries: new MemoryEntryRepository(20_000), rooms: new MemoryRoomRepository() }
      : { entries: new EntryRepository(store), rooms: new RoomRepository(store) },
    rooms.map(({ chatRoomNo }) => chatRoomNo),
  )
  const http = createServer()
  const sockets = new SocketServer(http, {
    hub,
    sessions: { onEnd: () => () => undefined },
    isOriginAllowed: () => true,
    limits: { perAddress: rooms.reduce((sum, { viewers }) => sum + viewers, 10) },
    relays: { secret: RELAY_SECRET, mayConnect: () => true, refusedRanges: () => [] },
    now: Date.now,
    onError: console.error,
  })
  http.on('upgrade', (request, socket, head) => void sockets.relays.handleUpgrade(request, socket, head))
  const visitors = sockets.io.of(NAMESPACES.anon)
  // Counts frames beside the server's own listener, and sends bytes if the bench requires it.
  hub.connect({
    writes: (chatRoomNo) => ({
      here: sockets.frames.writes(chatRoomNo).here,
      atRelay: sockets.relays.writes(chatRoomNo).atRelay,
    }),
    emit: (chatRoomNo, sealed, entries) => {
      const counted = rooms.find((room) => room.chatRoomNo === chatRoomNo)?.counted
      if (counted !== undefined) {
        counted.frames += 1
        counted.sealedBytes += sealed.length
      }
      sockets.relays.emit(chatRoomNo, sealed)
      if (options.payload === 'text') sockets.frames.emit(chatRoomNo, sealed, entries)
      else if (options.payload === 'emit') visitors.to(channelOf(chatRoomNo)).emit('frame', sealed)
      else visitors.to(channelOf(chatRoomNo)).emit('frame', Buffer.from(sealed, 'base64url') as unknown as string)
    },
  })
  http.listen(0, '127.0.0.1', 8_192)
  await once(http, 'listening')

  const say = (message: FromServer): void => void process.send?.(message)
  process.on('message', (message: ToServer) => {
    if (message.type === 'tickets') {
      const chatRoomNo = rooms[message.room]?.chatRoomNo ?? ROOM
      const { epoch, seq } = hub.log.head(chatRoomNo)
      const ticket = {
        chatRoomNo,
        namespace: 'anon' as const,
        holder: null,
        deviceId: '',
        siteId: 5009,
        epoch,
        seq,
      }
      void Promise.all(Array.from({ length: message.count }, async () => hub.tickets.issue(ticket))).then((tickets) =>
        say({ type: 'tickets', seq, tickets }),
      )
    } else if (message.type === 'go') {
      void (async () => {
        const reports = await Promise.all(
          rooms.map(async ({ chatRoomNo, rate, first, counted }): Promise<RoomReport> => {
            const room = hub.room(chatRoomNo)
            const spoken = await speak({ rate, seconds: options.seconds, first }, async (speaker, cid, text) =>
              hub.chat.say(room, speaker, { cid, text }),
            )
            await room?.coalescer.whenSent(hub.log.head(chatRoomNo).seq)
            return { ...spoken, ...counted, lastSeq: hub.log.head(chatRoomNo).seq }
          }),
        )
        say({ type: 'done', cut: sockets.stats().cut, reports })
      })()
    } else {
      void (async () => {
        await sockets.close()
        await hub.close()
        await store?.close()
        await home?.remove()
        process.exit(0)
      })()
    }
  })
  const { port } = http.address() as AddressInfo
  const roomKeys = rooms.map(({ chatRoomNo }) => hub.room(chatRoomNo)?.sealer.roomKey ?? '')
  say({ type: 'ready', port, roomKeys })
}
