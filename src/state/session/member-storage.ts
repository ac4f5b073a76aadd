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

/** The member who signed out deliberately, in this tab or another one, and has not signed in here since. */
let departedId: string | null = null

/**
 * Returns whether nothing may be stored for this member: components that are still mounted, and messages that are refused
 * later, must not restore what the sign-out removed.
 */
export const hasLeft = (memberId: string): boolean => memberId !== '' && memberId === departedId

function leave(memberId: string): void {
  departedId = memberId
  forgetAll()
}

/** A member has signed out deliberately: nothing about the member stays, in no tab of the browser (decision 195). */
export function memberLeft(memberId: string): void {
  leave(memberId)
  const channel = openChannel()
  channel?.postMessage(memberId)
  channel?.close()
}

/** A member has signed in: unfinished input is stored again. */
export function memberEntered(): void {
  departedId = null
}

/** Follows deliberate sign-outs of other tabs. */
export function followSignOuts(): void {
  openChannel()?.addEventListener('message', ({ data }) => leave(String(data)))
}

/** Null in a browser without channels: each tab then forgets the member when it is closed. */
function openChannel(): BroadcastChannel | null {
  return typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL)
}
