import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import helmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PageFacts } from './html.ts'
import { fillPage, siteOfQuery } from './html.ts'
import { pagePolicy, STRICT_TRANSPORT, TRUSTED_TYPES_REPORT } from './page-policy.ts'
import { PROJECT_ROOT } from './project-root.ts'
import { StartError } from './start-error.ts'

/** What this room uses of Vite's development server. */
export interface DevServer {
  readonly middlewares: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  transformIndexHtml(url: string, html: string): Promise<string>
  /** Takes a WebSocket upgrade of Vite's own; false when it is not. */
  handleUpgrade?(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
}

export interface PagesOptions {
  /** Folder of the built pages; unused in development. */
  readonly clientFolder: string
  readonly vite: DevServer | null
  readonly facts: PageFacts
  readonly isTrustworthy: boolean
}

/** Addresses behind which the one page application stands (S2, Annex G). */
const PAGE_PATHS = [
  '/',
  '/app',
  '/app/*',
  '/login',
  '/entry/login',
  '/gallery',
  '/maintenance',
  '/access-alert',
  '/access-restriction',
  '/robot-check',
  '/cs',
]

/** Names with a hash of their content in them. */
const HASHED = /[\\/]assets[\\/]/
const A_YEAR = 'public, max-age=31536000, immutable'
const AN_HOUR = 'public, max-age=3600'

/** Adds the pages and the static files, under one policy of headers. */
export async function registerPages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  await app.register(async (pages) => {
    const { vite } = options
    if (!vite) await pages.register(helmet, pagePolicy(options.isTrustworthy))
    pages.addHook('onRequest', async (request, reply) => {
      if (request.protocol === 'https') reply.header('strict-transport-security', STRICT_TRANSPORT)
    })
    const index = pageSource(options, 'index.html')
    const play = pageSource(options, 'play.html')
    for (const path of PAGE_PATHS) pages.get(path, (request, reply) => sendPage(index, request, reply))
    pages.get('/play.html', (request, reply) => sendPage(play, request, reply))
    if (vite) serveSources(pages, vite)
    else await serveFiles(pages, options.clientFolder)
  })
}

const PAGES = ['index.html', 'play.html']

/** @throws StartError when the pages have not been built. */
export function requirePages(clientFolder: string): void {
  const missing = PAGES.map((name) => join(clientFolder, name)).find((file) => !existsSync(file))
  if (missing !== undefined) throw new StartError(`${missing} is missing; run: npm run build`)
}

type PageSource = (url: string, query: unknown) => Promise<string>

function pageSource({ clientFolder, vite, facts }: PagesOptions, name: string): PageSource {
  const file = join(vite ? PROJECT_ROOT : clientFolder, name)
  const siteOf = (query: unknown): number => (facts.isDemo ? siteOfQuery(query, facts.siteId) : facts.siteId)
  if (vite) {
    return async (url, query) => {
      const html = await vite.transformIndexHtml(url, readFileSync(file, 'utf8'))
      return fillPage(html, { ...facts, siteId: siteOf(query) })
    }
  }
  const template = readFileSync(file, 'utf8')
  const bySite = new Map<number, string>()
  return async (_url, query) => {
    const siteId = siteOf(query)
    const html = bySite.get(siteId) ?? fillPage(template, { ...facts, siteId })
    bySite.set(siteId, html)
    return html
  }
}

async function sendPage(source: PageSource, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const html = await source(request.url, request.query)
  reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('content-security-policy-report-only', TRUSTED_TYPES_REPORT)
  return html
}

/** Only files that are there at the start have an address: what is not listed cannot be reached by any spelling. */
async function serveFiles(pages: FastifyInstance, root: string): Promise<void> {
  await pages.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    dotfiles: 'deny',
    serveDotFiles: false,
    globIgnore: ['*.html', '**/*.map', '**/*.gz', '**/*.br'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      response.setHeader('cache-control', HASHED.test(path) ? A_YEAR : AN_HOUR)
      response.setHeader('vary', 'accept-encoding')
    },
  })
}

/** Development: Vite answers for everything that nobody else does. */
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
