import { PROTOCOL_VERSION } from '#protocol/version.ts'
import type { DatabaseLog } from '../../database/database.ts'
import { createClient, withTimeLimit } from '../../database/shared/redis-connection.ts'
import type { CacheBackend } from './response-cache.ts'

/** A call does not wait longer than this for the cache. */
const COMMAND_TIMEOUT_MS = 200
const CONNECT_TIMEOUT_MS = 2_000
/** A Redis that does not respond is not used for this time. */
const REST_MS = 5_000
const LONGEST_WAIT_BETWEEN_TRIES_MS = 5_000

/**
 * Cached responses in Redis, shared by all processes. While Redis is unavailable nothing is cached and calls continue;
 * the log has one line when that begins and one when it ends.
 */
export class RedisCacheBackend implements CacheBackend {
  readonly #client: ReturnType<typeof connectTo>
  readonly #log: DatabaseLog
  readonly #now: () => number
  #isAway = false
  #restsUntil = 0

  constructor(url: string, options: { log: DatabaseLog; now: () => number }) {
    this.#log = options.log
    this.#now = options.now
    this.#client = connectTo(url)
    this.#client.on('error', (error: unknown) => this.#left(error))
    this.#client.on('ready', () => this.#isBack())
    this.#client.connect().catch((error: unknown) => this.#left(error))
  }

  get(key: string): Promise<string | null> {
    return this.#query(() => this.#client.get(nameOf(key)))
  }

  async set(key: string, json: string, ttlMs: number): Promise<void> {
    await this.#query(() => this.#client.set(nameOf(key), json, { expiration: { type: 'PX', value: ttlMs } }))
  }

  async close(): Promise<void> {
    this.#client.destroy()
  }

  async #query(command: () => Promise<string | null>): Promise<string | null> {
    if (!this.#client.isReady || this.#now() < this.#restsUntil) return null
    try {
      const response = await withTimeLimit(command(), COMMAND_TIMEOUT_MS)
      this.#isBack()
      return response
    } catch (error) {
      this.#restsUntil = this.#now() + REST_MS
      this.#left(error)
      return null
    }
  }

  #left(error: unknown): void {
    if (this.#isAway) return
    this.#isAway = true
    const reason = error instanceof Error ? error.message : 'unknown'
    this.#log.warn({ reason }, 'Redis is not reachable; responses are not cached')
  }

  #isBack(): void {
    if (!this.#isAway) return
    this.#isAway = false
    this.#log.info({}, 'Redis is reachable again')
  }
}

/** The version is part of the key, so that processes of two versions do not share responses. */
function nameOf(key: string): string {
  return `grandstand:response:${PROTOCOL_VERSION}:${key}`
}

function connectTo(url: string) {
  return createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, LONGEST_WAIT_BETWEEN_TRIES_MS),
    },
  })
}
