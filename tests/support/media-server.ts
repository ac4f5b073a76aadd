import type { Duplex } from 'node:stream'
import fastify from 'fastify'
import type { TestProject } from 'vitest/node'
import { registerMedia } from '#server/media/media.ts'
import type { Hostile } from './hostile-kinds.ts'
import { startHostileMedia } from './hostile-media.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** host:port of a real media server, and of the small server that breaks it on purpose. */
    readonly mediaHost: string
    readonly mediaControl: string
    /** Ports of servers that do what a line should not. */
    readonly hostilePorts: Readonly<Record<Hostile, number>>
  }
}

function hostOf(app: { server: { address(): string | { port: number } | null } }): string {
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `127.0.0.1:${address.port}`
}

/**
 * Starts the product's media server for the browser tests. Its control server takes `POST /publishing?stream=a&on=0` (the
 * anchor drops), `GET /hostile` (what was asked of the hostile servers), `POST /down?stream=a` and `POST /up?stream=a` (whoever reads that
 * stream or asks for it is cut off). Files run side by side: each has streams of its own.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const app = fastify({ forceCloseConnections: true })
  const allowTests = { 'access-control-allow-origin': '*' }
  app.addHook('onRequest', async (_request, reply) => void reply.headers(allowTests))
  const log = { warn: () => undefined }
  const media = registerMedia(app, { clipDirectory: 'public/live', now: Date.now, log })
  const away = new Set<string>()
  const readers = new Map<Duplex, string>()
  /** Notes who reads which stream; false, and the connection is cut off, while that one is away. */
  const mayRead = (socket: Duplex, url: string | undefined): boolean => {
    const stream = /^\/media\/([\w-]+)/.exec(url ?? '')?.[1] ?? ''
    if (!readers.has(socket)) socket.once('close', () => readers.delete(socket))
    readers.set(socket, stream)
    if (away.has(stream)) socket.destroy()
    return !away.has(stream)
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (mayRead(request.raw.socket, request.url)) done()
    else reply.hijack()
  })
  app.server.on('upgrade', (request, socket, head) => {
    if (mayRead(socket, request.url)) void media.handleUpgrade(request, socket, head)
  })

  const control = fastify({ forceCloseConnections: true })
  control.addHook('onSend', async (_request, reply) => void reply.headers(allowTests))
  control.post<{ Querystring: { stream: string; on: string } }>('/publishing', async ({ query }) => {
    media.setPublishing(query.stream, query.on === '1')
    return {}
  })
  const hostile = await startHostileMedia()
  control.get('/hostile', async () => hostile.counts())
  control.post<{ Querystring: { stream: string } }>('/down', async ({ query }) => {
    away.add(query.stream)
    for (const [socket, stream] of readers) if (stream === query.stream) socket.destroy()
    return {}
  })
  control.post<{ Querystring: { stream: string } }>('/up', async ({ query }) => {
    away.delete(query.stream)
    return {}
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  await control.listen({ host: '127.0.0.1', port: 0 })
  project.provide('mediaHost', hostOf(app))
  project.provide('mediaControl', hostOf(control))
  project.provide('hostilePorts', hostile.ports)
  return async () => {
    await app.close()
    await control.close()
    await hostile.stop()
  }
}
