import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { StartError } from '../config/start-error.ts'
import type { DatabaseLog, DrizzleDatabase } from '../database/database.ts'
import { openEmbedded } from '../database/embedded.ts'
import { lockFolder } from '../database/folder-lock.ts'
import { connectDedicated, withoutLimit } from '../database/postgres.ts'
import { grantToApplication } from '../database/roles.ts'
import { lockRooms } from '../database/rooms-lock.ts'

const LIMIT_MS = 5_000

type Access = Pick<Config, 'databaseUrl' | 'dataDir'>
type OwnerAccess = Access & Pick<Config, 'databaseOwnerUrl'>

/**
 * Runs work on the database of a configuration as it is: nothing is migrated. An embedded database must have no other
 * user.
 *
 * @throws StartError if the database does not respond or is in use
 */
export async function readDatabase<Result>(
  { databaseUrl, dataDir }: Access,
  work: (db: DrizzleDatabase) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl === null) return withEmbedded(dataDir, work)
  // Reports an unreachable database in one line.
  const { client } = await connectDedicated(databaseUrl, LIMIT_MS)
  await client.end()
  return withoutLimit(databaseUrl, work)
}

/**
 * Like {@link readDatabase}, with the exclusive lock of a server.
 *
 * @throws StartError if a server uses the database
 */
export async function changeDatabase<Result>(
  access: Access,
  log: DatabaseLog,
  work: (db: DrizzleDatabase) => Promise<Result>,
): Promise<Result> {
  if (access.databaseUrl === null) return withEmbedded(access.dataDir, work, true)
  return whileLocked(access.databaseUrl, log, access.databaseUrl, work)
}

/**
 * Like {@link changeDatabase}, as the owner of the tables, for work that changes them. Afterwards the role of DATABASE_URL
 * may use them. `role` is null if that role owns them.
 *
 * @param isNeeded false if the work changes nothing of what a running server uses, which then may go on
 */
export async function changeSchema<Result>(
  { databaseUrl, databaseOwnerUrl, dataDir }: OwnerAccess,
  log: DatabaseLog,
  work: (db: DrizzleDatabase) => Promise<Result>,
  isNeeded: (db: DrizzleDatabase) => Promise<boolean> = async () => true,
): Promise<{ readonly result: Result; readonly role: string | null }> {
  if (databaseUrl === null) return { result: await withEmbedded(dataDir, work, true), role: null }
  const ownerUrl = databaseOwnerUrl ?? databaseUrl
  const role = userOf(ownerUrl) === userOf(databaseUrl) ? null : userOf(databaseUrl)
  const workAndGrant = async (db: DrizzleDatabase): Promise<Result> => {
    const result = await work(db)
    if (role !== null) await grantToApplication(db, role)
    return result
  }
  // Reports an unreachable database in one line.
  const { client } = await connectDedicated(ownerUrl, LIMIT_MS)
  await client.end()
  const mustLock = await withoutLimit(ownerUrl, isNeeded)
  const result = mustLock
    ? await whileLocked(databaseUrl, log, ownerUrl, workAndGrant)
    : await withoutLimit(ownerUrl, workAndGrant)
  return { result, role }
}

const userOf = (databaseUrl: string): string => decodeURIComponent(new URL(databaseUrl).username)

/** Runs work as the role of `workUrl` while no server uses the database. */
async function whileLocked<Result>(
  databaseUrl: string,
  log: DatabaseLog,
  workUrl: string,
  work: (db: DrizzleDatabase) => Promise<Result>,
): Promise<Result> {
  const lock = await lockRooms(databaseUrl, { log })
  try {
    return await withoutLimit(workUrl, work)
  } finally {
    await lock.release()
  }
}

async function withEmbedded<Result>(
  dataDir: string,
  work: (db: DrizzleDatabase) => Promise<Result>,
  mayCreate = false,
): Promise<Result> {
  const folder = join(dataDir, 'pglite')
  if (!mayCreate && !existsSync(folder)) throw new StartError(`There is no database in ${dataDir}; check DATA_DIR`)
  const unlock = await lockFolder(dataDir)
  try {
    const embedded = await openEmbedded({ folder })
    try {
      return await work(embedded.db)
    } finally {
      await embedded.close()
    }
  } finally {
    await unlock()
  }
}
