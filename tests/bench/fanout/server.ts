import { once } from 'node:events'
import { createServer } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import { NAMESPACES } from '#protocol/room/down.ts'
import { nodeCompressor } from '#server/compress-node.ts'
import type { Speaker } from '#server/context.ts'
import { nodeCrypto } from '#server/crypto-node.ts'
import { DatabaseEntryStore } from '#server/rooms/database-entries.ts'
import { writeFrame } from '#server/rooms/frame-writer.ts'
import { createRoomHub } from '#server/rooms/hub.ts'
import { MemoryEntryStore, MemoryRoomStore } from '#server/rooms/memory-store.ts'
import { channelOf } from '#server/rooms/seat.ts'
import { attachSockets } from '#server/rooms/sockets.ts'
import type { Store } from '#server/store/database.ts'
import { openStore } from '#server/store/open.ts'
import { PHRASES } from '#server/world/phrases.ts'
import type { FanOutOptions, FromServer, ServerReport, ToServer } from './messages.ts'
import { preciseNow } from './messages.ts'

const ROOM = 'bench-room'
const SPEAKERS = 200

/** The server's side: the real rooms and sockets, and members who speak. Driven over IPC. */
export async function serveFanOut(options: FanOutOptions): Promise<void> {
  const folder = options.store === 'pglite' ? await mkdtemp(join(tmpdir(), 'grandstand-bench-')) : null
  const log = { info: () => undefined, warn: () => undefined, error: console.error }
  const store: Store | null = folder === null ? null : await openStore({ dataDirectory: folder, log })
  const hub = createRoomHub({
    entries: store ? new DatabaseEntryStore(store) : new MemoryEntryStore(20_000),
    rooms: new MemoryRoomStore(),
    members: { profile: async () => null, findByUserId: async () => null },
    backend: nodeCrypto,
    compressor: nodeCompressor,
    now: Date.now,
    isDemo: true,
    site: CONFIG_DEFAULTS,
    onError: console.error,
  })
  await hub.open({
    chatRoomNo: ROOM,
    matchId: 'm',
    anchorRoomId: 'a',
    title: '',
    status: { anchorStatus: 1, homeScore: 0, guestScore: 0, clock: { phase: 'first-half', phaseStartedAt: 0 } },
    setup: { slowModeSeconds: 0, minVipLevel: 0, muteAll: false, welcomeText: '' },
    admins: [],
  })
  const http = createServer()
  const sockets = attachSockets(http, {
    hub,
    sessions: { onEnd: () => () => undefined },
    isOriginAllowed: () => true,
    limits: { perAddress: options.viewers + 10 },
    now: Date.now,
    onError: console.error,
  })
  const counted = { frames: 0, sealedBytes: 0 }
  const visitors = sockets.io.of(NAMESPACES.anon)
  // Beside the server's own sink only to count, and to send bytes where the bench asks for them.
  hub.connect({
    emit: (_, sealed) => {
      counted.frames += 1
      counted.sealedBytes += sealed.length
      if (options.payload === 'text') writeFrame(visitors, channelOf(ROOM), sealed)
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
      const ticket = { chatRoomNo: ROOM, namespace: 'anon' as const, holder: null, epoch, seq }
      say({ type: 'tickets', seq, tickets: Array.from({ length: message.count }, () => hub.tickets.issue(ticket)) })
    } else if (message.type === 'go') {
      void (async () => {
        const spoken = await speak(options, async (speaker, cid, text) => hub.say(ROOM, speaker, { cid, text }))
        await hub.room(ROOM)?.coalescer.whenSent(hub.log.head(ROOM).seq)
        const report = { ...spoken, ...counted, cut: sockets.stats().cut, lastSeq: hub.log.head(ROOM).seq }
        say({ type: 'done', report })
      })()
    } else {
      void (async () => {
        await sockets.close()
        await hub.close()
        await store?.close()
        if (folder !== null) await rm(folder, { recursive: true, force: true })
        process.exit(0)
      })()
    }
  })
  const { port } = http.address() as AddressInfo
  say({ type: 'ready', port, roomKey: hub.room(ROOM)?.sealer.roomKey ?? '' })
}

type Say = (speaker: Speaker, cid: string, text: string) => Promise<{ ok: boolean; data?: { seq: number } }>

/** Says the texts evenly in time, through the same function as everybody, and measures this process meanwhile. */
async function speak(
  { rate, seconds }: FanOutOptions,
  say: Say,
): Promise<Omit<ServerReport, 'frames' | 'sealedBytes' | 'cut' | 'lastSeq'>> {
  const phrases = Object.values(PHRASES).flat()
  const said: [number, number][] = []
  const running: Promise<void>[] = []
  let refused = 0
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const cpu = process.cpuUsage()
  const begun = preciseNow()
  for (let count = 0; count < rate * seconds;) {
    const due = Math.min(rate * seconds, Math.floor(((preciseNow() - begun) / 1_000) * rate) + 1)
    for (; count < due; count += 1) {
      const at = preciseNow()
      const answer = say(
        speaker(count % SPEAKERS),
        `cid-${String(count).padStart(8, '0')}`,
        phrases[(count * 7919) % phrases.length] ?? '好球',
      )
      running.push(answer.then(({ ok, data }) => void (ok && data ? said.push([data.seq, at]) : (refused += 1))))
    }
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, (count / rate) * 1_000 - (preciseNow() - begun))))
  }
  await Promise.all(running)
  const { user, system } = process.cpuUsage(cpu)
  const elapsed = preciseNow() - begun
  delay.disable()
  return {
    said,
    refused,
    cores: (user + system) / 1_000 / elapsed,
    residentMb: process.memoryUsage().rss / 1024 ** 2,
    loopDelayP99Ms: delay.percentile(99) / 1e6,
  }
}

function speaker(number: number): Speaker {
  const userId = `u${number}`
  const author = {
    venueName: '',
    siteId: 5009,
    siteSeries: 5000,
    memberId: userId,
    memberName: `北看台${number}`,
    vipLevel: number % 10,
    userId,
    level: 1,
  }
  return { memberId: userId, author, sessionId: null, address: 'bench', isUnlimited: true }
}
