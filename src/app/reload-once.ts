const KEY = 'reloadedAt'
/** A second mismatch within this time means that a reload does not help. */
const AGAIN_MS = 60_000

/**
 * Settled 16: the server serves another protocol version, so this page is old and is loaded anew, once. Returns false
 * when that was tried just now: then somebody has to be told instead.
 */
export function reloadOnce(now: number, storage: Pick<Storage, 'getItem' | 'setItem'>, reload: () => void): boolean {
  const before = Number(storage.getItem(KEY) ?? Number.NaN)
  if (now - before < AGAIN_MS) return false
  storage.setItem(KEY, String(now))
  reload()
  return true
}
