import { ResponseCache } from './http/cache/response-cache.ts'
import { MemoryCacheBackend } from './http/cache/memory-backend.ts'
import { RedisCacheBackend } from './http/cache/redis-backend.ts'
import { nodeCompressor } from './http/envelope/compress-node.ts'
import type { Config } from './config/config.ts'
import type { Members, RoomHub } from './http/calls/context.ts'
import { nodeCrypto } from './http/envelope/crypto-node.ts'
import { createGiftService, type GiftService } from './ledger/gift-service.ts'
import { createLedger, type LedgerRepository } from './ledger/ledger.ts'
import type { Logger } from './config/log.ts'
import { createFollows, type Follows } from './members/follows.ts'
import { type AccountCare, createAccountCare } from './members/account-care.ts'
import { createMembers } from './members/members.ts'
import { createSignInGuard, type SignInGuard } from './members/sign-in-guard.ts'
import { createVisits, type Visits } from './members/visits.ts'
import { DatabaseEntryRepository } from './rooms/log/database-entries.ts'
import { DatabaseRoomRepository } from './rooms/log/database-rooms.ts'
import { createRoomHub, type RoomInternals } from './rooms/hub.ts'
import { SITE_ROOM_DEFINITION } from './rooms/site-room.ts'
import { createSessions, type SessionRepository } from './members/sessions/sessions.ts'
import { createShortUrls, type ShortUrls } from './site/short-urls.ts'
import type { Database } from './database/database.ts'
import { openDatabase } from './database/open.ts'
import { createUploads, type Uploads } from './members/uploads/uploads.ts'

/** Long-lived objects: the database and everything built on it. */
export interface Services {
  readonly database: Database
  readonly members: Members
  readonly sessions: SessionRepository
  readonly guard: SignInGuard
  readonly accountCare: AccountCare
  readonly ledger: LedgerRepository
  readonly rooms: RoomHub & RoomInternals
  readonly gifts: GiftService
  readonly answers: ResponseCache
  readonly uploads: Uploads
  readonly shortUrls: ShortUrls
  readonly follows: Follows
  readonly visits: Visits
  close(): Promise<void>
}

export interface ServicesOptions {
  readonly config: Config
  readonly log: Logger
  readonly now: () => number
}

/**
 * Opens the database and creates members, sessions, ledger, rooms and gifts.
 *
 * @throws StartError if the database cannot be opened
 */
export async function openServices({ config, log, now }: ServicesOptions): Promise<Services> {
  const database = await openDatabase({
    databaseUrl: config.databaseUrl ?? undefined,
    dataDirectory: config.dataDir,
    log,
    now,
  })
  const members = createMembers(database, { now })
  const sessions = createSessions(database, { now, log })
  const ledger = createLedger(database, { now })
  const rooms = createRoomHub({
    entries: new DatabaseEntryRepository(database),
    rooms: new DatabaseRoomRepository(database),
    members,
    backend: nodeCrypto,
    compressor: nodeCompressor,
    now,
    isDemo: config.mode === 'demo',
    site: config.siteConfig,
    onError: (error) => log.error({ err: error }, 'a room failed in the background'),
  })
  await rooms.open(SITE_ROOM_DEFINITION)
  const answers = new ResponseCache(
    config.redisUrl === null ? new MemoryCacheBackend(now) : new RedisCacheBackend(config.redisUrl, { log, now }),
    (error) => log.error({ err: error }, 'the answer cache failed'),
  )
  const visits = createVisits(database, {
    now,
    onError: (error) => log.error({ err: error }, 'visits were not written'),
  })
  const gifts = createGiftService({ ledger, members, rooms, log })
  return {
    database,
    members,
    sessions,
    guard: createSignInGuard(database, { now }),
    accountCare: createAccountCare(database, { now, sleepDays: config.siteConfig.memberSleepDays }),
    ledger,
    rooms,
    gifts,
    answers,
    uploads: createUploads(database, { now }),
    shortUrls: createShortUrls(database, { now }),
    follows: createFollows(database, { now }),
    visits,
    async close() {
      await answers.close()
      await gifts.close()
      await rooms.close()
      sessions.close()
      await visits.close()
      await database.close()
    },
  }
}
