import { CODES } from '#protocol/codes.ts'
import type { StorageAdapter } from '#protocol/worker/storage.ts'

/** Code with which the server has ended the session. Null if a user signed in or out. */
export type EndedBy = number | null

/** Connection to the other tabs of this origin. Messages contain no token. */
export interface Tabs {
  notify(endedBy: EndedBy): void
  listen(listener: (endedBy: EndedBy) => void): void
}

/** Storage of one tab. The token is stored in the tab and in a cookie that all tabs share. */
export interface TabStorage extends StorageAdapter {
  /** Copies the token of the cookie, or its absence. Returns true if that is a change. */
  followCookie(): boolean
  /** Whether this tab or the cookie holds a token. It may be expired. */
  hasToken(): boolean
}

/** Storage of one tab that follows sign-ins and sign-outs of the others. */
export interface SharedStorage extends StorageAdapter {
  /** Calls back after another tab has changed the session and this storage has followed. */
  onSessionChanged(listener: (endedBy: EndedBy) => void): void
  /**
   * Follows a change whose message was missed, for example while the tab was frozen. An end of the session is reported,
   * because its reason is unknown.
   */
  catchUp(): void
  /** Whether a token is stored. It may be expired. */
  hasToken(): boolean
}

/** Notifies the other tabs when this one changes the stored token, and follows their changes. */
export function sharedStorage(storage: TabStorage, tabs: Tabs): SharedStorage {
  const listeners = new Set<(endedBy: EndedBy) => void>()
  const follow = (endedBy: EndedBy) => {
    // Following does not notify other tabs, so two tabs cannot loop.
    if (storage.followCookie()) for (const listener of listeners) listener(endedBy)
  }
  tabs.listen(follow)
  return {
    get: (key) => storage.get(key),
    async set(key, value) {
      const isChange = key === 'tb-token' && (await storage.get(key)) !== value
      const isStored = await storage.set(key, value)
      if (isChange) tabs.notify(null)
      return isStored
    },
    async remove(key, endedBy) {
      const isChange = key === 'tb-token' && (await storage.get(key)) !== null
      await storage.remove(key)
      if (isChange) tabs.notify(endedBy ?? null)
    },
    onSessionChanged: (listener) => void listeners.add(listener),
    catchUp: () => follow(CODES.AUTH_ERROR),
    hasToken: () => storage.hasToken(),
  }
}

const NAME = 'grandstand-session'
const CHANGED = 'changed'
const ENDED = /^changed:(\d{5})$/

function messageOf(endedBy: EndedBy): string {
  return endedBy === null ? CHANGED : `${CHANGED}:${endedBy}`
}

/** Parses a message of another tab. Returns undefined if it is not a message of this application. */
function parseMessage(message: unknown): EndedBy | undefined {
  if (message === CHANGED) return null
  const code = typeof message === 'string' ? ENDED.exec(message)?.[1] : undefined
  return code === undefined ? undefined : Number(code)
}

/** Uses BroadcastChannel if it exists, otherwise `storage` events of localStorage. */
export function browserTabs(): Tabs {
  if (typeof BroadcastChannel === 'undefined') return storageEvents()
  const channel = new BroadcastChannel(NAME)
  return {
    notify: (endedBy) => channel.postMessage(messageOf(endedBy)),
    listen: (listener) =>
      channel.addEventListener('message', (event: MessageEvent<unknown>) => {
        const endedBy = parseMessage(event.data)
        if (endedBy !== undefined) listener(endedBy)
      }),
  }
}

function storageEvents(): Tabs {
  return {
    notify(endedBy) {
      try {
        localStorage.setItem(NAME, messageOf(endedBy))
        localStorage.removeItem(NAME)
      } catch {
        // Without storage, tabs share no token.
      }
    },
    listen: (listener) =>
      window.addEventListener('storage', (event) => {
        const endedBy = event.key === NAME ? parseMessage(event.newValue) : undefined
        if (endedBy !== undefined) listener(endedBy)
      }),
  }
}
