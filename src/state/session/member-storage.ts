import { tabStorage } from '../data/tab-storage.ts'

/* What a browser stores about a member, besides the keys of the transport (Annex F). */

/**
 * Keys that say nothing about a member, and the token, which the transport removes. All others are removed at sign-out, so
 * that a new key is not forgotten.
 */
const KEPT: ReadonlySet<string> = new Set(['site', 'reloadedAt', 'closedFloats', 'errCount', 'tb-token'])
/** Unfinished input. It stays if the server ends the session, and its author finds it after the next sign-in (decision 95). */
const UNFINISHED = /^(?:draft|unsent):/

const CHANNEL = 'grandstand-sign-out'

/** Unfinished input in localStorage, which all tabs share. */
const SHARED_INPUT = ['slip']

const leftListeners = new Set<() => void>()

/** Calls back when the member signs out deliberately, in any tab. Returns a function that ends this. */
export function onMemberLeft(listener: () => void): () => void {
  leftListeners.add(listener)
  return () => void leftListeners.delete(listener)
}

function forgetAll(): void {
  removeKeys(() => true)
  try {
    for (const key of SHARED_INPUT) globalThis.localStorage?.removeItem(key)
  } catch {
    // Forbidden: nothing is stored.
  }
  for (const listener of leftListeners) listener()
}

function removeKeys(isRemoved: (key: string) => boolean): void {
  const storage = tabStorage()
  if (storage === null) return
  for (const key of Object.keys(storage)) if (!KEPT.has(key) && isRemoved(key)) storage.removeItem(key)
}

/** The session has ended in this tab, for whatever reason. */
export function sessionEnded(): void {
  removeKeys((key) => !UNFINISHED.test(key))
}

/** A member has signed out deliberately: nothing about the member stays, in no tab of the browser (decision 195). */
export function memberLeft(): void {
  forgetAll()
  const channel = openChannel()
  channel?.postMessage(null)
  channel?.close()
}

/** Follows deliberate sign-outs of other tabs. */
export function followSignOuts(): void {
  openChannel()?.addEventListener('message', forgetAll)
}

/** Null in a browser without channels: each tab then forgets the member when it is closed. */
function openChannel(): BroadcastChannel | null {
  return typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL)
}
