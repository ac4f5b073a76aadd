// Starts a module of this folder in a separate process through Vite, because Node 20 does not run TypeScript.
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
const file = fileURLToPath(new URL(process.argv[2], import.meta.url))
const { module } = await runnerImport(file, { root, configFile: false, logLevel: 'error' })
await module.run(JSON.parse(process.argv[3]))
