/** The browser's store of answers as far as the shell uses it, by address; Node has none. */
class MemoryCache {
  readonly kept = new Map<string, Response>()

  constructor(private readonly origin: string) {}

  async match(asked: Request | string): Promise<Response | undefined> {
    return this.kept.get(this.addressOf(asked))?.clone()
  }

  async put(asked: Request | string, answer: Response): Promise<void> {
    this.kept.set(this.addressOf(asked), answer)
  }

  private addressOf(asked: Request | string): string {
    return new URL(typeof asked === 'string' ? asked : asked.url, this.origin).href
  }
}

export class MemoryCaches {
  private readonly all = new Map<string, MemoryCache>()

  constructor(private readonly origin: string) {}

  async open(name: string): Promise<MemoryCache> {
    const found = this.all.get(name) ?? new MemoryCache(this.origin)
    this.all.set(name, found)
    return found
  }

  async keys(): Promise<string[]> {
    return [...this.all.keys()]
  }

  async delete(name: string): Promise<boolean> {
    return this.all.delete(name)
  }

  async match(asked: Request | string): Promise<Response | undefined> {
    for (const cache of this.all.values()) {
      // oxlint-disable-next-line no-await-in-loop -- the first that has it
      const found = await cache.match(asked)
      if (found) return found
    }
    return undefined
  }
}
