import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { configured, PROJECT_ROOT, requireNode, stop } from './preflight.mjs'

/**
 * `npm run doctor`, `npm run backup -- FILE`, `npm run restore -- FILE`: runs a command of server/operation from the
 * built server, with the mode of `npm start`.
 */
requireNode()
const program = path.join(PROJECT_ROOT, 'dist', 'server', 'operation.js')
if (!existsSync(program)) stop('The server is not built yet. Run:  npm run build')
// npm runs scripts in the folder of the package; FILE is relative to that of the caller.
if (process.env.INIT_CWD !== undefined) process.chdir(process.env.INIT_CWD)
process.env.MODE = configured('MODE') ?? 'demo'
process.argv[1] = program
await import(pathToFileURL(program).href)
