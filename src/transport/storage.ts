import { nextSessionExpiry } from '#protocol/rules/session-expiry.ts'
import type { StorageAdapter, StoredKey } from '#protocol/worker-api.ts'
import { STORED_KEYS } from '#protocol/worker-api.ts'

/** sessionStorage or localStorage, as far as it is used. */
export interface StoragePlace {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** The parts of the page that hold values; injected so that tests see what lands where. */
export interface StoragePlaces {
  readonly session: StoragePlace | null
  readonly local: StoragePlace | null
  readonly cookies: { read(): string; write(cookie: string): void } | null
  readonly isSecure: boolean
  /** Server clock, epoch milliseconds. */
  now(): number
}

/** Annex F: what lives in sessionStorage; the token also has a cookie, everything else is in localStorage. */
const IN_SESSION: ReadonlySet<StoredKey> = new Set<StoredKey>(['tb-token', 'errCount'])
const IN_COOKIE: ReadonlySet<StoredKey> = new Set<StoredKey>(['tb-token'])
const CODE_LIFETIME_MS = 30 * 24 * 60 * 60_000
const EXPIRING: ReadonlySet<StoredKey> = new Set<StoredKey>(['i_code', 'r_code'])

/**
 * The stored keys of Annex F and no others (S3.35). A place that is forbidden or full is replaced by memory, and `set`
 * says so by resolving to false.
 */
export function createStorage(places: StoragePlaces): StorageAdapter {
  const memory = new Map<StoredKey, string>()
  const home = (key: StoredKey) => (IN_SESSION.has(key) ? places.session : places.local)

  function read(key: StoredKey): string | null {
    const kept = memory.get(key)
    if (kept !== undefined) return kept
    const stored = attempt(() => home(key)?.getItem(key) ?? null) ?? null
    if (stored !== null) return EXPIRING.has(key) ? unexpired(stored, places.now()) : stored
    return IN_COOKIE.has(key) ? (attempt(() => readCookie(places.cookies?.read() ?? '', key)) ?? null) : null
  }

  function write(key: StoredKey, value: string): boolean {
    const text = EXPIRING.has(key) ? JSON.stringify({ value, expireAt: places.now() + CODE_LIFETIME_MS }) : value
    const place = home(key)
    const isStored = place !== null && attempt(() => (place.setItem(key, text), true)) === true
    if (isStored) memory.delete(key)
    else memory.set(key, value)
    if (IN_COOKIE.has(key)) attempt(() => places.cookies?.write(cookie(key, value, nextSessionExpiry(places.now()))))
    return isStored
  }

  function remove(key: StoredKey): void {
    memory.delete(key)
    attempt(() => home(key)?.removeItem(key))
    if (IN_COOKIE.has(key)) attempt(() => places.cookies?.write(cookie(key, '', 0)))
  }

  function cookie(key: StoredKey, value: string, expireAt: number): string {
    const secure = places.isSecure ? '; Secure' : ''
    return `${key}=${encodeURIComponent(value)}; Path=/; SameSite=Lax; Expires=${new Date(expireAt).toUTCString()}${secure}`
  }

  return {
    get: (key) => Promise.resolve(isStoredKey(key) ? read(key) : null),
    set: (key, value) => Promise.resolve(isStoredKey(key) && write(key, value)),
    remove: (key) => {
      if (isStoredKey(key)) remove(key)
      return Promise.resolve()
    },
  }
}

/** The storage of this page. */
export function browserStorage(now: () => number): StorageAdapter {
  return createStorage({
    session: attempt(() => window.sessionStorage) ?? null,
    local: attempt(() => window.localStorage) ?? null,
    cookies: { read: () => document.cookie, write: (text) => void (document.cookie = text) },
    isSecure: location.protocol === 'https:',
    now,
  })
}

function isStoredKey(key: string): key is StoredKey {
  return (STORED_KEYS as readonly string[]).includes(key)
}

function readCookie(cookies: string, key: string): string | null {
  const found = cookies.split('; ').find((pair) => pair.startsWith(`${key}=`))
  const value = found === undefined ? '' : decodeURIComponent(found.slice(key.length + 1))
  return value === '' ? null : value
}

function unexpired(text: string, now: number): string | null {
  const parsed: unknown = attempt(() => JSON.parse(text) as unknown)
  if (typeof parsed !== 'object' || parsed === null || !('value' in parsed) || !('expireAt' in parsed)) return null
  const { value, expireAt } = parsed
  return typeof value === 'string' && typeof expireAt === 'number' && now < expireAt ? value : null
}

/** Browsers throw on storage that is forbidden or full. */
function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
