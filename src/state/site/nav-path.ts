import { isOwnPath } from '#protocol/rules/jump.ts'
import type { Entrances } from './entrances.ts'

export interface PageAddress {
  readonly pathname: string
  readonly search: string
  /** `#id`, or empty. */
  readonly hash: string
}

const LIVE_PATH = '/app/live'
/** The kind that the live list opens with when its address names none. */
const FIRST_KIND = 'football'

/** Whether a path is a screen or lies below it: `/app/live` holds `/app/live/1`, not `/app/lively`. */
export function isWithin(pathname: string, screen: string): boolean {
  return pathname === screen || pathname.startsWith(`${screen}/`)
}

function parameters(path: string, search: string): URLSearchParams {
  const all = new URLSearchParams(search)
  if (path === LIVE_PATH && !all.has('kind') && !all.has('q')) all.set('kind', FIRST_KIND)
  return all
}

/**
 * Whether an entry of the rail is where the viewer is: the same screen, the part of it that the entry names, and every
 * parameter that it names.
 */
export function isActiveEntry(entry: string, { pathname, search, hash }: PageAddress): boolean {
  const [place = '', part = ''] = entry.split('#')
  const [path = '', query = ''] = place.split('?')
  if (path !== pathname || (part !== '' && hash !== `#${part}`)) return false
  const here = parameters(pathname, search)
  return [...new URLSearchParams(query)].every(([name, value]) => here.get(name) === value)
}

/** The entry to mark of those that are here: a part of a screen before the screen; null = none is here. */
export function activeEntry(entries: readonly string[], place: PageAddress): string | null {
  const here = entries.filter((entry) => isActiveEntry(entry, place))
  return here.find((entry) => entry.includes('#')) ?? here[0] ?? null
}

/** Screens that a site may have switched off (S9.14). */
const GATED: readonly (readonly [screen: string, isOpen: (entrances: Entrances) => boolean])[] = [
  ['/app/tips', ({ tips }) => tips],
  ['/app/expert', ({ tips }) => tips],
  ['/app/activity/invite', ({ invite }) => invite],
  ['/app/sponsor', ({ sponsors }) => sponsors.length > 0],
]

/** Whether an entry may be offered: a path of ours, to a screen that this site has not switched off. */
export function isEntryEnabled(path: string, entrances: Entrances): boolean {
  if (!isOwnPath(path)) return false
  const pathname = path.replace(/[?#].*$/, '')
  return GATED.every(([screen, isOpen]) => !isWithin(pathname, screen) || isOpen(entrances))
}

/** Where a search shows what it found; an empty one shows the whole list. */
export function searchPath(query: string): string {
  return query === '' ? LIVE_PATH : `${LIVE_PATH}?q=${encodeURIComponent(query)}`
}
