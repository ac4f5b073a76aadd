import type { DataOf } from '#protocol/endpoints/table.ts'
import { t } from '#lib/messages/common.ts'
import type { Entrances } from '#state/site/entrances.ts'
import { isEntryEnabled } from '#state/site/nav-path.ts'

export type NavigationTree = DataOf<'site.navigation'>['list']

export interface RailEntry {
  readonly id: string
  readonly name: string
  /** See `nav-icons.ts`. */
  readonly icon: string
  readonly path: string
}

/** Maximum for a window height of 800 px. */
const MAX_ENTRIES = 9

/** Used when the server's navigation is not available: the sections of every site. */
export const DEFAULT_RAIL: readonly RailEntry[] = [
  { id: 'stand', name: t('rail.stand'), icon: 'tv', path: '/app/home' },
  { id: 'football', name: t('rail.football'), icon: 'football', path: '/app/live?kind=football' },
  { id: 'basketball', name: t('rail.basketball'), icon: 'basketball', path: '/app/live?kind=basketball' },
  { id: 'esports', name: t('rail.esports'), icon: 'gamepad', path: '/app/live?kind=esports' },
  { id: 'anchor', name: t('rail.anchor'), icon: 'mic', path: '/app/live?kind=anchor' },
]

/** S7.31: flattens a navigation tree of two levels. Omits external targets, disabled screens and duplicates. */
export function railEntries(tree: NavigationTree | null, entrances: Entrances): readonly RailEntry[] {
  const rows = (tree ?? []).flatMap(({ children, ...entry }) => [entry, ...children])
  const offered = rows.filter(({ path }) => isEntryEnabled(path, entrances))
  const entries = offered.filter(({ path }, index) => offered.findIndex((other) => other.path === path) === index)
  return entries.length === 0 ? DEFAULT_RAIL : entries.slice(0, MAX_ENTRIES)
}
