import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
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
    await addArchive(server)
    writeStamps(next, hash)
    placeBuild(DIST, next, Object.keys(HALVES))
  } catch (error) {
    if (next !== null) rmSync(next, { recursive: true, force: true })
    stop(`The build failed: ${error.message}`)
  }
  process.stdout.write(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s\n`)
}

/** Adds the archive of an empty database to a server build. It is made once for the same migrations. */
async function addArchive(server) {
  const cache = path.join(PROJECT_ROOT, 'node_modules/.cache/grandstand')
  mkdirSync(cache, { recursive: true })
  const { makeArchive } = await import(pathToFileURL(path.join(server, 'archive.js')).href)
  const file = await makeArchive(cache)
  copyFileSync(file, path.join(server, path.basename(file)))
}
