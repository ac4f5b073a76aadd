import type { IncomingMessage } from 'node:http'
import { sql } from 'drizzle-orm'
import { CODES } from '#protocol/codes.ts'
import type { FastifyInstance } from 'fastify'
import { openGate } from './access/open-gate.ts'
import { addressKey } from './address.ts'
import { ipOf } from './caller-ip.ts'
import { giftCalls } from './calls/gift.ts'
import { nodeCompressor } from './envelope/compress-node.ts'
import type { Config } from '../config/config.ts'
import { allowOrigin } from './cors.ts'
import { nodeCrypto } from './envelope/crypto-node.ts'
import { Envelope } from './envelope/envelope.ts'
import { createHandlers } from './calls/handlers.ts'
import { registerHealth } from './health.ts'
import { createHttpServer } from './http-server.ts'
import { identityOf } from './envelope/identity.ts'
import type { Ingest } from '../media/ingest/ingest.ts'
import { openIngest } from '../media/ingest/open-ingest.ts'
import { KeySessions } from './envelope/key-sessions.ts'
import { isLoadRequest } from './pipeline/load-token.ts'
import type { Logger } from '../config/log.ts'
import { openMedia } from '../media/open-media.ts'
import { createMetrics } from './metrics.ts'
import { isOriginAllowed } from './origin.ts'
import { isTrustworthy, programVersion } from '../site/pages/page-metadata.ts'
import { type DevServer, registerPages } from '../site/pages/pages.ts'
import { clientAddress, proxyTrust } from './proxy-trust.ts'
import { ReplayGuard } from './envelope/replay.ts'
import { attachSockets } from '../rooms/socket/sockets.ts'
import { registerCalls } from './router.ts'
import { sendClear } from './pipeline/send-response.ts'
import type { Services } from '../services.ts'
import { VideoGrants } from '../media/video-grants.ts'
import { GEETEST_ORIGINS } from '../members/verification/geetest-vendor.ts'
import { demoCalls } from '../demo/demo-calls.ts'
import { createWorld } from '../demo/world/world.ts'
import { MatchRepository } from '../matches/match-repository.ts'
import { Matches } from '../matches/matches.ts'
import type { MediaServer } from '../media/media.ts'
import type { Metrics } from './metrics.ts'
import type { SocketServer } from '../rooms/socket/sockets.ts'

export interface AppOptions {
  readonly config: Config
  readonly services: Services
  /** From the environment, or generated once in the data folder. */
  readonly secret: string
  /** Null outside demo mode. */
  readonly loadToken: string | null
  readonly log: Logger
  readonly now: () => number
  readonly clientFolder: string
  /** Vite in development; null serves built pages. */
  readonly vite: DevServer | null
}

export interface App {
  /** Not listening yet. */
  readonly http: FastifyInstance
  /** Not started yet. */
  readonly matches: Matches
  /** RTMP publishers, not started yet; null if disabled. */
  readonly ingest: Ingest | null
  /** Stops the demo, closes sockets and connections, and refuses requests. The services stay open. */
  close(): Promise<void>
}

/** Creates the HTTP server with calls, sockets, media, pages and health checks. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, services, log, now, loadToken } = options
  const isDemo = config.mode === 'demo'
  const isTrusted = proxyTrust(config.trustProxy)
  const identity = identityOf(options.secret)
  const keySessions = new KeySessions({ backend: nodeCrypto, identity, now })
  const replay = new ReplayGuard(now)
  const videoGrants = new VideoGrants(now)
  const metrics = createMetrics()
  const { access, geetest, siteConfig, siteConfigs, domains } = config
  const opened = openGate({ access, geetest, settings: siteConfig, isDemo, now })
  const http = createHttpServer({ log, isTrusted, now })
  // Each connection of a load tool counts as its own address.
  const addressOf = (request: IncomingMessage): string =>
    isLoadRequest(request.headers, loadToken)
      ? `load ${request.socket.remotePort}`
      : addressKey(clientAddress(request, isTrusted))

  http.addHook('onRequest', async (request, reply) => {
    // By route, because a URL can be written in several ways.
    const isMedia = request.routeOptions.url?.startsWith('/media/') ?? request.url.startsWith('/media/')
    if (!isMedia) return undefined
    // Pages of other origins of this site show its video too.
    allowOrigin(reply, config.allowedOrigins, request.headers.origin)
    if (opened.access.mayConnect(ipOf(request))) return undefined
    // S4.16, S4.25
    sendClear(reply, 403, CODES.IP_BLOCKADE, now())
    return reply
  })

  const isStream = (name: string): boolean => matches.findByAnchorRoom(name) !== null
  const media = openMedia(http, { log, now, isStream, addressOf })
  const giftHandlers = giftCalls({
    ...services,
    siteConfig,
    roomOfAnchor: (anchorRoomId) => matches.findByAnchorRoom(anchorRoomId)?.fixture.chatRoomNo ?? null,
    matchOfAnchor: (anchorRoomId) => matches.findByAnchorRoom(anchorRoomId)?.fixture ?? null,
    now,
    onError: (error) => log.error({ err: error }, 'a gift banner could not be sent'),
  })
  const world = isDemo
    ? createWorld({
        rooms: services.rooms,
        members: services.members,
        calls: giftHandlers,
        gifts: () => services.ledger.gifts(),
        media,
        now,
        seed: config.worldSeed,
        crowd: config.crowd,
        siteId: config.siteId,
        onError: (error) => log.error({ err: error }, 'the demo world failed'),
      })
    : null
  const matches = new Matches({
    repository: new MatchRepository(services.database),
    source: world,
    eventsOf: (chatRoomNo) => services.rooms.snapshot(chatRoomNo)?.events ?? [],
    onError: (error) => log.error({ err: error }, 'matches could not be stored'),
  })

  const ingest = openIngest({ config, secret: options.secret, media, matches, isStream, now, log })

  let isOpen = true
  registerHealth(http, {
    metrics,
    metricsToken: config.metricsToken,
    areMetricsOpen: isDemo,
    isReady: async () => {
      await services.database.db.execute(sql`select 1`)
      return isOpen
    },
  })
  await registerCalls(http, {
    handlers: createHandlers(
      {
        ...services,
        ...opened,
        matches,
        newsroom: matches.newsroom,
        keySessions,
        videoGrants,
        isDemo,
        siteConfig,
        siteConfigs,
        domains,
        now,
      },
      { ...giftHandlers, ...demoCalls({ audience: () => world?.audience ?? [], rooms: services.rooms, loadToken }) },
    ),
    envelope: new Envelope({ backend: nodeCrypto, compressor: nodeCompressor, sessions: keySessions, now }),
    replay,
    videoGrants,
    sessions: services.sessions,
    rooms: services.rooms,
    limits: opened.limits,
    gate: opened.gate,
    siteId: config.siteId,
    now,
    loadToken,
    allowedOrigins: config.allowedOrigins,
    metrics,
    log,
  })
  await registerPages(http, {
    clientFolder: options.clientFolder,
    vite: options.vite,
    metadata: {
      siteId: config.siteId,
      siteHosts: config.siteHosts,
      isDemo,
      identity: identity.publicKey,
      version: programVersion(),
      hasServiceWorker: config.hasServiceWorker,
      lines: config.domains.api,
      video: domains.video,
    },
    isTrustworthy: isTrustworthy(config),
    vendors: geetest ? GEETEST_ORIGINS : [],
    domains,
    shortUrls: services.shortUrls,
  })

  const mayConnect = (request: IncomingMessage): boolean =>
    isOriginAllowed(config.allowedOrigins, request.headers.origin, request.headers.host) &&
    opened.access.mayConnect(clientAddress(request, isTrusted))
  const sockets = attachSockets(http.server, {
    hub: services.rooms,
    sessions: services.sessions,
    isOriginAllowed: (_origin, request) => mayConnect(request),
    addressOf,
    now,
    onError: (error) => log.error({ err: error }, 'a socket failed'),
  })
  serveUpgrades(http, { media, sockets, mayConnect, vite: options.vite })
  addGauges(metrics, { sockets, media, keySessions, replay })

  return {
    http,
    matches,
    ingest,
    async close() {
      isOpen = false
      await matches.stop()
      await ingest?.stop()
      await sockets.close()
      await http.close()
    },
  }
}

/** Metrics that are read from the running rooms when /metrics is requested. */
export function addGauges(
  metrics: Metrics,
  seen: { sockets: SocketServer; media: MediaServer; keySessions: KeySessions; replay: ReplayGuard },
): void {
  metrics.gauge('socket_connections', 'Open socket connections', () => seen.sockets.stats().connections)
  metrics.gauge('socket_cut', 'Slow readers cut since the start', () => seen.sockets.stats().cut)
  metrics.gauge('media_viewers', 'FLV viewers now', () => seen.media.counters.viewers)
  metrics.gauge('media_bytes', 'Bytes of video handed out since the start', () => seen.media.counters.bytes)
  metrics.gauge('media_cut', 'FLV viewers cut since the start', () => seen.media.counters.cut)
  metrics.gauge('key_sessions', 'Envelope sessions in memory', () => seen.keySessions.size)
  metrics.gauge('replay_nonces', 'Nonces remembered against replay', () => seen.replay.size)
}

/** Routes upgrades on one port: room sockets, video sockets, and Vite in development. Refuses others. */
export function serveUpgrades(
  http: FastifyInstance,
  takers: {
    media: MediaServer
    sockets: SocketServer
    vite: DevServer | null
    mayConnect: (request: IncomingMessage) => boolean
  },
): void {
  const path = takers.sockets.io.path()
  http.server.on('upgrade', (request, socket, head) => {
    const url = request.url ?? ''
    if (url === path || url.startsWith(`${path}/`) || url.startsWith(`${path}?`)) return
    socket.on('error', () => socket.destroy())
    if (takers.vite?.handleUpgrade?.(request, socket, head) === true) return
    if (takers.mayConnect(request) && takers.media.handleUpgrade(request, socket, head)) return
    socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  })
}
