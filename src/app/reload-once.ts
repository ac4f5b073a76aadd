const KEY = 'reloadedAt'
/** A second mismatch within this time means that a reload does not help. */
const AGAIN_MS = 60_000

/** Whether a reload may help: none was tried just now. */
export function mayReload(now: number, storage: Pick<Storage, 'getItem'>): boolean {
  return !(now - Number(storage.getItem(KEY) ?? Number.NaN) < AGAIN_MS)
}

/**
 * Settled 16: the server serves another protocol version, so this page is old and is loaded anew, once. Returns false
 * when that was tried just now: then somebody has to be told instead.
 */
export function reloadOnce(now: number, storage: Pick<Storage, 'getItem' | 'setItem'>, reload: () => void): boolean {
  if (!mayReload(now, storage)) return false
  storage.setItem(KEY, String(now))
  reload()
  return true
}
