import { setTimeout as wait } from 'node:timers/promises'
import { LiveRooms } from '../matches/live/live-rooms.ts'
import { ResponseCache } from '../http/cache/response-cache.ts'
import { MemoryCacheBackend } from '../http/cache/memory-backend.ts'
import { RedisCacheBackend } from '../http/cache/redis-backend.ts'
import { nodeCompressor } from '../http/envelope/compress-node.ts'
import { type Config, withStoredSite } from '../config/config.ts'
import { refreshMember, refreshMembers } from '../members/refresh-member.ts'
import { VENUES } from '../site/content.ts'
import { readSiteSettings } from '../site/site-settings.ts'
import { StartError } from '../config/start-error.ts'
import { Ledger } from '../wallet/ledger/ledger.ts'
import { nodeCrypto } from '../http/envelope/crypto-node.ts'
import { GiftService } from '../rooms/gift-service.ts'
import type { Logger } from '../config/log.ts'
import { Follows } from '../members/follows.ts'
import { AccountCare } from '../members/account-care.ts'
import { Members } from '../members/members.ts'
import { type PasswordCost, Passwords } from '../members/passwords.ts'
import { SignInGuard } from '../members/sign-in-guard.ts'
import { Feedback } from '../members/feedback.ts'
import { Visits } from '../members/visits.ts'
import { Inbox } from '../members/inbox/inbox.ts'
import { MessageEvents } from '../members/inbox/message-events.ts'
import { EntryRepository } from '../rooms/log/entries.ts'
import { RoomRepository } from '../rooms/room-repository.ts'
import { RoomHub, SITE_ROOM_DEFINITION } from '../rooms/hub.ts'
import { Sessions } from '../members/sessions/sessions.ts'
import { SessionEvents } from '../members/sessions/session-events.ts'
import { SiteModeration } from '../rooms/moderation/site-moderation.ts'
import { SharedRooms } from '../rooms/shared-rooms.ts'
import { SharedStore } from '../database/shared/expiring-store.ts'
import { SharedState } from '../database/shared/shared-state.ts'
import { SharedPublishers } from '../media/ingest/shared-publishers.ts'
import { SharedTickets } from '../rooms/socket/tickets.ts'
import { ShortUrls } from '../site/short-urls.ts'
import { configOfSite } from '../config/site-config.ts'
import { SiteContent } from '../site/site-content.ts'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/open.ts'
import { PictureDecoder } from '../members/uploads/picture-decoder.ts'
import { Uploads } from '../members/uploads/uploads.ts'
import { OneTimeCodes } from '../members/codes/one-time-codes.ts'
import { Tickets } from '../members/codes/tickets.ts'
import { ContactCipher, MemberContacts } from '../members/contact.ts'
import { Messengers } from '../members/messenger/messenger.ts'
import { Outbox } from '../members/messenger/outbox.ts'
import { SmtpMessenger } from '../members/messenger/smtp.ts'
import type { SecondFactor } from '../members/second-factor.ts'
import { Passkeys } from '../members/passkeys/passkeys.ts'
import { MemberSecurity } from '../members/security/member-security.ts'
import { SecurityLog } from '../members/security/security-log.ts'
import { Activities, type ActivitiesOptions } from '../activities/activities.ts'
import { RedRain } from '../activities/red-rain.ts'
import { Agents } from '../club/agents.ts'
import { Invitations } from '../club/invitations.ts'
import { Club } from '../club/club.ts'
import { openWallet, type WalletJobs } from '../wallet/open-wallet.ts'
import type { MemberAccounts } from '../wallet/accounts/payout-accounts.ts'
import type { Conversions } from '../wallet/funds/conversions.ts'
import type { Limits } from '../wallet/limits/limits.ts'
import type { InterestWallet } from '../wallet/funds/interest-wallet.ts'
import type { DemoBank } from '../wallet/payments/demo-bank.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { openProviders, venueDifferences } from '../venues/remote-balances.ts'
import { RemoteVenue, RemoteVenues, RoutedVenueWallet } from '../venues/remote-venue.ts'
import { WithdrawPasswords } from '../members/security/withdraw-passwords.ts'

/** A process waits this long for another one to create the room of the site: some takeovers. */
const SITE_ROOM_LIMIT_MS = 30_000
const SITE_ROOM_RETRY_MS = 100

/** Long-lived objects: the database and everything built on it. */
export interface Services {
  /** The given configuration, with the site id that was chosen at set-up. */
  readonly config: Config
  readonly database: Database
  /** Configuration and content that operators edit. */
  readonly content: SiteContent
  /** State that several processes share; null for a single process. */
  readonly shared: SharedState | null
  /** The publishers of all processes; null with a single process, and in demo mode. */
  readonly publishers: SharedPublishers | null
  readonly members: Members
  readonly passwords: Passwords
  readonly sessions: Sessions
  readonly guard: SignInGuard
  readonly accountCare: AccountCare
  readonly ledger: Ledger
  readonly rooms: RoomHub
  /** Blocked terms, addresses and devices of the site. */
  readonly moderation: SiteModeration
  readonly gifts: GiftService
  /** Rooms of operators. In production mode they are a source of matches. */
  readonly liveRooms: LiveRooms
  readonly responseCache: ResponseCache
  readonly uploads: Uploads
  /** Decodes pictures of members and operators. */
  readonly pictures: PictureDecoder
  readonly shortUrls: ShortUrls
  readonly follows: Follows
  readonly visits: Visits
  readonly inbox: Inbox
  readonly feedback: Feedback
  readonly messageEvents: MessageEvents
  readonly contacts: MemberContacts
  readonly codes: OneTimeCodes
  readonly tickets: Tickets
  /** Messages of demo mode; null outside. */
  readonly outbox: Outbox | null
  readonly passkeys: Passkeys
  readonly secondFactor: SecondFactor
  readonly memberSecurity: MemberSecurity
  readonly securityLog: SecurityLog
  readonly withdrawPasswords: WithdrawPasswords
  readonly wallet: Wallet
  readonly memberAccounts: MemberAccounts
  readonly conversions: Conversions
  readonly interestWallet: InterestWallet
  readonly playLimits: Limits
  /** Runs open orders of the wallet and reconciles them. */
  readonly walletJobs: WalletJobs
  readonly remoteVenues: RemoteVenues
  readonly club: Club
  readonly agents: Agents
  readonly invitations: Invitations
  readonly claims: Club['claims']
  readonly activities: Activities
  readonly redRain: RedRain
  /** Null outside demo mode. */
  readonly demoBank: DemoBank | null
  /** Coins that a new member gets. */
  readonly startingCoins: number
  close(): Promise<void>
}

export interface ServicesOptions {
  readonly config: Config
  /** Secret of the server, from which keys are derived. */
  readonly secret: string
  readonly log: Logger
  readonly now: () => number
  /** True if the load tool may post messages without rate limits (settled 22). */
  readonly allowsUnlimitedSpeakers: boolean
  /** Cost of password hashes; {@link PASSWORD_COST} by default. Only tests lower it. */
  readonly passwordCost?: PasswordCost | undefined
  /** Opens the database; {@link openDatabase} by default. Only tests replace it. */
  readonly open?: typeof openDatabase
}

/**
 * Opens the database and creates members, sessions, ledger, rooms and gifts.
 *
 * @throws StartError if the database or Redis cannot be opened
 */
export async function openServices(options: ServicesOptions): Promise<Services> {
  const { log, now } = options
  const shared = await openShared(options.config, log)
  let sharedRooms: SharedRooms | null = null
  const mayMaintain = () => shared === null || sharedRooms?.isHere === true
  const database = await openOwnDatabase(options, shared, mayMaintain)
  const { config, content } = await openSite(database, options, shared !== null)
  const { messengers, ...accounts } = openAccounts(database, { ...options, config })
  const { members } = accounts
  const events = shared && new SessionEvents(shared, { now, log })
  const sessions = new Sessions(database, { now, log, events })
  await sessions.connect()
  const ledger = new Ledger(database, { now })
  sharedRooms =
    shared && new SharedRooms({ redisUrl: config.redisUrl ?? '', shared, database, log, secret: options.secret })
  const moderation = await openModeration(database, shared !== null, options)
  const base = { members, sessions, shared, sharedRooms, moderation }
  const rooms = await openRooms(database, base, { ...options, config })
  const responseCache = openResponseCache(config, content, options)
  const kept = await openCollections(database, shared, options)
  const gifts = new GiftService({ ledger, members, rooms, log })
  const live = await openLiveRooms(database, { shared, rooms }, options)
  const wallet = openMoney(database, { ...options, ...accounts, sessions, config, mayRun: () => rooms.writer.isHere })
  return {
    config,
    database,
    content,
    shared,
    sessions,
    ledger,
    rooms,
    moderation,
    gifts,
    ...live,
    responseCache,
    shortUrls: new ShortUrls(database, { now }),
    ...kept,
    ...accounts,
    ...wallet,
    async close() {
      await wallet.club.close()
      wallet.remoteVenues.close()
      content.close()
      moderation.close()
      await wallet.walletJobs.close()
      await messengers.close()
      live.liveRooms.stop()
      live.publishers?.close()
      await responseCache.close()
      await gifts.close()
      await rooms.close()
      await sharedRooms?.close()
      sessions.close()
      await kept.visits.close()
      await kept.messageEvents.close()
      await shared?.close()
      await database.close()
    },
  }
}

/** What members keep: messages, with the events that tell sockets about them, follows and visits. */
async function openCollections(
  database: Database,
  shared: SharedState | null,
  { log, now }: ServicesOptions,
): Promise<Pick<Services, 'inbox' | 'messageEvents' | 'feedback' | 'visits' | 'follows'>> {
  const onError = (error: unknown) => log.error({ err: error }, 'messages were not sent')
  const messageEvents = new MessageEvents(database, { shared, now, onError })
  await messageEvents.start()
  const inbox = new Inbox(database, { events: messageEvents, now })
  return {
    messageEvents,
    inbox,
    feedback: new Feedback(database, { inbox, now }),
    follows: new Follows(database, { now }),
    visits: new Visits(database, { now, onError: (error) => log.error({ err: error }, 'visits were not written') }),
  }
}

/** The club. A changed grade reaches sessions and rooms. */
function openOwnClub(
  database: Database,
  {
    members,
    sessions,
    playLimits,
    activities,
    ...options
  }: ServicesOptions &
    Pick<Services, 'members' | 'sessions' | 'playLimits' | 'activities'> & { readonly mayRun: () => boolean },
): Club {
  return new Club({
    ...options,
    database,
    classes: Object.fromEntries(VENUES.map(({ enName, type }) => [enName, type])),
    moreSources: [activities],
    exclusionCode: (memberId, db) => playLimits.exclusionCode(memberId, db),
    onGrades: (memberIds) => refreshMembers({ members, sessions }, memberIds),
  })
}

/** The wallet, the remote venues, to which it transfers, and activities and the club, which pay into it. */
function openMoney(
  database: Database,
  options: ServicesOptions &
    Pick<Services, 'contacts' | 'outbox' | 'members' | 'sessions'> & { readonly mayRun: () => boolean },
) {
  const { config, mayRun, now, outbox } = options
  const providers = openProviders(config, now)
  const wallet = openWallet({
    ...options,
    database,
    hasDemoBank: outbox !== null,
    withRemoteVenues: (local) => new RoutedVenueWallet(local, providers),
    remoteDifferences: () => venueDifferences(database, providers),
  })
  const venueOptions = { ...options, database, wallet: wallet.wallet, limits: wallet.playLimits }
  const remoteVenues = new RemoteVenues(providers.map((provider) => new RemoteVenue(provider, venueOptions)))
  remoteVenues.start(mayRun)
  const { playLimits } = wallet
  const exclusionCode: ActivitiesOptions['exclusionCode'] = (memberId, db) => playLimits.exclusionCode(memberId, db)
  const activities = new Activities({ database, exclusionCode })
  const club = openOwnClub(database, { ...options, playLimits, activities })
  const agents = new Agents(database, {
    now,
    cipher: options.contacts.cipher,
    onStatus: (memberId) => refreshMember(options, memberId),
  })
  const invitations = new Invitations(database)
  const onError = (error: unknown) => options.log.error({ err: error }, 'the red packet rains could not be read')
  const redRain = new RedRain({ database, claims: club.claims, onError })
  return { ...wallet, remoteVenues, activities, redRain, club, claims: club.claims, agents, invitations }
}

/** The live rooms of operators, and the publishers that several processes share. */
async function openLiveRooms(
  database: Database,
  { shared, rooms }: Pick<Services, 'shared' | 'rooms'>,
  { config, secret, log, now }: ServicesOptions,
): Promise<Pick<Services, 'liveRooms' | 'publishers'>> {
  const publishers = shared && config.sharesPublishers ? new SharedPublishers(shared, { secret, log }) : null
  await publishers?.start()
  const onError = (error: unknown) => log.error({ err: error }, 'the live rooms could not be read')
  return { publishers, liveRooms: new LiveRooms({ database, rooms, publishers, now, onError }) }
}

/** Cached responses, which end with each change of the site. */
function openResponseCache({ redisUrl }: Config, content: SiteContent, { log, now }: ServicesOptions): ResponseCache {
  const cache = new ResponseCache(
    redisUrl === null ? new MemoryCacheBackend(now) : new RedisCacheBackend(redisUrl, { log, now }),
    (error) => log.error({ err: error }, 'the response cache failed'),
  )
  const begin = () => cache.begin(content.revision)
  content.onChange(begin)
  begin()
  return cache
}

/** Configuration and content that operators have stored. `isShared`: other processes may change them. */
async function openSite(
  database: Database,
  { config, log }: ServicesOptions,
  isShared: boolean,
): Promise<Pick<Services, 'config' | 'content'>> {
  const settings = await readSiteSettings(database)
  const content = await SiteContent.open(database, {
    source: config.siteSource,
    isShared,
    log,
  })
  return { config: withStoredSite(config, settings, content.configs), content }
}

/** Reads the lists of blocked terms, addresses and devices. */
async function openModeration(
  database: Database,
  isShared: boolean,
  { log, now }: Pick<ServicesOptions, 'log' | 'now'>,
): Promise<SiteModeration> {
  const onError = (error: unknown) => log.error({ err: error }, 'the lists of blocks could not be read')
  const moderation = new SiteModeration(database, { now, isShared, onError })
  await moderation.start()
  return moderation
}

/** The room of site notices. Of several processes that start at the same time one creates it. */
async function openSiteRoom(rooms: RoomHub): Promise<void> {
  const until = performance.now() + SITE_ROOM_LIMIT_MS
  while (!(await rooms.open(SITE_ROOM_DEFINITION))) {
    if (performance.now() > until) throw new StartError('No process creates the rooms in the database of DATABASE_URL')
    await wait(SITE_ROOM_RETRY_MS)
  }
}

/** Closes the shared state if the database cannot be opened. */
async function openOwnDatabase(
  { config, log, now, open = openDatabase }: ServicesOptions,
  shared: SharedState | null,
  mayMaintain: () => boolean,
): Promise<Database> {
  const opening = open({
    mayMaintain,
    databaseUrl: config.databaseUrl ?? undefined,
    dataDirectory: config.dataDir,
    limits: config.databaseLimits,
    retention: config.retention,
    log,
    now,
  })
  return opening.catch(async (error: unknown) => {
    await shared?.close()
    throw error
  })
}

/** Opens the rooms of this process; with several processes they are shared. */
async function openRooms(
  database: Database,
  {
    members,
    sessions,
    shared,
    sharedRooms,
    moderation,
  }: Pick<Services, 'members' | 'sessions' | 'shared' | 'moderation'> & { readonly sharedRooms: SharedRooms | null },
  { config, secret, log, now, allowsUnlimitedSpeakers }: ServicesOptions,
): Promise<RoomHub> {
  const rooms = new RoomHub({
    entries: new EntryRepository(database, sharedRooms?.fence),
    rooms: new RoomRepository(database, sharedRooms?.fence),
    members,
    backend: nodeCrypto,
    compressor: nodeCompressor,
    now,
    allowsUnlimitedSpeakers,
    frameBudget: config.frameBudget,
    siteOf: (siteId) => configOfSite(config.siteConfigs, siteId),
    onError: (error) => log.error({ err: error }, 'a room failed in the background'),
    ...(sharedRooms && { writer: sharedRooms, sharedSecret: secret }),
    ...(shared && {
      tickets: new SharedTickets(new SharedStore(shared, 'ticket', { secret, now }), (id) => sessions.isLive(id)),
    }),
  })
  const setBlockedTerms = () => rooms.chat.setBlockedTerms(moderation.blockedTerms())
  setBlockedTerms()
  moderation.onChange(setBlockedTerms)
  await sharedRooms?.open(rooms)
  await openSiteRoom(rooms)
  return rooms
}

/** Several processes can serve one PostgreSQL only, so an embedded database shares nothing. */
async function openShared({ redisUrl, databaseUrl }: Config, log: Logger): Promise<SharedState | null> {
  if (redisUrl === null || databaseUrl === null) return null
  const shared = new SharedState(redisUrl, log)
  await shared.connect()
  return shared
}

/** Members, their contacts, and what secures their accounts. */
function openAccounts(database: Database, { config, secret, log, now, passwordCost }: ServicesOptions) {
  const passwords = new Passwords(passwordCost)
  const outbox = config.mode === 'demo' ? new Outbox({ now }) : null
  const messengers = openMessengers(config, outbox, log)
  const cipher = new ContactCipher(secret, config.earlierSecrets)
  const passkeys = new Passkeys(database, { now, allowedOrigins: config.allowedOrigins })
  return {
    messengers,
    passwords,
    members: new Members(database, { now, passwords }),
    guard: new SignInGuard(database, { now }),
    accountCare: new AccountCare(database, { now }),
    contacts: new MemberContacts(database, cipher),
    codes: new OneTimeCodes(database, { now, log, secret, cipher, messengers }),
    tickets: new Tickets(database, { now }),
    outbox,
    passkeys,
    secondFactor: passkeys,
    memberSecurity: new MemberSecurity(database, { now, cipher }),
    securityLog: new SecurityLog(database, { now, days: config.retention.security }),
    withdrawPasswords: new WithdrawPasswords(database, { now, passwords }),
    uploads: new Uploads(database, { now }),
    pictures: new PictureDecoder(),
    startingCoins: config.startingCoins,
  }
}

/** The adapters for text messages and mail. In demo mode messages are shown on a page instead of being sent. */
function openMessengers({ smtp }: Config, outbox: Outbox | null, log: Logger): Messengers {
  const messengers = new Messengers(outbox ? [outbox] : smtp ? [new SmtpMessenger(smtp)] : [])
  const { missing } = messengers
  if (missing.length > 0) {
    log.warn({ missing }, 'no adapter sends these messages: codes are refused, see SMTP_URL and messenger.ts')
  }
  return messengers
}
