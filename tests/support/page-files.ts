import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createLog } from '#server/config/log.ts'
import { createHttpServer } from '#server/http/http-server.ts'
import { TrustedProxies } from '#server/net/proxy-trust.ts'
import type { PageMetadata } from '#server/site/pages/html.ts'
import { PAGE_FILES, type PagesOptions, registerPages } from '#server/site/pages/pages.ts'
import { readProjectFile } from './project.ts'

/** Metadata of a page of the demo. */
export const PAGE_METADATA = {
  siteId: 5009,
  hasDemoTools: true,
  allowsSiteChoice: true,
  identity: 'A'.repeat(43),
  version: '0.1.0',
} satisfies PageMetadata

/** Writes the HTML files that a server needs to start: those of the project, or `html` for each. */
export function writePageFiles(folder: string, html?: string): void {
  for (const name of PAGE_FILES) writeFileSync(path.join(folder, name), html ?? readProjectFile(name))
}

/** A server that serves the pages of a folder, behind one proxy, without domains of its own by default. */
export async function servePages(
  clientFolder: string,
  metadata: PageMetadata,
  more: Partial<PagesOptions> = {},
): Promise<FastifyInstance> {
  const log = createLog('silent')
  const app = createHttpServer({ log, proxies: new TrustedProxies(1, log), now: Date.now })
  await registerPages(app, {
    clientFolder,
    vite: null,
    metadata,
    isTrustworthy: true,
    hasGallery: metadata.hasDemoTools,
    vendors: [],
    pageOrigins: [],
    domains: { api: [], news: [], video: [], chat: [] },
    lookOf: () => ({ siteName: '看台', skin: undefined }),
    shortUrls: { find: async () => null },
    ...more,
  })
  return app
}
