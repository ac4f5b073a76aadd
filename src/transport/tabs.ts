import type { StorageAdapter } from '#protocol/worker/storage.ts'

/** With which code the server ended the session that went; null = somebody signed in or out. */
export type EndedBy = number | null

/** The other tabs of this origin. What is said to them is "changed", and why a session has ended: never a token. */
export interface Tabs {
  tell(endedBy: EndedBy): void
  listen(listener: (endedBy: EndedBy) => void): void
}

/** A page's stored values, whose token lives both in this tab and in the cookie that all tabs share. */
export interface TabStorage extends StorageAdapter {
  /** Takes over the token that the cookie holds now, or its absence; true when that is a change. */
  followCookie(): boolean
}

/** Storage of one tab among several. */
export interface SharedStorage extends StorageAdapter {
  /** Calls back after another tab has changed who is signed in; this tab's storage has followed by then. */
  onSessionChanged(listener: (endedBy: EndedBy) => void): void
  /** Looks for changes that this tab was not told of, because it was frozen. */
  catchUp(): void
}

/** Tells the other tabs when this one changes the stored token, and follows when they do. */
export function sharedStorage(storage: TabStorage, tabs: Tabs): SharedStorage {
  const listeners = new Set<(endedBy: EndedBy) => void>()
  const follow = (endedBy: EndedBy) => {
    // Following writes nothing that would be told again, so two tabs never answer each other for ever.
    if (storage.followCookie()) for (const listener of listeners) listener(endedBy)
  }
  tabs.listen(follow)
  return {
    get: (key) => storage.get(key),
    async set(key, value) {
      const isNews = key === 'tb-token' && (await storage.get(key)) !== value
      const isStored = await storage.set(key, value)
      if (isNews) tabs.tell(null)
      return isStored
    },
    async remove(key, endedBy) {
      const isNews = key === 'tb-token' && (await storage.get(key)) !== null
      await storage.remove(key)
      if (isNews) tabs.tell(endedBy ?? null)
    },
    onSessionChanged: (listener) => void listeners.add(listener),
    catchUp: () => follow(null),
  }
}

const NAME = 'grandstand-session'
const CHANGED = 'changed'
const ENDED = /^changed:(\d{5})$/

function messageOf(endedBy: EndedBy): string {
  return endedBy === null ? CHANGED : `${CHANGED}:${endedBy}`
}

/** What a message of another tab says; undefined = nothing, it is none of this page's. */
function endedByOf(message: unknown): EndedBy | undefined {
  if (message === CHANGED) return null
  const code = typeof message === 'string' ? ENDED.exec(message)?.[1] : undefined
  return code === undefined ? undefined : Number(code)
}

/** Where the platform has no BroadcastChannel, a value that comes and goes in localStorage wakes the other tabs. */
export function browserTabs(): Tabs {
  if (typeof BroadcastChannel === 'undefined') return storageEvents()
  const channel = new BroadcastChannel(NAME)
  return {
    tell: (endedBy) => channel.postMessage(messageOf(endedBy)),
    listen: (listener) =>
      channel.addEventListener('message', (event: MessageEvent<unknown>) => {
        const endedBy = endedByOf(event.data)
        if (endedBy !== undefined) listener(endedBy)
      }),
  }
}

function storageEvents(): Tabs {
  return {
    tell(endedBy) {
      try {
        localStorage.setItem(NAME, messageOf(endedBy))
        localStorage.removeItem(NAME)
      } catch {
        // Without storage there is no token that tabs could share.
      }
    },
    listen: (listener) =>
      window.addEventListener('storage', (event) => {
        const endedBy = event.key === NAME ? endedByOf(event.newValue) : undefined
        if (endedBy !== undefined) listener(endedBy)
      }),
  }
}
