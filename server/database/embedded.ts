import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { PROJECT_ROOT } from '../config/project-root.ts'
import type { DrizzleDatabase } from './database.ts'

/** A path instead of an import, because a thread starts from a file, before and after a build. */
const WORKER_FILE = join(PROJECT_ROOT, 'server/database/pglite-worker.mjs')

type RowMode = 'array' | 'object'
type Request =
  | { kind: 'query'; transactionId: number | null; text: string; params: unknown[]; rowMode: RowMode }
  | { kind: 'begin' }
  | { kind: 'end'; transactionId: number; commit: boolean }
  | { kind: 'dump' }
  | { kind: 'close' }
type Response = { id: number; result: unknown } | { id: number; error: { message: string } & Record<string, unknown> }
interface Rows {
  rows: unknown[]
  affectedRows?: number
}

export interface Embedded {
  readonly db: DrizzleDatabase
  readonly lost: Promise<Error>
  /** The data folder as a tar archive, for tests. */
  dump(): Promise<Uint8Array>
  close(): Promise<void>
  /** Terminates the thread like a crash, for tests. */
  crash(): Promise<void>
}

/**
 * PGlite in a worker thread behind drizzle. `folder` null keeps the data in memory; `template` is a file written by
 * `dump`. Each statement is one request and one response message; a transaction is a sequence of such messages.
 */
export async function openEmbedded(options: { folder: string | null; template?: string }): Promise<Embedded> {
  const worker = new Worker(WORKER_FILE, {
    workerData: { folder: options.folder, template: options.template ?? null },
    env: process.env,
  })
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>()
  let lastId = 0
  let gone: Error | null = null
  let isClosing = false

  const lost = new Promise<Error>((resolve) => {
    const end = (error: Error): void => {
      gone ??= error
      for (const { reject } of waiting.values()) reject(gone)
      waiting.clear()
      if (!isClosing) resolve(gone)
    }
    worker.on('error', end)
    worker.on('exit', (code) => end(new Error(`the embedded database has ended (exit code ${code})`)))
  })
  worker.on('message', (response: Response) => {
    const requester = waiting.get(response.id)
    waiting.delete(response.id)
    if ('error' in response) requester?.reject(Object.assign(new Error(response.error.message), response.error))
    else requester?.resolve(response.result)
  })

  function expect(id: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (gone) reject(gone)
      else waiting.set(id, { resolve, reject })
    })
  }
  function request(message: Request): { id: number; response: Promise<unknown> } {
    lastId += 1
    const response = expect(lastId)
    if (!gone) worker.postMessage({ id: lastId, ...message })
    return { id: lastId, response }
  }

  const clientOf = (number: number | null) => ({
    query: (text: string, params: unknown[] = [], how: { rowMode?: RowMode } = {}) =>
      request({ kind: 'query', transactionId: number, text, params, rowMode: how.rowMode ?? 'object' })
        .response as Promise<Rows>,
  })
  const client = {
    ...clientOf(null),
    async transaction<Result>(work: (tx: ReturnType<typeof clientOf>) => Promise<Result>): Promise<Result> {
      const begun = request({ kind: 'begin' })
      await begun.response
      let result: Result
      try {
        result = await work(clientOf(begun.id))
      } catch (error) {
        await request({ kind: 'end', transactionId: begun.id, commit: false }).response
        throw error
      }
      await request({ kind: 'end', transactionId: begun.id, commit: true }).response
      return result
    },
  }

  await expect(0)
  return {
    // Drizzle uses only `query` and `transaction` of its client.
    db: drizzle(client as unknown as PGlite) as unknown as DrizzleDatabase,
    lost,
    dump: () => request({ kind: 'dump' }).response as Promise<Uint8Array>,
    crash: async () => void (await worker.terminate()),
    async close() {
      if (isClosing) return
      isClosing = true
      await request({ kind: 'close' }).response.catch(() => null)
      await worker.terminate()
    },
  }
}
