import type { StorageAdapter } from '#protocol/worker/storage.ts'
import type { Clock } from '../clock/clock.ts'
import { usableOrigins } from './api-origins.ts'
import { jsonObject } from './response.ts'

/** S7.15: the origins that serve news, in the order in which they are tried. If empty, the API origin serves news. */
export class NewsOrigins {
  readonly #home: string
  readonly #storage: StorageAdapter
  readonly #clock: Pick<Clock, 'now'>
  #origins: readonly string[] = []
  readonly #failed = new Set<string>()

  constructor(home: string, storage: StorageAdapter, clock: Pick<Clock, 'now'>) {
    this.#home = home
    this.#storage = storage
    this.#clock = clock
  }

  /** Annex F: restores the list that an earlier page has stored. */
  async load(): Promise<void> {
    const list = jsonObject((await this.#storage.get('newsDomains')) ?? '')?.['list']
    const texts = Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : []
    this.#origins = usableOrigins(texts, this.#home)
  }

  async adopt(list: readonly string[]): Promise<void> {
    this.#origins = usableOrigins(list, this.#home)
    await this.#storage.set('newsDomains', JSON.stringify({ list: this.#origins, fetchedAt: this.#clock.now() }))
  }

  /** The first origin that has not failed since {@link retryFailed}, or null. */
  current(): string | null {
    return this.#origins.find((origin) => !this.#failed.has(origin)) ?? null
  }

  /** Skips an origin until {@link retryFailed}. */
  markFailed(origin: string): void {
    this.#failed.add(origin)
  }

  retryFailed(): void {
    this.#failed.clear()
  }
}
