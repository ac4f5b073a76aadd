import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { EntryAuthor } from '#protocol/room/feed.ts'
import { createApp } from '#server/app/app.ts'
import { readConfig } from '#server/config/config.ts'
import { createLog } from '#server/config/log.ts'
import type { Database } from '#server/database/database.ts'
import type { Match } from '#server/matches/match.ts'
import type { FrameSink } from '#server/rooms/hub.ts'
import type { Room } from '#server/rooms/room.ts'
import { openServices } from '#server/calls/services.ts'
import { PROJECT_ROOT } from '../../support/project.ts'

/** A talk show of the demo world, where nothing happens without a crowd. */
export const QUIET_ROOM = { eid: '5004', chatRoomNo: 'r5004' } as const

const AUTHOR: EntryAuthor = {
  venueName: 'OBTY',
  siteId: 5009,
  siteSeries: 5000,
  memberId: 'bench',
  memberName: '看台',
  vipLevel: 1,
  userId: 'bench',
  level: 1,
}

export interface BenchServer {
  readonly url: string
  readonly room: Room
  /** Head of the room's log; prebuilt frames start after it. */
  head(): { epoch: number; seq: number }
  /** Sends a sealed frame to the sockets like the room does. */
  emit(sealed: string, entries: number): void
  /** Opens the sportsbook, and replaces what it reads of its matches. */
  changeMatches(change: (match: Match) => Match): void
  /** The database of the server. */
  readonly database: Database
  /** Adds this many messages to the room's log. */
  say(messages: number): Promise<void>
  /** Sends one of each of DEAR_GIFTS at once. */
  giveDear(): Promise<void>
  close(): Promise<void>
}

/** A gift of each kind with a full-screen effect. */
export const DEAR_GIFTS = [
  { giftId: 6, giftName: '金杯', giftIcon: '/art/gift-cup.svg', count: 1, comboCount: 1, total: 1_888 },
  { giftId: 5, giftName: '焰火', giftIcon: '/art/gift-firework.svg', count: 1, comboCount: 1, total: 520 },
  { giftId: 2, giftName: '围巾', giftIcon: '/art/gift-scarf.svg', count: 66, comboCount: 66, total: 660 },
] as const

/** The server in this process, without a crowd, with a way to send prebuilt frames. */
export async function openBenchServer(): Promise<BenchServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'grandstand-bench-'))
  const config = readConfig({ MODE: 'demo', HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, CROWD: '0' })
  const log = createLog('error')
  const secret = 'bench-secret-that-nobody-else-ever-uses-0123456789'
  const services = await openServices({ config, secret, log, now: Date.now, allowsUnlimitedSpeakers: true })
  let sink: FrameSink | null = null
  let given = 0
  const connect = services.rooms.connect.bind(services.rooms)
  services.rooms.connect = (given) => {
    sink = given
    connect(given)
  }
  const app = await createApp({
    config,
    services,
    secret,
    loadToken: null,
    log,
    now: Date.now,
    clientFolder: path.join(PROJECT_ROOT, 'dist/client'),
    vite: null,
  })
  let change: ((match: Match) => Match) | null = null
  const list = app.matches.list.bind(app.matches)
  app.matches.list = () => (change ? list().map(change) : list())
  await app.matches.start()
  await app.http.listen({ host: '127.0.0.1', port: 0 })
  const address = app.http.server.address()
  const room = services.rooms.room(QUIET_ROOM.chatRoomNo)
  if (typeof address !== 'object' || address === null || room === null)
    throw new Error('the bench server is not complete')
  return {
    url: `http://127.0.0.1:${address.port}`,
    room,
    database: services.database,
    head: () => services.rooms.log.head(QUIET_ROOM.chatRoomNo),
    changeMatches: (next) => {
      if (change === null) app.sportsbook.start()
      change = next
    },
    emit: (sealed, entries) => sink?.emit(QUIET_ROOM.chatRoomNo, sealed, entries),
    async say(messages) {
      const drafts = Array.from({ length: messages }, (_, index) => ({
        kind: 'text' as const,
        data: { text: `第 ${index + 1} 句：这场球看得人心跳加速` },
        author: AUTHOR,
      }))
      await services.rooms.append(QUIET_ROOM.chatRoomNo, drafts)
    },
    async giveDear() {
      given += 1
      const drafts = DEAR_GIFTS.map((gift, index) => {
        const order = `bench-gift-${given}-${index}`
        return {
          kind: 'gift' as const,
          data: { ...gift, giftOrderNo: order, comboId: order },
          author: { ...AUTHOR, userId: `bench-giver-${index}`, memberName: `看客${index + 1}` },
        }
      })
      await services.rooms.append(QUIET_ROOM.chatRoomNo, drafts)
    },
    async close() {
      await app.close()
      await services.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
