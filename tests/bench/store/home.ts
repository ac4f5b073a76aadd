import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { createTestDatabase } from '../../support/store.ts'

export const STORE_NAMES: Readonly<Record<Database['kind'], string>> = { pglite: 'PGlite', postgres: 'PostgreSQL' }

const log = { info: () => undefined, warn: console.warn, error: console.error }

/** Location of a database: a data folder, or a PostgreSQL database. */
export interface StoreHome {
  open(): Promise<Database>
  remove(): Promise<void>
}

export async function createStoreHome(kind: Database['kind']): Promise<StoreHome> {
  if (kind === 'postgres') {
    const { url, drop } = await createTestDatabase()
    return { open: () => openDatabase({ databaseUrl: url.href, dataDirectory: '', log }), remove: drop }
  }
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'grandstand-bench-'))
  return {
    open: () => openDatabase({ dataDirectory, log }),
    remove: () => rm(dataDirectory, { recursive: true, force: true }),
  }
}
