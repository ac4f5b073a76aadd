import { nextSessionExpiry } from '#protocol/rules/member/session-expiry.ts'
import { DAY_MS, SECOND_MS } from '#protocol/time.ts'
import { STORED_KEYS, type StoredKey } from '#protocol/worker/storage.ts'
import { browserTabs, type SharedStorage, sharedStorage, type TabStorage } from './tabs.ts'

/** The used part of sessionStorage and localStorage. */
export interface StorageArea {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** `document.cookie`. */
interface CookieJar {
  read(): string
  write(cookie: string): void
}

/** Storage of the page. Injected for tests. */
interface StorageAreas {
  readonly session: StorageArea | null
  readonly local: StorageArea | null
  readonly cookies: CookieJar | null
  readonly isSecure: boolean
  /** Server clock, epoch milliseconds. */
  now(): number
}

/** Annex F: keys in sessionStorage. The token also has a cookie. All other keys are in localStorage. */
const SESSION_KEYS: ReadonlySet<StoredKey> = new Set<StoredKey>(['tb-token', 'errCount'])
const INVITE_LIFETIME_MS = 30 * DAY_MS
const EXPIRING_KEYS: ReadonlySet<StoredKey> = new Set<StoredKey>(['i_code', 'r_code'])

/**
 * Stores the keys of Annex F and no others (S3.35). If an area is forbidden or full, the value is held in memory and `set`
 * resolves to false.
 */
export function createStorage(areas: StorageAreas): TabStorage {
  const memory = new Map<StoredKey, string>()
  const tokenCookie = new TokenCookie(areas.cookies, areas.isSecure)
  const areaOf = (key: StoredKey) => (SESSION_KEYS.has(key) ? areas.session : areas.local)

  /** The value of this tab, without the cookie. */
  function readOwn(key: StoredKey): string | null {
    return memory.get(key) ?? valueOrUndefined(() => areaOf(key)?.getItem(key) ?? null) ?? null
  }

  function writeOwn(key: StoredKey, text: string): boolean {
    const area = areaOf(key)
    const isStored = area !== null && valueOrUndefined(() => (area.setItem(key, text), true)) === true
    if (isStored) memory.delete(key)
    else memory.set(key, text)
    return isStored
  }

  function removeOwn(key: StoredKey): void {
    memory.delete(key)
    valueOrUndefined(() => areaOf(key)?.removeItem(key))
  }

  function read(key: StoredKey): string | null {
    const text = readOwn(key)
    if (text !== null) return EXPIRING_KEYS.has(key) ? unexpired(text, areas.now()) : text
    const shared = key === 'tb-token' ? tokenCookie.read() : null
    // Stores the token in this tab, so that a later change of the cookie is detected.
    if (shared !== null) writeOwn(key, shared)
    return shared
  }

  function write(key: StoredKey, value: string): boolean {
    const now = areas.now()
    if (key === 'tb-token') tokenCookie.write(value, nextSessionExpiry(now) - now)
    return writeOwn(key, EXPIRING_KEYS.has(key) ? JSON.stringify({ value, expireAt: now + INVITE_LIFETIME_MS }) : value)
  }

  function remove(key: StoredKey): void {
    // A newer sign-in of another tab stays.
    if (key === 'tb-token' && tokenCookie.read() === readOwn(key)) tokenCookie.remove()
    removeOwn(key)
  }

  return {
    get: (key) => Promise.resolve(isStoredKey(key) ? read(key) : null),
    set: (key, value) => Promise.resolve(isStoredKey(key) && write(key, value)),
    remove: (key) => {
      if (isStoredKey(key)) remove(key)
      return Promise.resolve()
    },
    hasToken: () => (readOwn('tb-token') ?? tokenCookie.read()) !== null,
    followCookie() {
      const token = tokenCookie.read()
      if (token === readOwn('tb-token') || (token === null && !tokenCookie.wasSeen)) return false
      if (token === null) removeOwn('tb-token')
      else writeOwn('tb-token', token)
      return true
    },
  }
}

/** The storage of this page. It follows sign-ins and sign-outs of other tabs. */
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

const COOKIE_NAME = 'tb-token'

/** Annex F: the cookie of the token. A new tab restores the session from it. The server ignores it (settled 26). */
class TokenCookie {
  readonly #jar: CookieJar | null
  readonly #isSecure: boolean
  #wasSeen = false

  constructor(jar: CookieJar | null, isSecure: boolean) {
    this.#jar = jar
    this.#isSecure = isSecure
    this.read()
  }

  /** False if no cookie was ever read, for example because cookies are forbidden. Its absence then means nothing. */
  get wasSeen(): boolean {
    return this.#wasSeen
  }

  read(): string | null {
    const cookies = valueOrUndefined(() => this.#jar?.read()) ?? ''
    const pair = cookies.split('; ').find((text) => text.startsWith(`${COOKIE_NAME}=`))
    const value = valueOrUndefined(() => decodeURIComponent(pair?.slice(COOKIE_NAME.length + 1) ?? '')) ?? ''
    if (value !== '') this.#wasSeen = true
    return value === '' ? null : value
  }

  /** Uses Max-Age instead of a date, because the local clock may be wrong. */
  write(value: string, lifetimeMs: number): void {
    const secure = this.#isSecure ? '; Secure' : ''
    const seconds = Math.max(0, Math.ceil(lifetimeMs / SECOND_MS))
    const text = `${COOKIE_NAME}=${encodeURIComponent(value)}; Path=/; SameSite=Lax; Max-Age=${seconds}${secure}`
    valueOrUndefined(() => this.#jar?.write(text))
    this.read()
  }

  remove(): void {
    this.write('', 0)
  }
}

/** Returns undefined if the function throws: browsers throw on storage and cookies that are forbidden or full. */
function valueOrUndefined<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
