import { afterEach, beforeEach, expect } from 'vitest'
import type { ServerControl } from './control.ts'
import type { SuitePlatform } from './page.ts'
import { Page, Profile } from './page.ts'
import { FAN } from './samples.ts'

/** Context of a contract suite: the controlled server, and pages that are closed after each test. */
export class Suite {
  readonly #makePlatform: () => SuitePlatform

  #server: ServerControl | null = null
  readonly #pages: Page[] = []

  constructor(makePlatform: () => SuitePlatform, getControl: () => ServerControl) {
    this.#makePlatform = makePlatform

    beforeEach(async () => {
      this.#server = getControl()
      await this.#server.reset()
    })
    afterEach(() => {
      for (const page of this.#pages.splice(0)) page.client.close()
    })
  }

  get control(): ServerControl {
    if (!this.#server) throw new Error('the server is there only while a test runs')
    return this.#server
  }

  /** A page that has not started yet. */
  make(profile = new Profile()): Page {
    const page = Page.make(this.#makePlatform(), profile)
    this.#pages.push(page)
    return page
  }

  async open(profile = new Profile()): Promise<Page> {
    const page = this.make(profile)
    expect(await page.start(this.control)).toMatchObject({ ok: true })
    return page
  }

  async openSignedIn(profile = new Profile()): Promise<Page> {
    const page = await this.open(profile)
    expect(await page.client.signIn(FAN)).toMatchObject({ ok: true })
    return page
  }
}
