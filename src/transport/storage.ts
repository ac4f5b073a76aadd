import { nextSessionExpiry } from '#protocol/rules/account.ts'
import type { StoredKey } from '#protocol/worker/storage.ts'
import { STORED_KEYS } from '#protocol/worker/storage.ts'
import { valueOrUndefined, TokenCookie } from './token-cookie.ts'
import type { SharedStorage, TabStorage } from './tabs.ts'
import { browserTabs, sharedStorage } from './tabs.ts'
import type { CookieJar } from './token-cookie.ts'

/** sessionStorage or localStorage, as far as it is used. */
export interface StorageArea {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** The parts of the page that hold values; injected so that tests see what lands where. */
export interface StorageAreas {
  readonly session: StorageArea | null
  readonly local: StorageArea | null
  readonly cookies: CookieJar | null
  readonly isSecure: boolean
  /** Server clock, epoch milliseconds. */
  now(): number
}

/** Annex F: what lives in sessionStorage; the token also has a cookie, everything else is in localStorage. */
const IN_SESSION: ReadonlySet<StoredKey> = new Set<StoredKey>(['tb-token', 'errCount'])
const CODE_LIFETIME_MS = 30 * 24 * 60 * 60_000
const EXPIRING: ReadonlySet<StoredKey> = new Set<StoredKey>(['i_code', 'r_code'])

/**
 * The stored keys of Annex F and no others (S3.35). A place that is forbidden or full is replaced by memory, and `set`
 * says so by resolving to false.
 */
export function createStorage(places: StorageAreas): TabStorage {
  const memory = new Map<StoredKey, string>()
  const tokenCookie = new TokenCookie(places.cookies, places.isSecure)
  const home = (key: StoredKey) => (IN_SESSION.has(key) ? places.session : places.local)

  /** What this tab itself holds. */
  function own(key: StoredKey): string | null {
    return memory.get(key) ?? valueOrUndefined(() => home(key)?.getItem(key) ?? null) ?? null
  }

  function keep(key: StoredKey, text: string): boolean {
    const place = home(key)
    const isStored = place !== null && valueOrUndefined(() => (place.setItem(key, text), true)) === true
    if (isStored) memory.delete(key)
    else memory.set(key, text)
    return isStored
  }

  function drop(key: StoredKey): void {
    memory.delete(key)
    valueOrUndefined(() => home(key)?.removeItem(key))
  }

  function read(key: StoredKey): string | null {
    const text = own(key)
    if (text !== null) return EXPIRING.has(key) ? unexpired(text, places.now()) : text
    const shared = key === 'tb-token' ? tokenCookie.read() : null
    // From here on it is this tab's own, so that it is known again when the cookie changes.
    if (shared !== null) keep(key, shared)
    return shared
  }

  function write(key: StoredKey, value: string): boolean {
    if (key === 'tb-token') tokenCookie.write(value, nextSessionExpiry(places.now()) - places.now())
    return keep(key, EXPIRING.has(key) ? JSON.stringify({ value, expireAt: places.now() + CODE_LIFETIME_MS }) : value)
  }

  function remove(key: StoredKey): void {
    // Another tab's newer sign-in stays.
    if (key === 'tb-token' && tokenCookie.read() === own(key)) tokenCookie.remove()
    drop(key)
  }

  return {
    get: (key) => Promise.resolve(isStoredKey(key) ? read(key) : null),
    set: (key, value) => Promise.resolve(isStoredKey(key) && write(key, value)),
    remove: (key) => {
      if (isStoredKey(key)) remove(key)
      return Promise.resolve()
    },
    followCookie() {
      const theirs = tokenCookie.read()
      if (theirs === own('tb-token') || (theirs === null && !tokenCookie.wasSeen)) return false
      if (theirs === null) drop('tb-token')
      else keep('tb-token', theirs)
      return true
    },
  }
}

/** The storage of this page, in step with that of the other tabs. */
export function browserStorage(now: () => number): SharedStorage {
  const storage = createStorage({
    session: valueOrUndefined(() => window.sessionStorage) ?? null,
    local: valueOrUndefined(() => window.localStorage) ?? null,
    cookies: { read: () => document.cookie, write: (text) => void (document.cookie = text) },
    isSecure: location.protocol === 'https:',
    now,
  })
  return sharedStorage(storage, browserTabs())
}

function isStoredKey(key: string): key is StoredKey {
  return (STORED_KEYS as readonly string[]).includes(key)
}

function unexpired(text: string, now: number): string | null {
  const parsed: unknown = valueOrUndefined(() => JSON.parse(text) as unknown)
  if (typeof parsed !== 'object' || parsed === null || !('value' in parsed) || !('expireAt' in parsed)) return null
  const { value, expireAt } = parsed
  return typeof value === 'string' && typeof expireAt === 'number' && now < expireAt ? value : null
}
