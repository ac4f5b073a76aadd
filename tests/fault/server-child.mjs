// Starts server-child.ts in a separate process through Vite, because Node 20 does not run TypeScript.
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
const file = fileURLToPath(new URL('server-child.ts', import.meta.url))
const { module } = await runnerImport(file, { root, configFile: false, logLevel: 'error' })
await module.run(process.argv[2], process.argv[3], process.argv[4])
