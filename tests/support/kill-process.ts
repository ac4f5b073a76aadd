import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { silentLog } from './logs.ts'
import { createTestDatabase, type STORE_KINDS } from './store.ts'

/** Where the killed process has its database. */
export type KilledDatabase = { readonly dataDirectory: string } | { readonly databaseUrl: string }

/** Creates a database for processes that are killed, and removes it after the work. */
export async function withPlace(
  kind: (typeof STORE_KINDS)[number],
  work: (place: KilledDatabase) => Promise<void>,
): Promise<void> {
  if (kind === 'postgres') {
    const database = await createTestDatabase()
    try {
      await work({ databaseUrl: database.url.href })
    } finally {
      await database.drop()
    }
    return
  }
  const dataDirectory = mkdtempSync(path.join(tmpdir(), 'grandstand-killed-'))
  try {
    await work({ dataDirectory })
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}

export async function withDatabase<Result>(
  place: KilledDatabase,
  work: (store: Database) => Promise<Result>,
): Promise<Result> {
  const store = await openDatabase({ dataDirectory: '', ...place, log: silentLog })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Runs a module of this folder in a process and kills it with SIGKILL when its reports say so. Returns the reports. */
export async function killed<Report>(
  module: string,
  plan: object,
  isTime: (reports: readonly Report[]) => boolean,
): Promise<Report[]> {
  const reports: Report[] = []
  const child = fork(fileURLToPath(new URL('process-child.mjs', import.meta.url)), [module, JSON.stringify(plan)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // Unlike 'exit', 'close' comes after the last message.
  const closed = once(child, 'close')
  child.on('message', (report: Report) => {
    reports.push(report)
    if (isTime(reports)) child.kill('SIGKILL')
  })
  const [code, signal] = (await closed) as [number | null, string | null]
  expect({ code, signal }).toEqual({ code: null, signal: 'SIGKILL' })
  return reports
}
