import type { CacheBackend } from './response-cache.ts'

const MAX_BYTES = 16 * 1024 * 1024
/** Maximum share of the cache for a single response. */
const SHARE_OF_ONE = 1 / 8
/** At most two bytes per character, plus the overhead of a map entry. */
const BYTES_OF_ENTRY = 128

interface Kept {
  readonly json: string
  readonly until: number
  readonly bytes: number
}

/** Cached responses in this process; the least recently used are evicted first. */
export class MemoryCacheBackend implements CacheBackend {
  readonly #now: () => number
  readonly #maxBytes: number
  readonly #kept = new Map<string, Kept>()
  #bytes = 0

  constructor(now: () => number, maxBytes: number = MAX_BYTES) {
    this.#now = now
    this.#maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  async get(key: string): Promise<string | null> {
    const kept = this.#kept.get(key)
    if (!kept) return null
    this.#forget(key)
    if (this.#now() >= kept.until) return null
    this.#remember(key, kept)
    return kept.json
  }

  async set(key: string, json: string, ttlMs: number): Promise<void> {
    this.#forget(key)
    const bytes = 2 * (key.length + json.length) + BYTES_OF_ENTRY
    if (bytes > this.#maxBytes * SHARE_OF_ONE) return
    this.#remember(key, { json, until: this.#now() + ttlMs, bytes })
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#maxBytes) return
      this.#forget(oldest)
    }
  }

  async close(): Promise<void> {
    this.#kept.clear()
    this.#bytes = 0
  }

  #remember(key: string, kept: Kept): void {
    this.#kept.set(key, kept)
    this.#bytes += kept.bytes
  }

  #forget(key: string): void {
    const kept = this.#kept.get(key)
    if (!kept) return
    this.#kept.delete(key)
    this.#bytes -= kept.bytes
  }
}
