import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { NAMESPACES } from '#protocol/room/server-events.ts'
import { EntryRepository } from '#server/rooms/log/entries.ts'
import { RoomRepository } from '#server/rooms/room-repository.ts'
import { MemoryEntryRepository, MemoryRoomRepository } from '#tests/support/memory-repositories.ts'
import { channelOf } from '#server/rooms/socket/frame-writer.ts'
import { SocketServer } from '#server/rooms/socket/sockets.ts'
import { openBenchRoom, ROOM } from '../harness/hub.ts'
import { speak } from '../harness/speech.ts'
import { createStoreHome } from '../store/home.ts'
import { type FanOutOptions, type FromServer, RELAY_SECRET, type ToServer } from './messages.ts'

/** The server process: the real rooms and sockets, and members who send messages. Controlled by IPC. */
export async function serveFanOut(options: FanOutOptions): Promise<void> {
  const home = options.store === 'off' ? null : await createStoreHome(options.store)
  const store = home === null ? null : await home.open()
  const hub = await openBenchRoom(
    store === null
      ? { entries: new MemoryEntryRepository(20_000), rooms: new MemoryRoomRepository() }
      : { entries: new EntryRepository(store), rooms: new RoomRepository(store) },
  )
  const http = createServer()
  const sockets = new SocketServer(http, {
    hub,
    sessions: { onEnd: () => () => undefined },
    isOriginAllowed: () => true,
    limits: { perAddress: options.viewers + 10 },
    relays: { secret: RELAY_SECRET, mayConnect: () => true, refusedRanges: () => [] },
    now: Date.now,
    onError: console.error,
  })
  http.on('upgrade', (request, socket, head) => void sockets.relays.handleUpgrade(request, socket, head))
  const counted = { frames: 0, sealedBytes: 0 }
  const visitors = sockets.io.of(NAMESPACES.anon)
  // Counts frames beside the server's own listener, and sends bytes if the bench requires it.
  hub.connect({
    writes: (chatRoomNo) => ({
      here: sockets.frames.writes(chatRoomNo).here,
      atRelay: sockets.relays.writes(chatRoomNo).atRelay,
    }),
    emit: (chatRoomNo, sealed, entries) => {
      counted.frames += 1
      counted.sealedBytes += sealed.length
      sockets.relays.emit(chatRoomNo, sealed)
      if (options.payload === 'text') sockets.frames.emit(chatRoomNo, sealed, entries)
      else if (options.payload === 'emit') visitors.to(channelOf(ROOM)).emit('frame', sealed)
      else visitors.to(channelOf(ROOM)).emit('frame', Buffer.from(sealed, 'base64url') as unknown as string)
    },
  })
  http.listen(0, '127.0.0.1', 8_192)
  await once(http, 'listening')

  const say = (message: FromServer): void => void process.send?.(message)
  process.on('message', (message: ToServer) => {
    if (message.type === 'tickets') {
      const { epoch, seq } = hub.log.head(ROOM)
      const ticket = {
        chatRoomNo: ROOM,
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
        const spoken = await speak(options, async (speaker, cid, text) =>
          hub.chat.say(hub.room(ROOM), speaker, { cid, text }),
        )
        await hub.room(ROOM)?.coalescer.whenSent(hub.log.head(ROOM).seq)
        const report = { ...spoken, ...counted, cut: sockets.stats().cut, lastSeq: hub.log.head(ROOM).seq }
        say({ type: 'done', report })
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
  say({ type: 'ready', port, roomKey: hub.room(ROOM)?.sealer.roomKey ?? '' })
}
