const KEY = 'reloadedAt'
/** A second mismatch within this time means that a reload does not help. */
const AGAIN_MS = 60_000

type TabStorage = Pick<Storage, 'getItem' | 'setItem'>

/** What this tab remembers; null where the browser forbids it: then nothing would end a circle of reloads. */
export function tabStorage(): TabStorage | null {
  try {
    return globalThis.sessionStorage ?? null
  } catch {
    return null
  }
}

/** Whether a reload may help: none was tried just now. */
export function mayReload(now: number, storage: Pick<TabStorage, 'getItem'> | null): boolean {
  return storage !== null && !(now - Number(storage.getItem(KEY) ?? Number.NaN) < AGAIN_MS)
}

/**
 * Settled 16: the server serves another protocol version, so this page is old and is loaded anew, once. Returns false
 * when that was tried just now, or cannot be remembered (storage is full or forbidden): then somebody has to be told
 * instead.
 */
export function reloadOnce(now: number, storage: TabStorage | null, reload: () => void): boolean {
  if (storage === null || !mayReload(now, storage)) return false
  try {
    storage.setItem(KEY, String(now))
  } catch {
    return false
  }
  reload()
  return true
}
