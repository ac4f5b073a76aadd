import { createServer as createHttpServer } from 'node:http'
import { configured, PROJECT_ROOT, requireNode, requirePackage, stopWithNpm } from './preflight.mjs'

/**
 * `npm run dev`: the server from its sources with Vite's hot module replacement, on one port. Changes in server/ or
 * src/protocol need a restart.
 */
requireNode()
requirePackage('vite', 'develop')

stopWithNpm()
process.env.MODE = configured('MODE') ?? 'demo'
process.env.HOST = configured('HOST') ?? '127.0.0.1'

/** Never listens. Vite attaches its web sockets to it; the server forwards upgrades by `handleUpgrade`. */
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
