import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { configured, requireNode, requirePackage, stop } from './preflight.mjs'
import { openServerModules } from './server-modules.mjs'

/**
 * `npm run reset`: empties the demo's data folder (DATA_DIR). Refuses in production, while a server uses the folder,
 * and if the folder contains other files.
 */
const OURS = new Set(['pglite', 'pglite.unfinished', 'media', 'secret', 'load-token', 'lock'])

requireNode()
requirePackage('vite', 'read the configuration')
process.env.MODE = configured('MODE') ?? 'demo'

const { load, close } = await openServerModules()
const { readConfig, readEnvironment } = await load('/server/config/config.ts')
const { lockFolder } = await load('/server/database/folder-lock.ts')

try {
  const { mode, dataDir, databaseUrl } = readConfig(readEnvironment(process.env))
  if (mode === 'production') throw new Error('MODE is production: only demo data can be emptied')
  process.stdout.write(await empty(dataDir))
  if (databaseUrl !== null) process.stdout.write('The database behind DATABASE_URL was left alone.\n')
} catch (error) {
  stop(error.message)
} finally {
  await close()
}

async function empty(folder) {
  if (!existsSync(folder)) return `${folder} does not exist: there is nothing to empty.\n`
  const foreign = readdirSync(folder).filter((name) => !OURS.has(name))
  if (foreign.length > 0)
    throw new Error(`${folder} holds more than the server's data (${foreign.join(', ')}): nothing was deleted`)
  const unlock = await lockFolder(folder)
  for (const name of readdirSync(folder)) {
    if (name !== 'lock') rmSync(path.join(folder, name), { recursive: true, force: true })
  }
  await unlock()
  return `${folder} is empty.\n`
}
