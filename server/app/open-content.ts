import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { CODES } from '#protocol/codes.ts'
import { E_GAMES_VENUE, TABLES_VENUE } from '#protocol/rules/venue.ts'
import { SPORTSBOOK_VENUE } from '#protocol/sports/bet-terms.ts'
import type { Config } from '../config/config.ts'
import type { Logger } from '../config/log.ts'
import { ensureDemoActivities } from '../demo/activities.ts'
import { demoCalls } from '../demo/demo-calls.ts'
import { createWorld } from '../demo/world/world.ts'
import { feedReader } from '../matches/feed/feed-reader.ts'
import { MatchFeed } from '../matches/feed/match-feed.ts'
import { JoinedSources } from '../matches/joined-sources.ts'
import { MatchCorrections } from '../matches/match-corrections.ts'
import { MatchRepository } from '../matches/match-repository.ts'
import type { Fixture } from '../matches/match.ts'
import { Matches } from '../matches/matches.ts'
import { BlockedViewers } from '../media/blocked-viewers.ts'
import type { ClipName } from '../media/clip.ts'
import { openIngest } from '../media/ingest/open-ingest.ts'
import type { MediaQuery } from '../media/media-query.ts'
import { MediaSignatures, type SignedViewer } from '../media/media-signature.ts'
import { openMedia, type MediaServer } from '../media/media.ts'
import { Favourites } from '../games/favourites.ts'
import { Rounds } from '../games/rounds.ts'
import { giftCalls } from '../calls/room/gift.ts'
import type { SignedMedia } from '../calls/room/live.ts'
import type { Bets } from '../sports/bets.ts'
import { MarketRooms } from '../sports/market-rooms.ts'
import { ShownBets } from '../sports/shown-bets.ts'
import { Sportsbook } from '../sports/sportsbook.ts'
import { LiveTables } from '../games/tables/live-tables.ts'
import { BundledVenue } from '../venues/bundled-venue.ts'
import { addPictures } from '../site/picture-routes.ts'
import { configOfSite } from '../config/site-config.ts'
import type { Services } from '../calls/services.ts'

export interface ContentOptions {
  readonly config: Config
  readonly services: Services
  /** From the environment, or generated once in the data folder. */
  readonly secret: string
  /** Null outside demo mode. */
  readonly loadToken: string | null
  readonly log: Logger
  readonly now: () => number
}

/** Limits and blocks of viewers, by their requests. */
interface ViewerRules {
  /** The key by which limits count connections. */
  readonly addressOf: (request: IncomingMessage) => string
  /** False for blocked addresses. */
  readonly isAdmitted: (request: IncomingMessage) => boolean
}

/** What {@link openContent} returns. */
export type Content = ReturnType<typeof openContent>

/** Matches, their streams and gifts; in demo mode the simulated world, which is the source of the matches. */
export function openContent(
  http: FastifyInstance,
  options: ContentOptions,
  viewers: ViewerRules,
  hasDemoWorld: boolean,
) {
  const { config, services, log, now, loadToken } = options
  const { liveRooms } = services
  const clipOf = (name: string): ClipName | null =>
    liveRooms.has(name) ? liveRooms.clipOf(name) : (fixtureOf(name)?.kind ?? null)
  const { media, signedMedia } = openStreams(http, options, { ...viewers, clipOf })
  const fixtureOf = (anchorRoomId: string): Fixture | null => matches.findByAnchorRoom(anchorRoomId)?.fixture ?? null
  const giftHandlers = giftCalls({
    ...services,
    roomOfAnchor: (anchorRoomId) => fixtureOf(anchorRoomId)?.chatRoomNo ?? null,
    matchOfAnchor: fixtureOf,
    now,
    onError: (error) => log.error({ err: error }, 'a gift banner could not be sent'),
  })
  const repository = new MatchRepository(services.database)
  const feed = hasDemoWorld ? null : openFeed(options, repository, () => matches.store())
  const world = hasDemoWorld
    ? openWorld(options, { repository, media, giftHandlers, bets: () => sports.sportsbook.bets })
    : null
  const corrections = new MatchCorrections(services.database, services.rooms)
  const matches = new Matches({
    repository,
    source: world ?? new JoinedSources([...(feed ? [feed] : []), services.liveRooms]),
    corrections,
    eventsOf: (chatRoomNo) => services.rooms.snapshot(chatRoomNo)?.events ?? [],
    onError: (error) => log.error({ err: error }, 'matches could not be stored'),
  })
  const sports = openVenues(matches, options)
  services.activities.readMatches(() => sports.sportsbook.book.list())
  const isStream = (name: string): boolean => clipOf(name) !== null
  const ingest = openIngest({ ...options, ...services, config, media, matches, isStream })
  liveRooms.connect({ media, ingest })
  addPictures(http, { database: services.database, covers: liveRooms.repository })
  return {
    media,
    matches,
    ...sports,
    ingest,
    signedMedia,
    corrections,
    feed,
    /** Handlers that the demo world calls or provides. */
    preparedCalls: {
      ...giftHandlers,
      ...demoCalls({
        audience: async () => (await world?.audience()) ?? [],
        rooms: services.rooms,
        loadToken,
        outbox: services.outbox,
        calls: giftHandlers,
        ledger: services.ledger,
        now,
      }),
    },
  }
}

/** The sportsbook with its venue, the rooms of its markets, and the bets that members show in rooms. */
function openSports(matches: Matches, { services, log, now }: ContentOptions) {
  const { database, rooms, playLimits, wallet } = services
  const sportsbook = new Sportsbook({ database, matches, limits: playLimits, log, now })
  const onError = (error: unknown) => log.error({ err: error }, 'markets were not published')
  return {
    sportsbook,
    marketRooms: new MarketRooms({ book: sportsbook.book, rooms, now, onError }),
    shownBets: new ShownBets({ database, rooms, now }),
    venues: [new BundledVenue(SPORTSBOOK_VENUE, database, wallet)],
  }
}

/** The venues of this server, those of providers, and what is played there. */
function openVenues(matches: Matches, options: ContentOptions) {
  const [sports, tables, games] = [openSports(matches, options), openTables(options), openGames(options)]
  const remote = options.services.remoteVenues.list
  return { ...sports, ...tables, ...games, venues: [...sports.venues, ...tables.venues, ...games.venues, ...remote] }
}

/** E-games with their venue, and favourite games. */
function openGames({ services: { database, playLimits, wallet }, now }: ContentOptions) {
  const venue = new BundledVenue(E_GAMES_VENUE, database, wallet)
  return {
    rounds: new Rounds({ database, now, rate: () => playLimits.rate(), isOpen: () => venue.isOpen() }),
    favourites: new Favourites(database, { now }),
    venues: [venue],
  }
}

/** The live tables with their venue. */
function openTables({ services, log, now }: ContentOptions) {
  const { database, rooms, playLimits, wallet } = services
  const venue = new BundledVenue(TABLES_VENUE, database, wallet)
  return {
    liveTables: new LiveTables({
      database,
      rooms,
      now,
      log,
      rate: () => playLimits.rate(),
      isOpen: () => venue.isOpen(),
    }),
    venues: [venue],
  }
}

/** The simulated world of demo mode. */
function openWorld(
  { config, services, log, now }: ContentOptions,
  parts: {
    repository: MatchRepository
    media: MediaServer
    giftHandlers: ReturnType<typeof giftCalls>
    bets: () => Bets
  },
): ReturnType<typeof createWorld> {
  const { rooms, members, ledger } = services
  return createWorld({
    records: parts.repository,
    rooms,
    members,
    calls: parts.giftHandlers,
    bets: {
      place: (command) => parts.bets().place(command),
      cancel: (betId, actor) => parts.bets().cancel(betId, actor),
    },
    gifts: () => ledger.gifts(),
    ledger,
    media: parts.media,
    now,
    seed: config.worldSeed,
    crowd: config.crowd,
    siteId: config.siteId,
    site: configOfSite(config.siteConfigs, config.siteId),
    onError: (error) => log.error({ err: error }, 'the demo world failed'),
    openActivities: (at) => ensureDemoActivities(services.database, at),
  })
}

/** Video of the streams. Those of operators' rooms have signed URLs. Connections of blocked viewers are closed. */
function openStreams(
  http: FastifyInstance,
  { services: { liveRooms, moderation, sessions }, secret, log, now }: ContentOptions,
  { addressOf, isAdmitted, clipOf }: ViewerRules & { readonly clipOf: (name: string) => ClipName | null },
) {
  const signatures = new MediaSignatures(secret, now)
  const blocked = new BlockedViewers(signatures, moderation)
  const isPermitted = (name: string, query: MediaQuery): boolean =>
    !liveRooms.has(name) || signatures.accepts(name, query)
  const mayWatch = (request: IncomingMessage, query: MediaQuery): boolean => isAdmitted(request) && !blocked.has(query)
  const entryQuery = (name: string, query: MediaQuery): MediaQuery =>
    liveRooms.has(name) ? signatures.sharedQuery(name, query) : query
  const media = openMedia(http, { clipOf, addressOf, log, now, isPermitted, mayWatch, entryQuery })
  moderation.onChange(() => {
    blocked.devicesChanged()
    media.recheck()
  })
  sessions.onEnd((sessionId, code) => {
    if (code !== CODES.ACCOUNT_BLOCKADE) return
    blocked.blockSession(sessionId)
    media.recheck()
  })
  return {
    media,
    signedMedia: (stream: string, viewer: SignedViewer | null = null): SignedMedia | null =>
      liveRooms.has(stream) ? { query: signatures.queryOf(stream, viewer), expireAt: signatures.expiresAt() } : null,
  }
}

/** The feed of matches of MATCH_FEED; null without one. */
function openFeed(
  { config: { matchFeed }, services, log, now }: ContentOptions,
  repository: MatchRepository,
  onChanged: () => Promise<void>,
): MatchFeed | null {
  if (!matchFeed) return null
  return new MatchFeed({
    read: feedReader(matchFeed),
    intervalMs: matchFeed.intervalMs,
    rooms: services.rooms,
    repository,
    now,
    onChanged,
    onError: (error) => log.error({ err: error }, 'the feed of matches failed'),
  })
}
