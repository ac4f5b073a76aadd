import { SHELL_CACHE_PREFIX } from '#protocol/shell.ts'
import { isShell } from './shell-page.ts'

/** Build information, inserted by scripts/vite/service-worker.ts. */
export interface BuiltShell {
  readonly build: string
  /** Addresses of code and styles to cache at installation. */
  readonly files: readonly string[]
}

/** Cached files of one build. Each build has its own cache. */
export class ShellCache {
  readonly #caches: CacheStorage
  readonly #shell: BuiltShell
  readonly #name: string

  constructor(caches: CacheStorage, shell: BuiltShell) {
    this.#caches = caches
    this.#shell = shell
    this.#name = SHELL_CACHE_PREFIX + shell.build
  }

  /** Fetches and caches all files of the shell. Rejects if one of them fails. */
  async fill(): Promise<void> {
    const cache = await this.#open()
    await cache.addAll([...this.#shell.files])
  }

  /** Caches a page if it is a shell of this build. */
  async addPage(address: string, response: Response): Promise<void> {
    const copy = response.clone()
    const page = {
      status: response.status,
      type: response.type,
      isRedirected: response.redirected,
      contentType: response.headers.get('content-type') ?? '',
      html: await response.text(),
    }
    if (isShell(page, address, this.#shell.build)) await (await this.#open()).put(address, copy)
  }

  async page(address: string): Promise<Response | undefined> {
    return (await this.#open()).match(address)
  }

  /** Returns an asset of any cached build: open pages may need those of the previous one. */
  async asset(request: Request): Promise<Response | undefined> {
    return this.#caches.match(request)
  }

  async addAsset(request: Request, response: Response): Promise<void> {
    const type = response.headers.get('content-type') ?? ''
    const isComplete = response.status === 200 && response.type === 'basic' && !response.redirected
    if (isComplete && /javascript|css/.test(type)) await (await this.#open()).put(request, response)
  }

  /** Deletes the caches of other builds. `sparesLast` retains the newest of them, whose pages may still be open. */
  async deleteOthers(sparesLast: boolean): Promise<void> {
    const others = await this.#others()
    const deleted = sparesLast ? others.slice(0, -1) : others
    await Promise.all(deleted.map((name) => this.#caches.delete(name)))
  }

  /**
   * Deletes the cache of a waiting build that this one replaces. No page uses it. With fewer than two other caches, there is
   * no such build, and the remaining one is in use.
   */
  async deleteReplaced(): Promise<void> {
    const others = await this.#others()
    const newest = others.at(-1)
    if (newest !== undefined && others.length > 1) await this.#caches.delete(newest)
  }

  /** Names of the caches of other builds, in order of creation. */
  async #others(): Promise<string[]> {
    const names = await this.#caches.keys()
    return names.filter((name) => name.startsWith(SHELL_CACHE_PREFIX) && name !== this.#name)
  }

  #open(): Promise<Cache> {
    return this.#caches.open(this.#name)
  }
}
