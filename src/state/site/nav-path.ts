import { isSitePath } from '#protocol/rules/jump.ts'
import type { Entrances } from './entrances.ts'

/** The address of the current page. */
interface PageAddress {
  readonly pathname: string
  readonly search: string
  /** `#id`, or empty. */
  readonly hash: string
}

const LIVE_PATH = '/app/live'
/** The default kind of the live list. */
const FIRST_KIND = 'football'

/** Returns whether a path is a screen or below it: `/app/live/1` is within `/app/live`, `/app/lively` is not. */
export function isWithin(pathname: string, screen: string): boolean {
  return pathname === screen || pathname.startsWith(`${screen}/`)
}

function parameters(path: string, search: string): URLSearchParams {
  const all = new URLSearchParams(search)
  if (path === LIVE_PATH && !all.has('kind') && !all.has('q')) all.set('kind', FIRST_KIND)
  return all
}

/** Returns whether a navigation entry matches the address: path, hash (if the entry has one), and all its parameters. */
export function isActiveEntry(entry: string, { pathname, search, hash }: PageAddress): boolean {
  const [address = '', fragment = ''] = entry.split('#')
  const [path = '', query = ''] = address.split('?')
  if (path !== pathname || (fragment !== '' && hash !== `#${fragment}`)) return false
  const current = parameters(pathname, search)
  return [...new URLSearchParams(query)].every(([name, value]) => current.get(name) === value)
}

/** Returns the entry to highlight: one with a matching hash before one without; null if none matches. */
export function activeEntry(entries: readonly string[], address: PageAddress): string | null {
  const active = entries.filter((entry) => isActiveEntry(entry, address))
  return active.find((entry) => entry.includes('#')) ?? active[0] ?? null
}

/** Screens that a site may disable (S9.14). */
const GATED: readonly (readonly [screen: string, isOpen: (entrances: Entrances) => boolean])[] = [
  ['/app/tips', ({ tips }) => tips],
  ['/app/expert', ({ tips }) => tips],
  ['/app/activity/invite', ({ invite }) => invite],
  ['/app/sponsor', ({ sponsors }) => sponsors.length > 0],
]

/** Returns whether an entry may be shown: a path of this app, to a screen that is enabled on this site. */
export function isEntryEnabled(path: string, entrances: Entrances): boolean {
  if (!isSitePath(path)) return false
  const pathname = path.replace(/[?#].*$/, '')
  return GATED.every(([screen, isOpen]) => !isWithin(pathname, screen) || isOpen(entrances))
}

/** Returns the path of the search results; an empty query shows the whole list. */
export function searchPath(query: string): string {
  return query === '' ? LIVE_PATH : `${LIVE_PATH}?q=${encodeURIComponent(query)}`
}
