import { readdirSync, statSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SERVICE_WORKER_PATH } from '#protocol/shell.ts'
import { cacheFile, type CachedFiles, readPack, sendCachedFile } from './cached-file.ts'

/** File names with a content hash. */
const HASHED = /^(?:assets|frame)\//
/** Files of the frames of games. */
const OF_FRAME = /^frame\//
/** Files that are not served: pages, compressed variants, hidden files, and clips, which the media routes serve. */
const NOT_SERVED = /\.(?:html|map|gz|br)$|(?:^|\/)\.|^live\//
const A_YEAR = 'public, max-age=31536000, immutable'
const AN_HOUR = 'public, max-age=3600'
/** Identifies the served build. */
const STAMP = 'build.json'

/** The service worker served while it is enabled, and the one that removes it. */
const SERVICE_WORKERS = { on: 'sw.js', off: 'sw-off.js' } as const

/** Content types of all files of a build. */
export const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

type Sender = (request: FastifyRequest, reply: FastifyReply) => unknown

/**
 * Serves the files of a build as they were at start, from memory (decision 86). Further builds may replace or delete
 * them, and nothing else is reachable by any path: `sendOther` responds to all others. One route for all files, because
 * a route takes a millisecond at start.
 */
export function serveFiles(
  pages: FastifyInstance,
  root: string,
  hasServiceWorker: boolean,
  sendOther: Sender = (_request, reply) => reply.callNotFound(),
): void {
  const senders = new Map<string, Sender>()
  const files = readPack(root) ?? filesOf(root)
  for (const name of files.names.filter(isServed)) {
    const file = files.file(name, CONTENT_TYPES[extname(name)] ?? 'application/octet-stream')
    if (file === null) continue
    const caching = HASHED.test(name) ? A_YEAR : name === STAMP ? 'no-cache' : AN_HOUR
    senders.set(name, (request, reply) => {
      if (OF_FRAME.test(name)) allowAnyOrigin(reply)
      return sendCachedFile(file, request, reply, caching)
    })
  }
  pages.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    const send = senders.get(request.params['*']) ?? sendOther
    return send(request, reply)
  })
  const { on, off } = SERVICE_WORKERS
  const worker = files.file(hasServiceWorker ? on : off, CONTENT_TYPES['.js'] ?? '')
  pages.get(SERVICE_WORKER_PATH, (request, reply) => {
    if (worker === null) return reply.callNotFound()
    return sendCachedFile(worker, request, reply.header('service-worker-allowed', '/'), 'no-cache')
  })
}

/** A sandboxed document has no origin of its own, so its scripts, styles and fonts need CORS. They are public. */
function allowAnyOrigin(reply: FastifyReply): void {
  reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin')
}

/** The files of a build without a pack, as in tests. */
function filesOf(root: string): CachedFiles {
  return { names: namesIn(root), file: (name, type) => cacheFile(root, name, type) }
}

/** Names of the served files of a build, relative to its folder, with slashes. */
export function servedFiles(root: string): string[] {
  return namesIn(root).filter(isServed)
}

function isServed(name: string): boolean {
  const workers: readonly string[] = Object.values(SERVICE_WORKERS)
  return !NOT_SERVED.test(name) && !workers.includes(name)
}

function namesIn(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(sep).join('/'))
    .filter((name) => !NOT_SERVED.test(name) && statSync(join(root, name)).isFile())
}
