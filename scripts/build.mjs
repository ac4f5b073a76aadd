import path from 'node:path'
import { buildState, hashSources, removeStamp, writeStamp } from './build-stamp.mjs'
import { compressFiles } from './compress-files.mjs'
import { PROJECT_ROOT, requireNode, requirePackage, stop } from './preflight.mjs'

/**
 * `npm run build`: the pages and the worker into dist/client, then the server into dist/server. With --if-needed it does
 * nothing when dist/ was made from the very same sources.
 */
requireNode()
requirePackage('vite', 'build')

if (!process.argv.includes('--if-needed') || buildState() !== 'fresh') await buildAll()

async function buildAll() {
  const started = performance.now()
  const { build } = await import('vite')
  const hash = hashSources()
  removeStamp()
  try {
    await build({ root: PROJECT_ROOT, logLevel: 'warn' })
    await compressFiles(path.join(PROJECT_ROOT, 'dist', 'client'))
    await build({ root: PROJECT_ROOT, logLevel: 'warn', build: { ssr: true, copyPublicDir: false } })
  } catch (error) {
    stop(`The build failed: ${error.message}`)
  }
  writeStamp(hash)
  process.stdout.write(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s\n`)
}
