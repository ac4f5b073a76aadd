import { createServer as createHttpServer } from 'node:http'
import { configured, PROJECT_ROOT, requireNode, requirePackage, stopWithNpm } from './preflight.mjs'

/**
 * `npm run dev`: the whole server from its sources with Vite in front, pages with hot replacement, all on one port. The
 * pages follow every change at once; after a change in server/ or src/protocol it has to be started again.
 */
requireNode()
requirePackage('vite', 'develop')

stopWithNpm()
process.env.MODE = configured('MODE') ?? 'demo'
process.env.HOST = configured('HOST') ?? '127.0.0.1'

/** Never listens: Vite waits on it for its own web sockets, which the server hands over by `handleUpgrade`. */
const relay = createHttpServer()
const { createServer } = await import('vite')
const vite = await createServer({
  root: PROJECT_ROOT,
  appType: 'custom',
  server: { middlewareMode: true, hmr: { server: relay } },
})
const { runServer } = await vite.ssrLoadModule('/server/main.ts')
await runServer({
  vite: {
    middlewares: vite.middlewares,
    transformIndexHtml: (url, html) => vite.transformIndexHtml(url, html),
    handleUpgrade(request, socket, head) {
      if (!/^vite-(hmr|ping)$/.test(request.headers['sec-websocket-protocol'] ?? '')) return false
      return relay.emit('upgrade', request, socket, head)
    },
  },
})
