/** CacheStorage in memory, by URL. Node has none. */
class MemoryCache {
  readonly #origin: string

  readonly stored = new Map<string, Response>()

  constructor(origin: string) {
    this.#origin = origin
  }

  async match(requested: Request | string): Promise<Response | undefined> {
    return this.stored.get(this.#addressOf(requested))?.clone()
  }

  async put(requested: Request | string, response: Response): Promise<void> {
    this.stored.set(this.#addressOf(requested), response)
  }

  #addressOf(requested: Request | string): string {
    return new URL(typeof requested === 'string' ? requested : requested.url, this.#origin).href
  }
}

export class MemoryCaches {
  readonly #origin: string

  readonly #all = new Map<string, MemoryCache>()

  constructor(origin: string) {
    this.#origin = origin
  }

  async open(name: string): Promise<MemoryCache> {
    const found = this.#all.get(name) ?? new MemoryCache(this.#origin)
    this.#all.set(name, found)
    return found
  }

  async keys(): Promise<string[]> {
    return [...this.#all.keys()]
  }

  async delete(name: string): Promise<boolean> {
    return this.#all.delete(name)
  }

  async match(requested: Request | string): Promise<Response | undefined> {
    for (const cache of this.#all.values()) {
      // oxlint-disable-next-line no-await-in-loop -- the first that has it
      const found = await cache.match(requested)
      if (found) return found
    }
    return undefined
  }
}
