import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { SERVICE_WORKER_PATH } from '#protocol/shell.ts'
import { keepFile, sendKept } from './kept-file.ts'

/** Names with a hash of their content in them. */
const HASHED = /[\\/]assets[\\/]/
const A_YEAR = 'public, max-age=31536000, immutable'
const AN_HOUR = 'public, max-age=3600'
/** Says which build is served. */
const STAMP = 'build.json'

/** What stands at that address while browsers keep the shell, and what takes it back from them. */
const SERVICE_WORKERS = { on: 'sw.js', off: 'sw-off.js' } as const

/**
 * Only files that are there at the start have an address: what is not listed cannot be reached by any spelling. What says
 * which build is served is sent as it was at the start, like the pages: another build may be put in place meanwhile.
 */
export async function serveFiles(pages: FastifyInstance, root: string, hasServiceWorker: boolean): Promise<void> {
  const worker = keepFile(
    root,
    hasServiceWorker ? SERVICE_WORKERS.on : SERVICE_WORKERS.off,
    'text/javascript; charset=utf-8',
  )
  const stamp = keepFile(root, STAMP, 'application/json; charset=utf-8')
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
    return sendKept(worker, request, reply.header('service-worker-allowed', '/'))
  })
  if (stamp !== null) pages.get(`/${STAMP}`, (request, reply) => sendKept(stamp, request, reply))
}
