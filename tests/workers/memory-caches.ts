/** CacheStorage in memory, by URL. Node has none. */
class MemoryCache {
  readonly #origin: string

  readonly kept = new Map<string, Response>()

  constructor(origin: string) {
    this.#origin = origin
  }

  async match(asked: Request | string): Promise<Response | undefined> {
    return this.kept.get(this.#addressOf(asked))?.clone()
  }

  async put(asked: Request | string, answer: Response): Promise<void> {
    this.kept.set(this.#addressOf(asked), answer)
  }

  #addressOf(asked: Request | string): string {
    return new URL(typeof asked === 'string' ? asked : asked.url, this.#origin).href
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

  async match(asked: Request | string): Promise<Response | undefined> {
    for (const cache of this.#all.values()) {
      // oxlint-disable-next-line no-await-in-loop -- the first that has it
      const found = await cache.match(asked)
      if (found) return found
    }
    return undefined
  }
}
