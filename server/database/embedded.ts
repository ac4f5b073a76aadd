import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { PROJECT_ROOT } from '../config/project-root.ts'
import type { DrizzleDatabase } from './database.ts'

/** A path instead of an import, because a thread starts from a file, before and after a build. */
const WORKER_FILE = join(PROJECT_ROOT, 'server/database/pglite-worker.mjs')

type RowMode = 'array' | 'object'
export type EmbeddedRequest =
  | { kind: 'query'; transactionId: number | null; text: string; params: unknown[]; rowMode: RowMode }
  | { kind: 'begin' }
  | { kind: 'end'; transactionId: number; commit: boolean }
  | { kind: 'dump' }
  | { kind: 'close' }
type EmbeddedResponse =
  | { id: number; result: unknown }
  | { id: number; error: { message: string } & Record<string, unknown> }
  | { slow: string; ms: number }
/** Reports a statement that took long, without its parameters. All others waited for it. */
export type OnSlowStatement = (text: string, ms: number) => void
/** A statement from this time on is reported. */
const SLOW_MS = 500

interface SentRequest {
  readonly id: number
  readonly response: Promise<unknown>
}
interface Rows {
  rows: unknown[]
  affectedRows?: number
}

/**
 * PGlite in a worker thread behind drizzle. Each statement is one request and one response message; a transaction is a
 * sequence of such messages. Open it with {@link openEmbedded}.
 */
export class Embedded {
  readonly db: DrizzleDatabase
  /** Resolves when the thread has ended by itself. */
  readonly lost: Promise<Error>
  /** Resolves when the database is open. */
  readonly ready: Promise<unknown>
  readonly #worker: Worker
  readonly #waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>()
  #lastId = 0
  #ended: Error | null = null
  #isClosing = false
  readonly #onSlow: OnSlowStatement

  constructor({ onSlow, ...workerData }: EmbeddedOptions) {
    this.#onSlow = onSlow
    this.#worker = new Worker(WORKER_FILE, { workerData, env: process.env })
    this.lost = new Promise((resolve) => {
      const end = (error: Error): void => {
        this.#ended ??= error
        for (const { reject } of this.#waiting.values()) reject(this.#ended)
        this.#waiting.clear()
        if (!this.#isClosing) resolve(this.#ended)
      }
      this.#worker.on('error', end)
      this.#worker.on('exit', (code) => end(new Error(`the embedded database has ended (exit code ${code})`)))
    })
    this.#worker.on('message', (response: EmbeddedResponse) => this.#receive(response))
    this.ready = this.#expect(0)
    this.db = drizzleOn((message) => this.#request(message))
  }

  /** The data folder as a compressed tar archive. */
  dump(): Promise<Uint8Array> {
    return this.#request({ kind: 'dump' }).response as Promise<Uint8Array>
  }

  /** Terminates the thread like a crash, for tests. */
  async crash(): Promise<void> {
    await this.#worker.terminate()
  }

  async close(): Promise<void> {
    if (this.#isClosing) return
    this.#isClosing = true
    await this.#request({ kind: 'close' }).response.catch(() => null)
    await this.#worker.terminate()
  }

  #request(message: EmbeddedRequest): SentRequest {
    this.#lastId += 1
    const response = this.#expect(this.#lastId)
    if (!this.#ended) this.#worker.postMessage({ id: this.#lastId, ...message })
    return { id: this.#lastId, response }
  }

  #receive(response: EmbeddedResponse): void {
    if ('slow' in response) return this.#onSlow(response.slow, response.ms)
    const requester = this.#waiting.get(response.id)
    this.#waiting.delete(response.id)
    if ('error' in response) requester?.reject(Object.assign(new Error(response.error.message), response.error))
    else requester?.resolve(response.result)
  }

  #expect(id: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#ended) reject(this.#ended)
      else this.#waiting.set(id, { resolve, reject })
    })
  }
}

interface EmbeddedOptions {
  readonly folder: string | null
  readonly template: string | null
  readonly slowMs: number
  readonly onSlow: OnSlowStatement
}

/** `folder` null keeps the data in memory; `template`, only in memory, is a file written by `dump`. */
export async function openEmbedded({
  folder,
  template = null,
  slowMs = SLOW_MS,
  onSlow = () => undefined,
}: Pick<EmbeddedOptions, 'folder'> & Partial<EmbeddedOptions>): Promise<Embedded> {
  const embedded = new Embedded({ folder, template, slowMs, onSlow })
  await embedded.ready
  return embedded
}

/** Drizzle on a function that sends requests to an embedded database. */
export function drizzleOn(request: (message: EmbeddedRequest) => SentRequest): DrizzleDatabase {
  // Drizzle uses only `query` and `transaction` of its client.
  return drizzle(clientOf(request) as unknown as PGlite)
}

/** The PGlite methods that drizzle uses. */
function clientOf(request: (message: EmbeddedRequest) => SentRequest) {
  const queriesOf = (transactionId: number | null) => ({
    query: (text: string, params: unknown[] = [], how: { rowMode?: RowMode } = {}) =>
      request({ kind: 'query', transactionId, text, params, rowMode: how.rowMode ?? 'object' })
        .response as Promise<Rows>,
  })
  return {
    ...queriesOf(null),
    async transaction<Result>(work: (tx: ReturnType<typeof queriesOf>) => Promise<Result>): Promise<Result> {
      const begun = request({ kind: 'begin' })
      await begun.response
      let result: Result
      try {
        result = await work(queriesOf(begun.id))
      } catch (error) {
        await request({ kind: 'end', transactionId: begun.id, commit: false }).response
        throw error
      }
      await request({ kind: 'end', transactionId: begun.id, commit: true }).response
      return result
    },
  }
}
