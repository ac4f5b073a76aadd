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
 * anchor drops), `GET /hostile` (what was asked of the hostile servers), `POST /down` and `POST /up` (every connection is destroyed and new ones are refused).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const app = fastify({ forceCloseConnections: true })
  const allowTests = { 'access-control-allow-origin': '*' }
  app.addHook('onSend', async (_request, reply) => void reply.headers(allowTests))
  const log = { warn: () => undefined }
  const media = registerMedia(app, { clipDirectory: 'public/live', now: Date.now, log })
  app.server.on('upgrade', (request, socket, head) => void media.handleUpgrade(request, socket, head))
  const open = new Set<{ destroy(): void }>()
  let isDown = false
  app.server.on('connection', (socket) => {
    if (isDown) socket.destroy()
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })

  const control = fastify({ forceCloseConnections: true })
  control.addHook('onSend', async (_request, reply) => void reply.headers(allowTests))
  control.post<{ Querystring: { stream: string; on: string } }>('/publishing', async ({ query }) => {
    media.setPublishing(query.stream, query.on === '1')
    return {}
  })
  const hostile = await startHostileMedia()
  control.get('/hostile', async () => hostile.counts())
  control.post('/down', async () => {
    isDown = true
    for (const socket of open) socket.destroy()
    return {}
  })
  control.post('/up', async () => {
    isDown = false
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
