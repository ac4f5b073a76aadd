import { createHash, randomBytes } from 'node:crypto'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { DEFAULT_SITE_ID } from '#protocol/constants.ts'
import { Members } from '#server/members/members.ts'
import { openDatabase } from '#server/database/open.ts'
import { gatherAudience } from '#server/demo/world/audience.ts'
import { ensureDemoAccounts } from '#server/demo/world/demo-accounts.ts'
import { createRandom } from '#server/demo/world/random.ts'
import { testLog } from './logs.ts'
import { PROJECT_ROOT, projectFiles, readProjectFile } from './project.ts'

const WORLD_SEED = 20_261_121
const CACHE = path.join(PROJECT_ROOT, 'node_modules/.cache/grandstand')

/** Names the state of the schema and of those whom it is filled with: what is made for one is not used for another. */
export function schemaHash(): string {
  const hash = createHash('sha256').update(readProjectFile('package-lock.json'))
  for (const folder of ['server/database', 'server/members', 'server/demo/world']) {
    for (const file of projectFiles(folder, ['.sql', '.ts', '.mjs', '.json'])) hash.update(readProjectFile(file))
  }
  return hash.digest('hex').slice(0, 16)
}

/**
 * Puts an embedded store with schema, catalogue and the demo's members into a data folder that has none, so that a server
 * under test does not spend seconds on making them. The store is made once for each state of the schema and copied after that.
 */
export async function prepareDataFolder(dataDirectory: string): Promise<void> {
  const store = path.join(dataDirectory, 'pglite')
  if (existsSync(store)) return
  const template = await templateFolder()
  await mkdir(dataDirectory, { recursive: true })
  await cp(path.join(template, 'pglite'), store, { recursive: true })
}

/** The folder with that store; made when there is none. */
export async function templateFolder(): Promise<string> {
  const folder = path.join(CACHE, `data-${schemaHash()}`)
  if (existsSync(folder)) return folder
  await mkdir(CACHE, { recursive: true })
  const unfinished = `${folder}.${randomBytes(6).toString('hex')}`
  const store = await openDatabase({ dataDirectory: unfinished, log: testLog() })
  const members = new Members(store, { now: Date.now })
  await ensureDemoAccounts(members, DEFAULT_SITE_ID)
  await gatherAudience(members, createRandom(WORLD_SEED).fork('audience'), DEFAULT_SITE_ID)
  await store.close()
  // Another process may have been faster: its copy is as good.
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true, force: true }))
  return folder
}
