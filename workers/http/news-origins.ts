import type { StorageAdapter } from '#protocol/worker/storage.ts'
import { usableOrigins } from './api-origins.ts'

/** S7.15: the domains that serve news, in the order in which they are tried. An empty list = the line itself. */
export class NewsDomains {
  private origins: readonly string[] = []
  private readonly resting = new Set<string>()

  constructor(
    private readonly home: string,
    private readonly storage: () => StorageAdapter,
    private readonly now: () => number,
  ) {}

  /** Annex F: what an earlier page has stored, until the list is known. */
  async load(): Promise<void> {
    this.origins = usableOrigins(storedList(await this.storage().get('newsDomains')), this.home)
  }

  async adopt(list: readonly string[]): Promise<void> {
    this.origins = usableOrigins(list, this.home)
    await this.storage().set('newsDomains', JSON.stringify({ list: this.origins, fetchedAt: this.now() }))
  }

  /** The first one that has not failed lately. */
  current(): string | null {
    return this.origins.find((origin) => !this.resting.has(origin)) ?? null
  }

  /** Nothing came from this one: it is left out until {@link wake}. */
  rest(origin: string): void {
    this.resting.add(origin)
  }

  wake(): void {
    this.resting.clear()
  }
}

function storedList(text: string | null): string[] {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    const list = typeof stored === 'object' && stored !== null && 'list' in stored ? stored.list : []
    return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : []
  } catch {
    return []
  }
}
