import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { PROJECT_ROOT, requireNode, requirePackage, stop, stopWithNpm } from './preflight.mjs'
import { runNode } from './processes.mjs'

/**
 * `node scripts/run.mjs FILE [arguments]`: bundles a TypeScript entry (packages stay external) and runs it in a child
 * process with the same flags of Node, arguments, signals and exit code, because Node 20 does not run TypeScript.
 */
requireNode()
stopWithNpm()
requirePackage('vite', 'bundle TypeScript tools')

const [entry, ...rest] = process.argv.slice(2)
if (entry === undefined) stop('Usage: node scripts/run.mjs FILE [arguments]')
const file = path.resolve(entry)
if (!existsSync(file)) stop(`There is no file ${entry}`)

const { build } = await import('vite')
const name = path.relative(PROJECT_ROOT, file)
const outDir = path.join(
  PROJECT_ROOT,
  'node_modules/.cache/run',
  createHash('sha256').update(name).digest('hex').slice(0, 12),
)
await build({
  root: PROJECT_ROOT,
  configFile: false,
  logLevel: 'warn',
  build: {
    ssr: true,
    outDir,
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    sourcemap: true,
    copyPublicDir: false,
    rollupOptions: {
      input: { main: file },
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
    },
  },
})
const { code } = await runNode([...process.execArgv, '--enable-source-maps', path.join(outDir, 'main.mjs'), ...rest])
process.exitCode = code
