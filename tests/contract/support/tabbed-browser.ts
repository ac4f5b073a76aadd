import type { EndedBy, SharedStorage, Tabs } from '#transport/tabs.ts'
import { sharedStorage } from '#transport/tabs.ts'
import { createStorage } from '#transport/storage.ts'
import { Profile } from './page.ts'

/** A browser with several tabs: they share localStorage and cookies, each has a sessionStorage of its own. */
export class TabbedBrowser {
  /** How often any tab has told the others that something changed. */
  told = 0
  private cookie = ''
  private readonly listeners = new Map<Tab, (endedBy: EndedBy) => void>()
  private readonly first = new Profile()

  tab(): Tab {
    return new Tab(this)
  }

  storageOf(tab: Tab): SharedStorage {
    const cookies = {
      read: () => this.cookie,
      write: (text: string) => void (this.cookie = text.includes('Max-Age=0') ? '' : (text.split(';')[0] ?? '')),
    }
    const { local } = this.first
    const storage = createStorage({ session: tab.session, local, cookies, isSecure: false, now: Date.now })
    const tabs: Tabs = {
      notify: (endedBy) => {
        this.told += 1
        // As a BroadcastChannel does: to all others, later.
        for (const [other, listener] of this.listeners) {
          if (other !== tab) queueMicrotask(() => listener(endedBy))
        }
      },
      listen: (listener) => void this.listeners.set(tab, listener),
    }
    return sharedStorage(storage, tabs)
  }
}

export class Tab extends Profile {
  constructor(private readonly browser: TabbedBrowser) {
    super()
  }

  override storage(): SharedStorage {
    return this.browser.storageOf(this)
  }
}
