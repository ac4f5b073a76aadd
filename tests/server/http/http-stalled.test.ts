import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { createHttpServer } from '#server/http/http-server.ts'
import { createLog } from '#server/config/log.ts'
import { registerMedia } from '#server/media/media.ts'
import { CLIP_DIRECTORY, openSocket } from '../media/media-support.ts'

/** More than the socket buffers. */
const LARGE = Buffer.alloc(64 * 1024 * 1024)

describe('an HTTP connection', () => {
  let app: FastifyInstance
  let port: number
  let connections: Socket[]
  afterEach(() => app.close())

  async function listen(stalledLimitMs: number): Promise<void> {
    const log = createLog('silent')
    app = createHttpServer({ log, now: Date.now, stalledLimitMs })
    app.get('/large', (_request, reply) => reply.send(LARGE))
    const media = registerMedia(app, { clipDirectory: CLIP_DIRECTORY, now: Date.now, log })
    app.server.on('upgrade', (request, socket, head) => void media.handleUpgrade(request, socket, head))
    connections = []
    app.server.on('connection', (socket) => connections.push(socket))
    await app.listen({ host: '127.0.0.1', port: 0 })
    port = (app.server.address() as AddressInfo).port
  }

  it('is closed when its response is not read', async () => {
    await listen(500)
    const client = connect(port, '127.0.0.1')
    client.on('error', () => undefined)
    client.pause()
    client.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n')
    await expect.poll(() => connections.length).toBe(1)
    const [connection] = connections
    if (connection?.destroyed === false) await once(connection, 'close')
    expect(connection?.destroyed).toBe(true)
    client.destroy()
  })

  it('stays open while it is read', async () => {
    // Server and reader are in one process, which may stall on a busy machine.
    await listen(5_000)
    const read = await (await fetch(`http://127.0.0.1:${port}/large`)).arrayBuffer()
    expect(read.byteLength).toBe(LARGE.length)
  })

  it('has no such limit after an upgrade to WebSocket, or as an FLV stream', async () => {
    await listen(5_000)
    const { socket } = await openSocket(`ws://127.0.0.1:${port}/media/a.flv`)
    expect(connections[0]?.timeout).toBe(0)
    const abort = new AbortController()
    await fetch(`http://127.0.0.1:${port}/media/a.flv`, { signal: abort.signal })
    expect(connections[1]?.timeout).toBe(0)
    abort.abort()
    socket.terminate()
  })
})
