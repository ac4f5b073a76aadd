import { rmSync } from 'node:fs'
import path from 'node:path'
import { buildState, DIST, hashSources, HALVES, writeStamps } from './build-stamp.mjs'
import { compressFiles } from './compress-files.mjs'
import { openNext, placeBuild } from './place-build.mjs'
import { PROJECT_ROOT, requireNode, requirePackage, stop } from './preflight.mjs'

/**
 * `npm run build`: pages and worker into dist/client, the server into dist/server. Both are built in a separate folder
 * and moved when complete, so that a running server keeps its pages, and a failed build changes nothing. With
 * --if-needed it does nothing if dist/ was built from the same sources.
 */
requireNode()
requirePackage('vite', 'build')

if (!process.argv.includes('--if-needed') || buildState() !== 'fresh') await buildAll()

async function buildAll() {
  const started = performance.now()
  const { build } = await import('vite')
  let next = null
  try {
    next = openNext(DIST)
    const [client, server] = [path.join(next, 'client'), path.join(next, 'server')]
    const hash = hashSources()
    await build({ root: PROJECT_ROOT, logLevel: 'warn', build: { outDir: client } })
    await build({ root: PROJECT_ROOT, logLevel: 'warn', mode: 'frame', build: { outDir: client } })
    await compressFiles(client)
    await build({ root: PROJECT_ROOT, logLevel: 'warn', build: { outDir: server, ssr: true, copyPublicDir: false } })
    writeStamps(next, hash)
    placeBuild(DIST, next, Object.keys(HALVES))
  } catch (error) {
    if (next !== null) rmSync(next, { recursive: true, force: true })
    stop(`The build failed: ${error.message}`)
  }
  process.stdout.write(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s\n`)
}
