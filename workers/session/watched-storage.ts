import type { StorageAdapter, StoredKey } from '#protocol/worker/storage.ts'

/** What must outlive this page: without it a reload forgets the session, or a money call whose outcome is open. */
const MUST_LAST: ReadonlySet<StoredKey> = new Set<StoredKey>(['tb-token', 'pendingTx'])

/**
 * The page's storage as the worker uses it: it never rejects, and `onFailed` hears once that storage is full or
 * forbidden. The page's adapter then holds the value in its memory, so everything goes on until the page is closed.
 */
export function watchedStorage(storage: StorageAdapter, onFailed: () => void): StorageAdapter {
  let hasFailed = false
  return {
    get: (key) => storage.get(key).catch(() => null),
    async set(key, value) {
      const isStored = await storage.set(key, value).catch(() => false)
      if (!isStored && MUST_LAST.has(key) && !hasFailed) {
        hasFailed = true
        onFailed()
      }
      return isStored
    },
    remove: (key, endedBy) => storage.remove(key, endedBy).catch(() => undefined),
  }
}
