import { randomBytes } from 'node:crypto'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PROJECT_ROOT } from './project.ts'

/** In node_modules, so that Node finds the packages. */
const FOLDER = path.join(PROJECT_ROOT, 'node_modules/.cache/grandstand/children')

const bundles = new Map<string, Promise<string>>()

/**
 * Bundles a TypeScript module of the tests into one file for child processes, because Node 20 does not run TypeScript and
 * a child that loads each module through Vite needs seconds. Returns the path of the file.
 */
export function childBundle(file: string): Promise<string> {
  let bundle = bundles.get(file)
  if (bundle === undefined) bundles.set(file, (bundle = writeBundle(file)))
  return bundle
}

async function writeBundle(file: string): Promise<string> {
  const { build } = await import('vite')
  const result = await build({
    root: PROJECT_ROOT,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      write: false,
      minify: false,
      target: 'node20',
      rollupOptions: { input: file, output: { format: 'es', codeSplitting: false } },
    },
  })
  if (Array.isArray(result) || !('output' in result)) throw new Error(`no bundle of ${file}`)
  const target = path.join(FOLDER, `${path.basename(file, '.ts')}.mjs`)
  mkdirSync(FOLDER, { recursive: true })
  const unfinished = `${target}.${randomBytes(6).toString('hex')}`
  writeFileSync(unfinished, result.output[0].code)
  renameSync(unfinished, target)
  return target
}
