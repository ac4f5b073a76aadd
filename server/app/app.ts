import type { IncomingMessage } from 'node:http'
import { sql } from 'drizzle-orm'
import { CODES } from '#protocol/codes.ts'
import { deploymentOf } from '#protocol/sites.ts'
import type { FastifyInstance } from 'fastify'
import { openGate } from '../http/access/open-gate.ts'
import { Provocations } from '../http/access/provocations.ts'
import { addressKey } from '../config/address.ts'
import { ipOf } from '../net/caller-ip.ts'
import { nodeCompressor } from '../http/envelope/compress-node.ts'
import { allowOrigin } from '../net/cors.ts'
import type { Config } from '../config/config.ts'
import { openConsole } from '../operation/console/console.ts'
import type { Operators } from '../operation/console/operators.ts'
import { nodeCrypto } from '../http/envelope/crypto-node.ts'
import { Envelope } from '../http/envelope/envelope.ts'
import { createHandlers } from '../calls/handlers.ts'
import { registerHealth } from '../net/health.ts'
import { createHttpServer } from '../http/http-server.ts'
import { identityOf } from '../http/envelope/identity.ts'
import type { Ingest } from '../media/ingest/ingest.ts'
import { PUBLISHERS_HEADER } from '../media/ingest/shared-publishers.ts'
import { SharedRateLimiter } from '../net/rate-limit.ts'
import { KeySessions, type StoredKeys } from '../http/envelope/key-sessions.ts'
import { type OpenStore, SharedStore } from '../database/shared/expiring-store.ts'
import type { PipelineOptions } from '../http/pipeline/call-pipeline.ts'
import { isLoadRequest } from '../http/pipeline/load-token.ts'
import type { RecentProblems } from '../config/recent-problems.ts'
import { Metrics } from '../net/metrics.ts'
import { registerPaymentWebhooks } from '../calls/wallet/payment-webhooks.ts'
import { hasOneHost, PageOrigins } from '../net/origin.ts'
import { isTrustworthy, programVersion } from '../site/pages/html.ts'
import { type DevServer, registerPages } from '../site/pages/pages.ts'
import { configOfSite } from '../config/site-config.ts'
import { SITE_ROOM } from '#protocol/room/kinds.ts'
import { RoomMarquee } from '../site/room-marquee.ts'
import { siteNewsroom } from '../site/site-newsroom.ts'
import { TrustedProxies } from '../net/proxy-trust.ts'
import { refuseUpgrade, TcpConnections } from '../net/tcp-connections.ts'
import { type NonceGuard, ReplayGuard, SharedReplayGuard } from '../net/replay.ts'
import type { Services } from '../calls/services.ts'
import { SocketServer } from '../rooms/socket/sockets.ts'
import { registerCalls } from '../http/pipeline/serve-call.ts'
import { sendClear } from '../http/pipeline/send-response.ts'
import { VideoGrants } from '../media/video-grants.ts'
import { GEETEST_ORIGINS } from '../members/verification/geetest-vendor.ts'
import type { MediaServer } from '../media/media.ts'
import type { Matches } from '../matches/matches.ts'
import type { LiveTables } from '../games/tables/live-tables.ts'
import type { Sportsbook } from '../sports/sportsbook.ts'
import { type Content, type ContentOptions, openContent } from './open-content.ts'

interface AppOptions extends ContentOptions {
  readonly clientFolder: string
  /** Vite in development; null serves built pages. */
  readonly vite: DevServer | null
  /** Warnings and errors of this process, for the console; none by default. */
  readonly recentProblems?: RecentProblems
}

export interface App {
  /** Not listening yet. */
  readonly http: FastifyInstance
  /** Not started yet. */
  readonly matches: Matches
  /** Not started yet. */
  readonly sportsbook: Sportsbook
  readonly liveTables: LiveTables
  /** RTMP publishers, not started yet; null if disabled. */
  readonly ingest: Ingest | null
  /** Accounts of the console. */
  readonly operators: Operators
  /** Stops the demo, closes sockets and connections, and refuses requests. The services stay open. */
  close(): Promise<void>
}

/** Creates the HTTP server with calls, sockets, media, pages and health checks. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, services, log, now } = options
  const isDemo = config.mode === 'demo'
  const guards = createGuards(options, isDemo)
  const http = createHttpServer({ log, proxies: guards.proxies, now })
  guardMedia(http, options, guards)
  const content = openContent(http, options, guards, isDemo)
  const metrics = new Metrics()
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
  await registerEndpoints(http, options, guards, content, metrics, isDemo)
  const mayConnect = (address: string): boolean => guards.opened.access.mayConnect(address)
  await registerPaymentWebhooks(http, { runner: services.wallet.runner, mayConnect, now })
  const { operators } = await openConsole(http, {
    ...options,
    ...content,
    origins: guards.origins,
    mayConnect,
  })
  await registerAllPages(http, options, guards, isDemo)
  const marquee = openMarquee(options, content.matches)
  const sockets = attachConnections(http, options, guards, content.media)
  const tcp = new TcpConnections(http.server, guards)
  services.moderation.onChange(() => sockets.recheck())
  services.shared?.onCommand((durationMs, isOk) => metrics.redisCommand(durationMs, isOk))
  addGauges(metrics, {
    ...services,
    sockets,
    tcp,
    media: content.media,
    keySessions: guards.keySessions,
    replay: guards.replay,
  })
  return {
    http,
    matches: content.matches,
    sportsbook: content.sportsbook,
    liveTables: content.liveTables,
    ingest: content.ingest,
    operators,
    async close() {
      isOpen = false
      marquee.stop()
      await Promise.all([content.sportsbook.stop(), content.liveTables.stop()])
      content.marketRooms.close()
      await content.matches.stop()
      await content.ingest?.stop()
      await sockets.close()
      await http.close()
    },
  }
}

type Guards = ReturnType<typeof createGuards>

/** Keys of the envelope, access rules, and what identifies the sender of a request. */
function createGuards({ config, services, secret, loadToken, log, now }: AppOptions, isDemo: boolean) {
  const { shared } = services
  const proxies = new TrustedProxies(config.trustProxy, log)
  const isUnlimited = ({ headers }: IncomingMessage): boolean => isLoadRequest(headers, loadToken)
  const identity = identityOf(secret)
  const { access, geetest } = config
  const stores: OpenStore | null = shared && ((name) => new SharedStore(shared, name, { secret, now }))
  const storedKeys = stores ? { shared: stores<StoredKeys>('keys', 0) } : {}
  const replay: NonceGuard = shared ? new SharedReplayGuard(shared, now) : new ReplayGuard(now)
  const keySessions = new KeySessions({ backend: nodeCrypto, identity, now, ...storedKeys })
  // Redis has also lost the nonces, so earlier calls must not open any more.
  shared?.onDataLost(() => keySessions.clear())
  const opened = openGate({
    access,
    geetest,
    provocations: isDemo ? new Provocations() : null,
    blocks: services.moderation,
    now,
    ...(stores ? { stores } : {}),
    ...(shared && { createLimiter: (name, rate) => new SharedRateLimiter(shared, name, { rate, now }) }),
  })
  return {
    proxies,
    origins: new PageOrigins(config.allowedOrigins, log),
    identity,
    keySessions,
    replay,
    videoGrants: new VideoGrants(now, stores ? { grants: stores('video-grant', 0), nonces: replay } : {}),
    opened,
    /** False for blocked addresses. */
    isAdmitted: (request: IncomingMessage): boolean => opened.access.mayConnect(proxies.clientAddress(request)),
    isUnlimited,
    /** The key by which limits count connections. Each connection of a load tool counts as its own address. */
    addressOf: (request: IncomingMessage): string =>
      isUnlimited(request) ? `load ${request.socket.remotePort}` : addressKey(proxies.clientAddress(request)),
  }
}

/** Refuses media to blocked and restricted addresses (S4.16, S4.25). */
function guardMedia(http: FastifyInstance, { config, services, now }: AppOptions, { opened }: Guards): void {
  http.addHook('onRequest', async (request, reply) => {
    // By route, because a URL can be written in several ways.
    const isMedia = request.routeOptions.url?.startsWith('/media/') ?? request.url.startsWith('/media/')
    if (!isMedia) return undefined
    // Pages of other origins of this site show its video too.
    allowOrigin(reply, config.allowedOrigins, request.headers.origin)
    if (services.publishers?.isOwner === true) reply.header(PUBLISHERS_HEADER, '1')
    if (opened.access.mayConnect(ipOf(request))) return undefined
    sendClear(reply, 403, CODES.IP_BLOCKADE, now())
    return reply
  })
}

/** Adds a route per endpoint of the protocol. */
async function registerEndpoints(
  http: FastifyInstance,
  { config, services, log, now, loadToken }: AppOptions,
  { opened, origins, keySessions, videoGrants, replay }: Guards,
  { preparedCalls, ...content }: Content,
  metrics: Metrics,
  hasDemoTools: boolean,
): Promise<void> {
  const { siteConfigs, domains } = config
  await registerCalls(http, {
    handlers: createHandlers(
      {
        ...services,
        ...opened,
        ...content,
        newsroom: siteNewsroom({
          base: () => content.matches.newsroom,
          content: services.content,
          findMatch: (eid) => content.matches.find(eid),
        }),
        keySessions,
        videoGrants,
        hasDemoTools,
        siteConfigs,
        domains,
        now,
      },
      preparedCalls,
    ),
    envelope: new Envelope({ backend: nodeCrypto, compressor: nodeCompressor, sessions: keySessions, now }),
    replay,
    videoGrants,
    sessions: services.sessions,
    rooms: services.rooms,
    playLimits: services.playLimits,
    limits: opened.limits,
    gate: opened.gate,
    siteOf: siteResolver(config, hasDemoTools),
    now,
    loadToken,
    origins,
    metrics,
    log,
  })
}

/**
 * Returns the site of a call: the one that its headers name. Outside demo mode a caller cannot choose a site that this
 * server has no page of: such a call counts as one of its own site.
 */
export function siteResolver(
  { siteId: ownId, siteHosts, siteConfigs }: Pick<Config, 'siteId' | 'siteHosts' | 'siteConfigs'>,
  servesAll: boolean,
): PipelineOptions['siteOf'] {
  const served = new Set([ownId, ...siteHosts.values()].flatMap((id) => deploymentOf(id).siteIds))
  return (requested) => {
    const isServed = requested !== null && (servesAll || served.has(requested))
    const siteId = isServed ? requested : ownId
    return { siteId, site: configOfSite(siteConfigs, siteId) }
  }
}

async function registerAllPages(
  http: FastifyInstance,
  { config, services, clientFolder, vite }: AppOptions,
  { identity }: Guards,
  isDemo: boolean,
): Promise<void> {
  const { domains } = config
  await registerPages(http, {
    clientFolder,
    vite,
    metadata: {
      siteId: config.siteId,
      siteHosts: config.siteHosts,
      hasDemoTools: isDemo,
      allowsSiteChoice: isDemo,
      identity: identity.publicKey,
      version: programVersion(),
      hasServiceWorker: config.hasServiceWorker,
      lines: domains.api,
      video: domains.video,
    },
    lookOf(siteId) {
      const { siteName, siteSkin } = configOfSite(config.siteConfigs, siteId)
      return { siteName, skin: siteSkin || undefined }
    },
    isTrustworthy: isTrustworthy(config),
    hasGallery: isDemo || vite !== null,
    vendors: config.geetest ? GEETEST_ORIGINS : [],
    pageOrigins: config.allowedOrigins,
    domains,
    shortUrls: services.shortUrls,
  })
}

/** Attaches the sockets of rooms, and routes upgrades. */
function attachConnections(
  http: FastifyInstance,
  { config, services, log, now, vite }: AppOptions,
  { opened: { access }, origins, isAdmitted, addressOf }: Guards,
  media: MediaServer,
): SocketServer {
  const mayConnect = (request: IncomingMessage): boolean =>
    hasOneHost(request.rawHeaders) &&
    origins.allows(request.headers.origin, request.headers.host) &&
    isAdmitted(request)
  const sockets = new SocketServer(http.server, {
    hub: services.rooms,
    sessions: services.sessions,
    isOriginAllowed: (_origin, request) => mayConnect(request),
    addressOf,
    isDeviceBlocked: (deviceId) => access.isDeviceBlocked(deviceId),
    relays: {
      secret: config.relaySecret,
      mayConnect: (address) => access.mayConnect(address),
      refusedRanges: () => access.refusedRanges(),
    },
    now,
    onError: (error) => log.error({ err: error }, 'a socket failed'),
  })
  services.messageEvents.listen((audience, change) => sockets.sendMessage(audience, change))
  serveUpgrades(http, { media, sockets, mayConnect, vite })
  return sockets
}

/** The marquee items of operators and of red packet rains in the rooms. Pages read rains again that have changed. */
function openMarquee({ services, log, now }: AppOptions, matches: Matches): RoomMarquee {
  const { content, rooms, redRain } = services
  const onError = (error: unknown) => log.error({ err: error }, 'the marquee of the rooms could not be changed')
  const marquee = new RoomMarquee({ content, rooms, matches, more: (at) => redRain.announced(at), now, onError })
  const entry = { kind: 'notice' as const, data: { text: '', reads: ['redRain.', 'activity.'] } }
  redRain.onChanged(() => void rooms.post(SITE_ROOM, [entry]).catch(onError))
  marquee.start()
  return marquee
}

/** Metrics that are read from the running rooms when /metrics is requested. */
function addGauges(
  metrics: Metrics,
  parts: Pick<Services, 'rooms' | 'walletJobs'> & {
    sockets: SocketServer
    tcp: TcpConnections
    media: MediaServer
    keySessions: KeySessions
    replay: NonceGuard
  },
): void {
  metrics.gauge(
    'wallet_differences',
    'Violated invariants in the last reconciliation; -1 before the first',
    () => parts.walletJobs.differences,
  )
  metrics.gauge('rooms_writer', '1 if this process writes the rooms', () => (parts.rooms.writer.isHere ? 1 : 0))
  const { pace } = parts.rooms
  metrics.gauge('frame_budget', 'Share of a core that writing frames may take now', () => pace.figures.budget)
  metrics.gauge('frame_used', 'Share of a core that writing frames took in the last second', () => pace.figures.used)
  metrics.gauge('frame_late_ms', 'Longest lateness of the last second, ms', () => pace.figures.lateMs)
  metrics.gaugesOf('room_frame_interval_ms', 'Shortest time between two frames of a room, ms', 'room', () =>
    parts.rooms.figuresOfRooms().map(({ chatRoomNo, intervalMs }) => [chatRoomNo, intervalMs]),
  )
  metrics.gauge('tcp_connections', 'Open TCP connections', () => parts.tcp.stats().open)
  metrics.gauge('tcp_refused', 'TCP connections refused since the start', () => parts.tcp.stats().refused)
  metrics.gauge('socket_connections', 'Open socket connections', () => parts.sockets.stats().connections)
  metrics.gauge('socket_cut', 'Slow readers cut since the start', () => parts.sockets.stats().cut)
  metrics.gauge('relays', 'Connected relays', () => parts.sockets.relays.stats().relays)
  metrics.gauge('relay_viewers', 'Viewers at relays', () => parts.sockets.relays.stats().viewers)
  metrics.gauge('media_viewers', 'FLV viewers now', () => parts.media.counters.viewers)
  metrics.gauge('media_bytes', 'Bytes of video handed out since the start', () => parts.media.counters.bytes)
  metrics.gauge('media_cut', 'FLV viewers cut since the start', () => parts.media.counters.cut)
  metrics.gauge('key_sessions', 'Envelope sessions in memory', () => parts.keySessions.size)
  metrics.gauge('replay_nonces', 'Nonces remembered against replay', () => parts.replay.size)
}

/** Routes upgrades on one port: room sockets, video sockets, and Vite in development. Refuses others. */
function serveUpgrades(
  http: FastifyInstance,
  receivers: {
    media: MediaServer
    sockets: SocketServer
    vite: DevServer | null
    mayConnect: (request: IncomingMessage) => boolean
  },
): void {
  // socket.io ignores its path without a slash at the end.
  const socketPath = `${receivers.sockets.io.path()}/`
  http.server.on('upgrade', (request, socket, head) => {
    if (request.url?.startsWith(socketPath)) return
    socket.on('error', () => socket.destroy())
    if (receivers.sockets.relays.handleUpgrade(request, socket, head)) return
    if (receivers.vite?.handleUpgrade?.(request, socket, head) === true) return
    if (receivers.mayConnect(request) && receivers.media.handleUpgrade(request, socket, head)) return
    refuseUpgrade(socket, 404)
  })
}
