import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { SERVICE_WORKER_PATH } from '#protocol/shell.ts'

/** Names with a hash of their content in them. */
const HASHED = /[\\/]assets[\\/]/
const A_YEAR = 'public, max-age=31536000, immutable'
const AN_HOUR = 'public, max-age=3600'
/** What says which build is served: asked anew every time. */
const STAMP = /[\\/]build\.json$/

/** What stands at that address while browsers keep the shell, and what takes it back from them. */
const SERVICE_WORKERS = { on: 'sw.js', off: 'sw-off.js' } as const

/** Only files that are there at the start have an address: what is not listed cannot be reached by any spelling. */
export async function serveFiles(pages: FastifyInstance, root: string, hasServiceWorker: boolean): Promise<void> {
  await pages.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    dotfiles: 'deny',
    serveDotFiles: false,
    globIgnore: ['*.html', '**/*.map', '**/*.gz', '**/*.br', ...Object.values(SERVICE_WORKERS)],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      const isFresh = STAMP.test(path) || path.endsWith(SERVICE_WORKERS.on) || path.endsWith(SERVICE_WORKERS.off)
      response.setHeader('cache-control', isFresh ? 'no-cache' : HASHED.test(path) ? A_YEAR : AN_HOUR)
      response.setHeader('vary', 'accept-encoding')
    },
  })
  pages.get(SERVICE_WORKER_PATH, (_request, reply) => {
    reply.header('service-worker-allowed', '/')
    return reply.sendFile(hasServiceWorker ? SERVICE_WORKERS.on : SERVICE_WORKERS.off)
  })
}
