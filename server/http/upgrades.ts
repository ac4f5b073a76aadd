import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { MediaServer } from '../media/media.ts'
import type { DevServer } from '../site/pages/pages.ts'
import type { SocketServer } from '../rooms/socket/sockets.ts'

/** Routes upgrades on one port: room sockets, video sockets, and Vite in development. Refuses others. */
export function serveUpgrades(
  http: FastifyInstance,
  takers: {
    media: MediaServer
    sockets: SocketServer
    vite: DevServer | null
    mayConnect: (request: IncomingMessage) => boolean
  },
): void {
  const path = takers.sockets.io.path()
  http.server.on('upgrade', (request, socket, head) => {
    const url = request.url ?? ''
    if (url === path || url.startsWith(`${path}/`) || url.startsWith(`${path}?`)) return
    socket.on('error', () => socket.destroy())
    if (takers.vite?.handleUpgrade?.(request, socket, head) === true) return
    if (takers.mayConnect(request) && takers.media.handleUpgrade(request, socket, head)) return
    socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  })
}
