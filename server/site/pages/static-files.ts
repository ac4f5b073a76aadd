import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { SERVICE_WORKER_PATH } from '#protocol/shell.ts'
import { cacheFile, sendCachedFile } from './cached-file.ts'

/** File names with a content hash. */
const HASHED = /[\\/]assets[\\/]/
const A_YEAR = 'public, max-age=31536000, immutable'
const AN_HOUR = 'public, max-age=3600'
/** Identifies the served build. */
const STAMP = 'build.json'

/** The service worker served while it is enabled, and the one that removes it. */
const SERVICE_WORKERS = { on: 'sw.js', off: 'sw-off.js' } as const

/**
 * Serves only files that existed at start, so nothing else is reachable by any path. Files that identify the build are
 * served from memory, because another build may replace them.
 */
export async function serveFiles(pages: FastifyInstance, root: string, hasServiceWorker: boolean): Promise<void> {
  const worker = cacheFile(
    root,
    hasServiceWorker ? SERVICE_WORKERS.on : SERVICE_WORKERS.off,
    'text/javascript; charset=utf-8',
  )
  const stamp = cacheFile(root, STAMP, 'application/json; charset=utf-8')
  await pages.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    dotfiles: 'deny',
    serveDotFiles: false,
    globIgnore: ['*.html', '**/*.map', '**/*.gz', '**/*.br', STAMP, ...Object.values(SERVICE_WORKERS)],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      response.setHeader('cache-control', HASHED.test(path) ? A_YEAR : AN_HOUR)
      response.setHeader('vary', 'accept-encoding')
    },
  })
  pages.get(SERVICE_WORKER_PATH, (request, reply) => {
    if (worker === null) return reply.callNotFound()
    return sendCachedFile(worker, request, reply.header('service-worker-allowed', '/'))
  })
  if (stamp !== null) pages.get(`/${STAMP}`, (request, reply) => sendCachedFile(stamp, request, reply))
}
