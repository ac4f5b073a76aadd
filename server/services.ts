import { ResponseCache } from './http/cache/response-cache.ts'
import { MemoryCacheBackend } from './http/cache/memory-backend.ts'
import { RedisCacheBackend } from './http/cache/redis-backend.ts'
import { nodeCompressor } from './http/envelope/compress-node.ts'
import type { Config } from './config/config.ts'
import { Ledger } from './ledger/ledger.ts'
import { nodeCrypto } from './http/envelope/crypto-node.ts'
import { GiftService } from './ledger/gift-service.ts'
import type { Logger } from './config/log.ts'
import { Follows } from './members/follows.ts'
import { AccountCare } from './members/account-care.ts'
import { Members } from './members/members.ts'
import { type PasswordCost, Passwords } from './members/passwords.ts'
import { SignInGuard } from './members/sign-in-guard.ts'
import { Visits } from './members/visits.ts'
import { EntryRepository } from './rooms/log/entries.ts'
import { RoomRepository } from './rooms/room-repository.ts'
import { RoomHub, SITE_ROOM_DEFINITION } from './rooms/hub.ts'
import { Sessions } from './members/sessions/sessions.ts'
import { ShortUrls } from './site/short-urls.ts'
import type { Database } from './database/database.ts'
import { openDatabase } from './database/open.ts'
import { Uploads } from './members/uploads/uploads.ts'

/** Long-lived objects: the database and everything built on it. */
export interface Services {
  readonly database: Database
  readonly members: Members
  readonly sessions: Sessions
  readonly guard: SignInGuard
  readonly accountCare: AccountCare
  readonly ledger: Ledger
  readonly rooms: RoomHub
  readonly gifts: GiftService
  readonly responseCache: ResponseCache
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
  /** True if the load tool may post messages without rate limits (settled 22). */
  readonly allowsUnlimitedSpeakers: boolean
  /** Cost of password hashes; {@link PASSWORD_COST} by default. Only tests lower it. */
  readonly passwordCost?: PasswordCost | undefined
}

/**
 * Opens the database and creates members, sessions, ledger, rooms and gifts.
 *
 * @throws StartError if the database cannot be opened
 */
export async function openServices(options: ServicesOptions): Promise<Services> {
  const { config, log, now, allowsUnlimitedSpeakers, passwordCost } = options
  const database = await openDatabase({
    databaseUrl: config.databaseUrl ?? undefined,
    dataDirectory: config.dataDir,
    limits: config.databaseLimits,
    log,
    now,
  })
  const members = new Members(database, { now, passwords: new Passwords(passwordCost) })
  const sessions = new Sessions(database, { now, log })
  const ledger = new Ledger(database, { now })
  const rooms = new RoomHub({
    entries: new EntryRepository(database),
    rooms: new RoomRepository(database),
    members,
    backend: nodeCrypto,
    compressor: nodeCompressor,
    now,
    allowsUnlimitedSpeakers,
    site: config.siteConfig,
    onError: (error) => log.error({ err: error }, 'a room failed in the background'),
  })
  await rooms.open(SITE_ROOM_DEFINITION)
  const responseCache = new ResponseCache(
    config.redisUrl === null ? new MemoryCacheBackend(now) : new RedisCacheBackend(config.redisUrl, { log, now }),
    (error) => log.error({ err: error }, 'the response cache failed'),
  )
  const visits = new Visits(database, {
    now,
    onError: (error) => log.error({ err: error }, 'visits were not written'),
  })
  const gifts = new GiftService({ ledger, members, rooms, log })
  return {
    database,
    members,
    sessions,
    guard: new SignInGuard(database, { now }),
    accountCare: new AccountCare(database, { now, sleepDays: config.siteConfig.memberSleepDays }),
    ledger,
    rooms,
    gifts,
    responseCache,
    uploads: new Uploads(database, { now }),
    shortUrls: new ShortUrls(database, { now }),
    follows: new Follows(database, { now }),
    visits,
    async close() {
      await responseCache.close()
      await gifts.close()
      await rooms.close()
      sessions.close()
      await visits.close()
      await database.close()
    },
  }
}
