import { buildState, hashSources, removeStamp, writeStamp } from './build-stamp.mjs'
import { PROJECT_ROOT, requireNode, requirePackage } from './preflight.mjs'

/**
 * `npm run build`: the pages and the worker into dist/client, then the server into dist/server. With --if-needed it does
 * nothing when dist/ was made from the very same sources.
 */
requireNode()
requirePackage('vite', 'build')

if (!process.argv.includes('--if-needed') || buildState() !== 'fresh') {
  const started = performance.now()
  const { build } = await import('vite')
  const hash = hashSources()
  removeStamp()
  await build({ root: PROJECT_ROOT, logLevel: 'warn' })
  await build({ root: PROJECT_ROOT, logLevel: 'warn', build: { ssr: true } })
  writeStamp(hash)
  process.stdout.write(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s\n`)
}
