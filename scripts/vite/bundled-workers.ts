import { build, type Plugin } from 'vite'

/** A module of a worker that Vite serves in development. */
const WORKER = /^(.*\.worker\.ts)\?(?:.*&)?worker_file\b/

/**
 * Serves each worker of a test as one file, like the product. In development a worker loads its modules one by one, and
 * each of hundreds of workers in the tests would do so.
 */
export function bundledWorkers(root: string): Plugin {
  const bundles = new Map<string, Promise<string>>()
  return {
    name: 'bundled-workers',
    enforce: 'pre',
    load(id) {
      const file = WORKER.exec(id)?.[1]
      if (file === undefined) return null
      let bundle = bundles.get(file)
      if (bundle === undefined) bundles.set(file, (bundle = bundleOf(root, file)))
      return bundle
    },
  }
}

async function bundleOf(root: string, file: string): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    // Tests expect the checks of development.
    define: { 'import.meta.env.DEV': 'true' },
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      rollupOptions: { input: file, output: { format: 'es', codeSplitting: false } },
    },
  })
  if (Array.isArray(result) || !('output' in result)) throw new Error(`no bundle of ${file}`)
  return result.output[0].code
}
