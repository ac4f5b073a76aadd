import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BoundedMap } from '#protocol/bounded-map.ts'
import { firstScreenOf, PAGE_PATHS } from '#protocol/page-paths.ts'
import { openApiText } from '../api-docs/openapi.ts'
import { NOTHING_BUILT, readBuiltFiles } from './built-files.ts'
import { fillPage, type PageMetadata, siteOfPage, skinOfPage } from './html.ts'
import { pagePolicy, STRICT_TRANSPORT, TRUSTED_TYPES_REPORT } from './page-policy.ts'
import { SHORT_URL_PREFIX, type ShortUrls } from '../short-urls.ts'
import type { SiteDomains } from '../../config/site-config.ts'
import type { Skin } from '#protocol/sites.ts'
import { PROJECT_ROOT } from '../../config/project-root.ts'
import { StartError } from '../../config/start-error.ts'
import { serveFiles } from './static-files.ts'
import { WEB_MANIFEST_PATH, webManifest } from './web-manifest.ts'
import { serveGameFrame } from './game-frame.ts'
import { isActivityPath } from '#protocol/rules/activity.ts'

/** The used part of Vite's development server. */
export interface DevServer {
  readonly middlewares: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  transformIndexHtml(url: string, html: string): Promise<string>
  /** Handles a WebSocket upgrade of Vite; returns false for others. */
  handleUpgrade?(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
}

/** How a site presents itself. */
interface SiteLook {
  readonly siteName: string
  /** Undefined: the skin of the site's number. */
  readonly skin: Skin | undefined
}

export interface PagesOptions {
  /** Folder of the built pages; unused in development. */
  readonly clientFolder: string
  readonly vite: DevServer | null
  readonly metadata: PageMetadata
  /** Name and skin of a site as operators have set them. */
  readonly lookOf: (siteId: number) => SiteLook
  readonly isTrustworthy: boolean
  /** True if gallery.html is served. */
  readonly hasGallery: boolean
  readonly domains: SiteDomains
  /** Origins of vendors whose scripts pages may load. */
  readonly vendors: readonly string[]
  /** ALLOWED_ORIGINS; empty for the requested host. */
  readonly pageOrigins: readonly string[]
  readonly shortUrls: Pick<ShortUrls, 'find'>
}

/** Screens of gallery.html, the page for developers. */
const GALLERY_PATHS = ['/gallery', '/gallery/*']

/** Screens of console.html, the operator console. */
const CONSOLE_PATHS = ['/console', '/console/*']

/** Adds pages and static files with their headers. */
export async function registerPages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  await app.register(async (pages) => {
    const { vite, isTrustworthy: isSafe, domains, vendors, pageOrigins } = options
    if (!vite) await pages.register(helmet, pagePolicy(isSafe, domains, vendors, pageOrigins))
    pages.addHook('onRequest', async (request, reply) => {
      if (request.protocol === 'https') reply.header('strict-transport-security', STRICT_TRANSPORT)
    })
    const index = pageSource(options, 'index.html')
    const play = pageSource(options, 'play.html')
    for (const path of PAGE_PATHS) pages.get(path, (request, reply) => sendPage(index, request, reply))
    const console = pageSource(options, 'console.html')
    for (const path of CONSOLE_PATHS) pages.get(path, (request, reply) => sendPage(console, request, reply))
    if (options.hasGallery) {
      const gallery = pageSource(options, 'gallery.html')
      for (const path of GALLERY_PATHS) pages.get(path, (request, reply) => sendPage(gallery, request, reply))
    }
    serveActivityPages(pages, (request, reply) => sendPage(index, request, reply))
    const framed = vite ? {} : { helmet: pagePolicy(isSafe, domains, vendors, pageOrigins, true) }
    pages.get('/play.html', framed, (request, reply) => sendPage(play, request, reply))
    serveGameFrame(pages, options)
    pages.get<{ Params: { code: string } }>(`${SHORT_URL_PREFIX}:code`, async (request, reply) => {
      const path = await options.shortUrls.find(request.params.code)
      if (path === null) return reply.callNotFound()
      return reply.header('cache-control', 'no-store').redirect(path, 302)
    })
    pages.get(WEB_MANIFEST_PATH, async ({ host, query }, reply) => {
      reply.header('content-type', 'application/manifest+json; charset=utf-8').header('cache-control', 'no-cache')
      const { metadata, lookOf } = options
      const siteId = siteOfPage(metadata, host, query)
      return webManifest({ ...metadata, siteId, ...lookOf(siteId) })
    })
    let openApi: string | null = null
    pages.get('/openapi.json', async (_request, reply) => {
      openApi ??= openApiText()
      return reply.header('content-type', 'application/json; charset=utf-8').send(openApi)
    })
    if (vite) return serveSources(pages, vite)
    // Unknown paths of browsers get the application, which shows an error; programs get the server's response.
    serveFiles(pages, options.clientFolder, options.metadata.hasServiceWorker === true, (request, reply) => {
      if (request.headers.accept?.includes('text/html') !== true) return reply.callNotFound()
      return sendPage(index, request, reply.code(404))
    })
  })
}

/** HTML files of the build. */
export const PAGE_FILES = ['index.html', 'play.html', 'gallery.html', 'console.html', 'game.html']

/**
 * @throws StartError if the pages have not been built
 */
export function requirePages(clientFolder: string): void {
  const missing = PAGE_FILES.map((name) => join(clientFolder, name)).find((file) => !existsSync(file))
  if (missing !== undefined) throw new StartError(`${missing} is missing; run: npm run build`)
}

/** Each site with each skin and first screen that viewers commonly open. */
const MAX_FILLED = 512

type PageSource = (request: FastifyRequest) => Promise<string>

function pageSource({ clientFolder, vite, metadata, lookOf }: PagesOptions, name: string): PageSource {
  const file = join(vite ? PROJECT_ROOT : clientFolder, name)
  const built = vite ? NOTHING_BUILT : readBuiltFiles(clientFolder)
  const fill = (template: string, { screen, ...site }: ReturnType<typeof viewOf>): string =>
    fillPage(template, { ...metadata, ...site, build: built.build }, { screen, ...built.needsOf(screen) })
  const viewOf = ({ host, query, url, headers }: FastifyRequest) => {
    const siteId = siteOfPage(metadata, host, query)
    const { siteName, skin } = lookOf(siteId)
    return {
      siteId,
      siteName,
      skin: skinOfPage(metadata, query, headers.cookie) ?? skin,
      screen: firstScreenOf(url.replace(/[?#].*$/, '')),
    }
  }
  if (vite) {
    return async (request) => {
      return fill(await vite.transformIndexHtml(request.url, readFileSync(file, 'utf8')), viewOf(request))
    }
  }
  const template = readFileSync(file, 'utf8')
  const filled = new BoundedMap<string, string>(MAX_FILLED)
  return async (request) => {
    const view = viewOf(request)
    const key = JSON.stringify(view)
    const html = filled.get(key) ?? fill(template, view)
    filled.set(key, html)
    return html
  }
}

async function sendPage(source: PageSource, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const html = await source(request)
  reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('content-security-policy-report-only', TRUSTED_TYPES_REPORT)
  return html
}

/** Development: Vite answers all other requests. */
function serveSources(pages: FastifyInstance, vite: DevServer): void {
  pages.get('/*', (request, reply) => {
    reply.hijack()
    vite.middlewares(request.raw, reply.raw, () => {
      reply.raw.statusCode = 404
      reply.raw.end()
    })
    return reply
  })
}

type Strategy = Parameters<FastifyInstance['addConstraintStrategy']>[0]
type Route = NonNullable<ReturnType<ReturnType<Strategy['storage']>['get']>>

const STRATEGY = 'activity'
const YES = 'yes'

/**
 * Serves the application for every path with the activity word in it (S2.8). Routes match whole segments, so the path
 * is a route constraint.
 */
export function serveActivityPages(
  app: FastifyInstance,
  send: (request: FastifyRequest, reply: FastifyReply) => Promise<string>,
): void {
  app.addConstraintStrategy({
    name: STRATEGY,
    storage: () => {
      const routes = new Map<unknown, Route>()
      return { get: (key) => routes.get(key) ?? null, set: (key, value) => void routes.set(key, value) }
    },
    deriveConstraint: ({ url = '' }) => (isActivityPath(url.replace(/[?#].*$/, '')) ? YES : undefined),
  })
  app.get('/*', { constraints: { [STRATEGY]: YES } }, send)
}
