import { PROTOCOL_VERSION } from '#protocol/version.ts'
import { tabStorage } from './tab-storage.ts'

/*
 * Responses of a member's last page in this tab, shown at once after a load and refreshed (decision 204). They are in
 * sessionStorage, beside the token they belong to, and removed with the session (decision 195).
 */

const KEY = 'visit'
const TOKEN_KEY = 'tb-token'
/** Characters. More is not stored. */
const MAX_LENGTH = 200_000
/** The least recently updated are dropped. */
const MAX_RESPONSES = 64

type Responses = ReadonlyMap<string, unknown>

interface Visit {
  readonly userId: string
  /** Responses by the keys of the cache. */
  readonly responses: Responses
}

/** What a visit belongs to. */
interface Tab {
  readonly site: string
  readonly storage: Pick<Storage, 'getItem' | 'setItem'> | null
  /** `document.cookie`. */
  readonly cookies: string
}

function tabOfPage(): Tab {
  return {
    site: document.documentElement.dataset['site'] ?? '',
    storage: tabStorage(),
    cookies: document.cookie,
  }
}

/**
 * The visit of the session whose token the tab holds, on the same site; null without one. A sign-out in any tab removes
 * the cookie of the token, also while this tab is frozen.
 */
export function readVisit({ site, storage, cookies }: Tab = tabOfPage()): Visit | null {
  try {
    const token = storage?.getItem(TOKEN_KEY) ?? ''
    const isSignedIn = token !== '' && cookies.split('; ').includes(`${TOKEN_KEY}=${encodeURIComponent(token)}`)
    const visit = JSON.parse(storage?.getItem(KEY) ?? 'null') as StoredVisit | null
    if (!isSignedIn || visit === null || visit.token !== endOf(token)) return null
    // Responses of another version may have other fields.
    if (visit.site !== site || visit.version !== PROTOCOL_VERSION) return null
    return { userId: visit.userId, responses: new Map(visit.responses) }
  } catch {
    return null
  }
}

interface StoredVisit {
  readonly userId: string
  readonly site: string
  readonly version: number
  readonly token: string
  readonly responses: readonly (readonly [key: string, data: unknown])[]
}

/** The session of the visit has ended. */
export function removeVisit(): void {
  tabStorage()?.removeItem(KEY)
}

/** Stores the responses of `cache` that belong to the member, and those of the last visit that were not read again. */
export function storeVisit(
  userId: string,
  cache: Responses,
  before: Visit | null = lastVisit,
  { site, storage }: Tab = tabOfPage(),
): void {
  const token = endOf(storage?.getItem(TOKEN_KEY) ?? '')
  const isOwn = ([key]: readonly [string, unknown]) => key.endsWith(` ${userId}`)
  const own = [...cache].filter(isOwn)
  const older = [...(before?.responses ?? [])].filter((one) => isOwn(one) && !cache.has(one[0]))
  const responses = [...older, ...own].slice(-MAX_RESPONSES)
  const text = JSON.stringify({ userId, site, version: PROTOCOL_VERSION, token, responses } satisfies StoredVisit)
  if (token === '' || text.length > MAX_LENGTH) return
  try {
    storage?.setItem(KEY, text)
  } catch {
    // Full: the next load starts without data.
  }
}

/** The end of a token: it distinguishes tokens, and no call can be made with it. */
function endOf(token: string): string {
  return token.slice(-12)
}

/** The visit with which the page was loaded; null outside of a page, as in tests of rules. */
export const lastVisit = typeof document === 'undefined' ? null : readVisit()
