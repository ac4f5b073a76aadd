import type { Duplex } from 'node:stream'
import fastify from 'fastify'
import type { TestProject } from 'vitest/node'
import { registerMedia } from '#server/media/media.ts'
import type { Hostile } from './hostile-kinds.ts'
import { startHostileMedia } from './hostile-media.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** host:port of the media server and of its control server. */
    readonly mediaHost: string
    readonly mediaControl: string
    /** Ports of the hostile servers. */
    readonly hostilePorts: Readonly<Record<Hostile, number>>
  }
}

function hostOf(app: { server: { address(): string | { port: number } | null } }): string {
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `127.0.0.1:${address.port}`
}

/**
 * Starts the media server for the browser tests. Its control server accepts `POST /publishing?stream=a&on=0` (the
 * anchor disconnects), `GET /hostile` (request counts), `POST /down?stream=a` and `POST /up?stream=a` (connections of
 * the stream are closed). Test files run concurrently and use separate streams.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const app = fastify({ forceCloseConnections: true })
  const allowTests = { 'access-control-allow-origin': '*' }
  app.addHook('onRequest', async (_request, reply) => void reply.headers(allowTests))
  const log = { warn: () => undefined }
  const media = registerMedia(app, { clipDirectory: 'public/live', now: Date.now, log })
  const away = new Set<string>()
  const readers = new Map<Duplex, string>()
  /** Records the reader of a stream. Returns false and closes the connection while the stream is down. */
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
