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

/** Whether a reload may help: none was tried just now, and this one can be remembered (storage may be full). */
export function mayReload(now: number, storage: TabStorage | null): boolean {
  if (storage === null) return false
  const last = storage.getItem(KEY) ?? '0'
  if (now - Number(last) < AGAIN_MS) return false
  try {
    storage.setItem(KEY, last)
    return true
  } catch {
    return false
  }
}

/**
 * Settled 16: the server serves another protocol version, so this page is old and is loaded anew, once. Returns false
 * when that was tried just now or cannot be remembered: then somebody has to be told instead.
 */
export function reloadOnce(now: number, storage: TabStorage | null, reload: () => void): boolean {
  if (storage === null || !mayReload(now, storage)) return false
  storage.setItem(KEY, String(now))
  reload()
  return true
}
