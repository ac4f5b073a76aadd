import { SHELL_CACHE_PREFIX } from '#protocol/shell.ts'
import { isShell } from './shell-page.ts'

/** What the build has made, put in by it (scripts/vite/service-worker.ts). */
export interface BuiltShell {
  readonly build: string
  /** Addresses of code and styles that are fetched before they are asked for. */
  readonly files: readonly string[]
}

/** The kept files of one build: a cache of its own, so that builds never mix. */
export class ShellStore {
  private readonly name: string

  constructor(
    private readonly caches: CacheStorage,
    private readonly shell: BuiltShell,
  ) {
    this.name = SHELL_CACHE_PREFIX + shell.build
  }

  /** Fetches all files of the shell; rejects when one of them is not to be had. */
  async fill(): Promise<void> {
    await (await this.own()).addAll([...this.shell.files])
  }

  /** Keeps a page that the network gave, if it is a shell of this build. */
  async keepPage(address: string, answer: Response): Promise<void> {
    const copy = answer.clone()
    const page = {
      status: answer.status,
      type: answer.type,
      isRedirected: answer.redirected,
      contentType: answer.headers.get('content-type') ?? '',
      html: await answer.text(),
    }
    if (isShell(page, address, this.shell.build)) await (await this.own()).put(address, copy)
  }

  async page(address: string): Promise<Response | undefined> {
    return (await this.own()).match(address)
  }

  /** Code and styles of any build that is still kept: a page that is open may need those of the last one. */
  async asset(request: Request): Promise<Response | undefined> {
    return this.caches.match(request)
  }

  async keepAsset(request: Request, answer: Response): Promise<void> {
    const type = answer.headers.get('content-type') ?? ''
    const isWhole = answer.status === 200 && answer.type === 'basic' && !answer.redirected
    if (isWhole && /javascript|css/.test(type)) await (await this.own()).put(request, answer)
  }

  /** Removes other builds; with `sparesLast` not the newest of them, whose pages may still be open. */
  async dropOthers(sparesLast: boolean): Promise<void> {
    const others = await this.others()
    const dropped = sparesLast ? others.slice(0, -1) : others
    await Promise.all(dropped.map((name) => this.caches.delete(name)))
  }

  /**
   * Removes the build that waits and that this one takes the place of: no page is of it. Without two others it has no
   * files here, and what is left is in use.
   */
  async dropOvertaken(): Promise<void> {
    const others = await this.others()
    const newest = others.at(-1)
    if (newest !== undefined && others.length > 1) await this.caches.delete(newest)
  }

  /** Other builds in the order in which they were made: so are caches listed. */
  private async others(): Promise<string[]> {
    const names = await this.caches.keys()
    return names.filter((name) => name.startsWith(SHELL_CACHE_PREFIX) && name !== this.name)
  }

  private own(): Promise<Cache> {
    return this.caches.open(this.name)
  }
}
