import { createHash, randomBytes } from 'node:crypto'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { DEFAULT_SITE_ID } from '#protocol/constants.ts'
import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import { Members } from '#server/members/members.ts'
import { openDatabase } from '#server/database/open.ts'
import { gatherAudience } from '#server/demo/world/audience.ts'
import { ensureDemoAccounts } from '#server/demo/world/demo-accounts.ts'
import { createRandom } from '#server/demo/world/random.ts'
import { testLog } from './logs.ts'
import { PROJECT_ROOT, projectFiles, readProjectFile } from './project.ts'

const WORLD_SEED = 20_261_121
/** What tests and builds keep for later runs. */
export const CACHE = path.join(PROJECT_ROOT, 'node_modules/.cache/grandstand')

/** Hash of the schema and the seed data. A template is used for the same hash only. */
export function schemaHash(): string {
  const hash = createHash('sha256').update(readProjectFile('package-lock.json'))
  for (const folder of ['server/database', 'server/members', 'server/demo/world']) {
    for (const file of projectFiles(folder, ['.sql', '.ts', '.mjs', '.json'])) hash.update(readProjectFile(file))
  }
  return hash.digest('hex').slice(0, 16)
}

/**
 * Copies an embedded database with schema, catalogue and demo members into an empty data folder, so that a server under
 * test starts quickly. The template is created once per hash.
 */
export async function prepareDataFolder(dataDirectory: string): Promise<void> {
  const store = path.join(dataDirectory, 'pglite')
  if (existsSync(store)) return
  const template = await templateFolder()
  await mkdir(dataDirectory, { recursive: true })
  await cp(path.join(template, 'pglite'), store, { recursive: true })
}

/** The folder of the template. Creates it if necessary. */
export async function templateFolder(): Promise<string> {
  const folder = path.join(CACHE, `data-${schemaHash()}`)
  if (existsSync(folder)) return folder
  await mkdir(CACHE, { recursive: true })
  const unfinished = `${folder}.${randomBytes(6).toString('hex')}`
  const store = await openDatabase({ dataDirectory: unfinished, log: testLog() })
  const members = new Members(store, { now: Date.now })
  await ensureDemoAccounts(members, DEFAULT_SITE_ID)
  await gatherAudience(members, createRandom(WORLD_SEED).fork('audience'), {
    siteId: DEFAULT_SITE_ID,
    site: CONFIG_DEFAULTS,
  })
  await store.close()
  // Another process may have created the same template first.
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true, force: true }))
  return folder
}
