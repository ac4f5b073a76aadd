const KEY = 'reloadedAt'
/** A second version mismatch within this time means that a reload does not help. */
const AGAIN_MS = 60_000

type TabStorage = Pick<Storage, 'getItem' | 'setItem'>

/** The session storage, or null if the browser forbids it, because a reload loop could not be detected then. */
export function tabStorage(): TabStorage | null {
  try {
    return globalThis.sessionStorage ?? null
  } catch {
    return null
  }
}

/** True if no reload was tried recently and this one can be recorded. */
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
 * Settled 16: the server has another protocol version, so the page reloads once. Returns false if that was tried or
 * cannot be recorded; then the caller shows a message.
 */
export function reloadOnce(now: number, storage: TabStorage | null, reload: () => void): boolean {
  if (storage === null || !mayReload(now, storage)) return false
  storage.setItem(KEY, String(now))
  reload()
  return true
}
