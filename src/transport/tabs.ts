import type { StorageAdapter } from '#protocol/worker/storage.ts'

/** The other tabs of this origin. What is said to them is "changed" and nothing else: never a token. */
export interface Tabs {
  tell(): void
  listen(listener: () => void): void
}

/** A page's stored values, whose token lives both in this tab and in the cookie that all tabs share. */
export interface TabStorage extends StorageAdapter {
  /** Takes over the token that the cookie holds now, or its absence; true when that is a change. */
  followCookie(): boolean
}

/** Storage of one tab among several. */
export interface SharedStorage extends StorageAdapter {
  /** Calls back after another tab has changed who is signed in; this tab's storage has followed by then. */
  onSessionChanged(listener: () => void): void
  /** Looks for changes that this tab was not told of, because it was frozen. */
  catchUp(): void
}

/** Tells the other tabs when this one changes the stored token, and follows when they do. */
export function sharedStorage(storage: TabStorage, tabs: Tabs): SharedStorage {
  const listeners = new Set<() => void>()
  const catchUp = () => {
    // Following writes nothing that would be told again, so two tabs never answer each other for ever.
    if (storage.followCookie()) for (const listener of listeners) listener()
  }
  tabs.listen(catchUp)
  return {
    get: (key) => storage.get(key),
    async set(key, value) {
      const isNews = key === 'tb-token' && (await storage.get(key)) !== value
      const isStored = await storage.set(key, value)
      if (isNews) tabs.tell()
      return isStored
    },
    async remove(key) {
      const isNews = key === 'tb-token' && (await storage.get(key)) !== null
      await storage.remove(key)
      if (isNews) tabs.tell()
    },
    onSessionChanged: (listener) => void listeners.add(listener),
    catchUp,
  }
}

const NAME = 'grandstand-session'
const CHANGED = 'changed'

/** Where the platform has no BroadcastChannel, a value that comes and goes in localStorage wakes the other tabs. */
export function browserTabs(): Tabs {
  if (typeof BroadcastChannel === 'undefined') return storageEvents()
  const channel = new BroadcastChannel(NAME)
  return {
    tell: () => channel.postMessage(CHANGED),
    listen: (listener) =>
      channel.addEventListener('message', (event: MessageEvent<unknown>) => {
        if (event.data === CHANGED) listener()
      }),
  }
}

function storageEvents(): Tabs {
  return {
    tell() {
      try {
        localStorage.setItem(NAME, CHANGED)
        localStorage.removeItem(NAME)
      } catch {
        // Without storage there is no token that tabs could share.
      }
    },
    listen: (listener) =>
      window.addEventListener('storage', (event) => {
        if (event.key === NAME && event.newValue === CHANGED) listener()
      }),
  }
}
