import type { EndedBy, SharedStorage, Tabs } from '#transport/tabs.ts'
import { sharedStorage } from '#transport/tabs.ts'
import { createStorage } from '#transport/storage.ts'
import { Profile } from './page.ts'

/** A browser with several tabs. They share localStorage and cookies, and have separate sessionStorage. */
export class TabbedBrowser {
  /** Number of notifications between tabs. */
  notifications = 0
  #cookie = ''
  readonly #listeners = new Map<Tab, (endedBy: EndedBy) => void>()
  readonly #first = new Profile()

  tab(): Tab {
    return new Tab(this)
  }

  storageOf(tab: Tab): SharedStorage {
    const cookies = {
      read: () => this.#cookie,
      write: (text: string) => void (this.#cookie = text.includes('Max-Age=0') ? '' : (text.split(';')[0] ?? '')),
    }
    const { local } = this.#first
    const storage = createStorage({ session: tab.session, local, cookies, isSecure: false, now: Date.now })
    const tabs: Tabs = {
      notify: (endedBy) => {
        this.notifications += 1
        // Like a BroadcastChannel: to all others, asynchronously.
        for (const [other, listener] of this.#listeners) {
          if (other !== tab) queueMicrotask(() => listener(endedBy))
        }
      },
      listen: (listener) => void this.#listeners.set(tab, listener),
    }
    return sharedStorage(storage, tabs)
  }
}

export class Tab extends Profile {
  readonly #browser: TabbedBrowser

  constructor(browser: TabbedBrowser) {
    super()
    this.#browser = browser
  }

  override storage(): SharedStorage {
    return this.#browser.storageOf(this)
  }
}
