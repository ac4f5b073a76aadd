import { PROJECT_ROOT } from './preflight.mjs'

/** Loads modules of the server from their TypeScript sources: `load('/server/config/config.ts')`. Needs Vite. */
export async function openServerModules() {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root: PROJECT_ROOT,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  })
  return { load: (file) => vite.ssrLoadModule(file), close: () => vite.close() }
}
