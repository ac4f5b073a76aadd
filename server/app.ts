import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { addressKey } from './address.ts'
import { CallLimits } from './call-limits.ts'
import { giftCalls } from './calls/gift.ts'
import { nodeCompressor } from './compress-node.ts'
import type { Config } from './config.ts'
import { nodeCrypto } from './crypto-node.ts'
import { Envelope } from './envelope.ts'
import { addGauges } from './gauges.ts'
import { createHandlers } from './handlers.ts'
import { registerHealth } from './health.ts'
import { createHttpServer } from './http-server.ts'
import { identityOf } from './identity.ts'
import { KeySessions } from './key-sessions.ts'
import { isLoadRequest } from './load-token.ts'
import type { Logger } from './log.ts'
import { registerMedia, type MediaServer } from './media/media.ts'
import { createMetrics } from './metrics.ts'
import { isOriginAllowed } from './origin.ts'
import { type DevServer, registerPages } from './pages.ts'
import { PROJECT_ROOT } from './project-root.ts'
import { clientAddress, proxyTrust } from './proxy-trust.ts'
import { ReplayGuard } from './replay.ts'
import { attachSockets } from './rooms/sockets.ts'
import { registerCalls } from './router.ts'
import type { Services } from './services.ts'
import { StartError } from './start-error.ts'
import { serveUpgrades } from './upgrades.ts'
import { createWorld, type World } from './world/world.ts'

export interface AppOptions {
  readonly config: Config
  readonly services: Services
  /** From the environment, or made once in the data folder. */
  readonly secret: string
  /** Null outside demo mode. */
  readonly loadToken: string | null
  readonly log: Logger
  readonly now: () => number
  readonly clientFolder: string
  /** Vite in development; its absence means built pages. */
  readonly vite: DevServer | null
}

export interface App {
  /** Listens nowhere yet. */
  readonly http: FastifyInstance
  readonly world: World
  /** Stops the world, ends sockets and connections, and answers nobody any more. The services stay open. */
  close(): Promise<void>
}

/** Wires everything that is reached from outside on one HTTP server: calls, sockets, media, pages, health. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, services, log, now, loadToken } = options
  const isDemo = config.mode === 'demo'
  const isTrusted = proxyTrust(config.trustProxy)
  const identity = identityOf(options.secret)
  const keySessions = new KeySessions({ backend: nodeCrypto, identity, now })
  const replay = new ReplayGuard(now)
  const metrics = createMetrics()
  const http = createHttpServer({ log, isTrusted, now })

  let world: World | null = null
  const roomOfAnchor = (anchorRoomId: string): string | null => world?.roomOfAnchor(anchorRoomId) ?? null
  const media = openMedia(http, { log, now, isStream: (name) => roomOfAnchor(name) !== null })
  const giftHandlers = giftCalls({ ...services, roomOfAnchor, now })
  world = createWorld({
    rooms: services.rooms,
    members: services.members,
    calls: giftHandlers,
    gifts: () => services.ledger.gifts(),
    media,
    now,
    seed: config.worldSeed,
    crowd: config.crowd,
    siteId: config.siteId,
    onError: (error) => log.error({ err: error }, 'the demo world stumbled'),
  })

  let isOpen = true
  registerHealth(http, {
    metrics,
    metricsToken: config.metricsToken,
    areMetricsOpen: isDemo,
    isReady: async () => {
      await services.store.db.execute(sql`select 1`)
      return isOpen
    },
  })
  await registerCalls(http, {
    handlers: createHandlers({ ...services, world, keySessions, isDemo, loadToken, now }, giftHandlers),
    envelope: new Envelope({ backend: nodeCrypto, compressor: nodeCompressor, sessions: keySessions, now }),
    replay,
    sessions: services.sessions,
    rooms: services.rooms,
    limits: new CallLimits(now),
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
    facts: { siteId: config.siteId, isDemo, identity: identity.publicKey, version: programVersion() },
    isTrustworthy: isTrustworthy(config),
  })

  const mayConnect = (request: IncomingMessage): boolean =>
    isOriginAllowed(config.allowedOrigins, request.headers.origin, request.headers.host)
  const sockets = attachSockets(http.server, {
    hub: services.rooms,
    sessions: services.sessions,
    isOriginAllowed: (_origin, request) => mayConnect(request),
    // Each connection of a load tool counts as a place of its own.
    addressOf: (request) =>
      isLoadRequest(request.headers, loadToken)
        ? `load ${request.socket.remotePort}`
        : addressKey(clientAddress(request, isTrusted)),
    now,
    onError: (error) => log.error({ err: error }, 'a socket failed'),
  })
  serveUpgrades(http, { media, sockets, mayConnect, vite: options.vite })
  addGauges(metrics, { sockets, media, keySessions, replay })

  return {
    http,
    world,
    async close() {
      isOpen = false
      world.stop()
      await sockets.close()
      await http.close()
    },
  }
}

function openMedia(
  http: FastifyInstance,
  { log, now, isStream }: { log: Logger; now: () => number; isStream: (name: string) => boolean },
): MediaServer {
  const folders = [join(PROJECT_ROOT, 'public/live'), join(PROJECT_ROOT, 'dist/client/live')]
  try {
    const clipDirectory = folders.find((folder) => existsSync(folder)) ?? folders[0] ?? ''
    return registerMedia(http, { clipDirectory, now, authorize: isStream, log })
  } catch (error) {
    throw new StartError(`The demo clip cannot be used: ${error instanceof Error ? error.message : 'unknown'}`)
  }
}

const LOOPBACK = /^(?:127\.|::1$|localhost$)/

/** Whether browsers take what they get as coming from a secure place: this machine, or https everywhere. */
function isTrustworthy({ host, allowedOrigins }: Config): boolean {
  if (allowedOrigins.length > 0) return allowedOrigins.every((origin) => origin.startsWith('https:'))
  return LOOPBACK.test(host)
}

function programVersion(): string {
  const { version } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as { version: string }
  return version
}
