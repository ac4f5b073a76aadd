import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { StartError } from '../config/start-error.ts'
import type { DatabaseLog, DrizzleDatabase } from '../database/database.ts'
import { openEmbedded } from '../database/embedded.ts'
import { lockFolder } from '../database/folder-lock.ts'
import { connectDedicated, withoutLimit } from '../database/postgres.ts'
import { lockRooms } from '../database/rooms-lock.ts'

const LIMIT_MS = 5_000

type Access = Pick<Config, 'databaseUrl' | 'dataDir'>

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
  const lock = await lockRooms(access.databaseUrl, { log })
  try {
    return await withoutLimit(access.databaseUrl, work)
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
