import type { CacheBackend } from './response-cache.ts'

const MAX_BYTES = 16 * 1024 * 1024
/** Maximum share of the cache for a single response. */
const SHARE_OF_ONE = 1 / 8
/** At most two bytes per character, plus the overhead of a map entry. */
const BYTES_OF_ENTRY = 128

interface CacheEntry {
  readonly json: string
  readonly until: number
  readonly bytes: number
}

/** Cached responses in this process; the least recently used are evicted first. */
export class MemoryCacheBackend implements CacheBackend {
  readonly #now: () => number
  readonly #maxBytes: number
  readonly #entries = new Map<string, CacheEntry>()
  #bytes = 0

  constructor(now: () => number, maxBytes: number = MAX_BYTES) {
    this.#now = now
    this.#maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  async get(key: string): Promise<string | null> {
    const entry = this.#entries.get(key)
    if (!entry) return null
    this.#forget(key)
    if (this.#now() >= entry.until) return null
    this.#remember(key, entry)
    return entry.json
  }

  async set(key: string, json: string, ttlMs: number): Promise<void> {
    this.#forget(key)
    const bytes = 2 * (key.length + json.length) + BYTES_OF_ENTRY
    if (bytes > this.#maxBytes * SHARE_OF_ONE) return
    this.#remember(key, { json, until: this.#now() + ttlMs, bytes })
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) return
      this.#forget(oldest)
    }
  }

  async close(): Promise<void> {
    this.#entries.clear()
    this.#bytes = 0
  }

  #remember(key: string, entry: CacheEntry): void {
    this.#entries.set(key, entry)
    this.#bytes += entry.bytes
  }

  #forget(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
  }
}
