import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildState } from './build-stamp.mjs'
import { configured, isInstalled, PROJECT_ROOT, requireNode, requirePackage, stop, stopWithNpm } from './preflight.mjs'

/**
 * `npm start`: builds if dist/ is missing or stale, then starts the server, in demo mode on this machine unless the
 * environment or .env says otherwise. The build runs in a child process, so that its memory is released. Nothing is
 * built if the port is in use. With --built it builds nothing, and refuses a build of other sources.
 */
requireNode()
requirePackage('fastify', 'serve')

const state = buildState()
if (process.argv.includes('--built')) {
  // A deployment has a build without sources.
  const hasSources = existsSync(path.join(PROJECT_ROOT, 'src'))
  if (hasSources && state !== 'fresh') stop('dist/ was not built from these sources; run `npm run build`')
} else if (state === 'old' && !isInstalled('vite')) {
  process.stderr.write(
    'The sources are newer than dist/, but without the development packages it cannot be built anew.\n',
  )
} else if (state !== 'fresh') {
  requirePackage('vite', 'build')
  const [host, port] = [configured('HOST') ?? '127.0.0.1', Number(configured('PORT') ?? 8080)]
  if (await isPortTaken(host, port)) {
    stop(`Port ${port} of ${host} is in use; stop what uses it, or set PORT to another one`)
  }
  const { status } = spawnSync(process.execPath, [path.join(PROJECT_ROOT, 'scripts', 'build.mjs')], {
    cwd: PROJECT_ROOT,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}

stopWithNpm()
process.env.MODE = configured('MODE') ?? 'demo'
process.env.HOST = configured('HOST') ?? '127.0.0.1'
process.env.NODE_ENV ??= 'production'
process.argv[1] = path.join(PROJECT_ROOT, 'dist', 'server', 'main.js')
await import(pathToFileURL(process.argv[1]).href)

/** Returns whether an address is in use. The server reports other errors itself. */
async function isPortTaken(host, port) {
  const server = createServer()
  try {
    server.listen({ host, port })
    await once(server, 'listening')
  } catch (error) {
    return error.code === 'EADDRINUSE'
  }
  server.close()
  await once(server, 'close')
  return false
}
