import { useAtomValue } from 'jotai'
import { Link, useLocation } from 'react-router-dom'
import { commonText } from '#messages/zh/common.ts'
import { type Entrances, entrancesAtom } from '#state/site/entrances.ts'
import { useCachedData } from '#state/data/use-cached-data.ts'
import { navIcon } from './nav-icons.ts'
import { activeEntry, isEntryEnabled } from '#state/site/nav-path.ts'
import styles from './ShellRail.module.css'
import type { DataOf } from '#protocol/endpoints/table.ts'

const NO_PARAMETERS = {}

/** The rail at the left of a desktop: sections of the site (S7.31). Hidden beside a room and in small windows. */
export function ShellRail() {
  const place = useLocation()
  const { data } = useCachedData('site.navigation', NO_PARAMETERS)
  const entries = railEntries(data?.list ?? null, useAtomValue(entrancesAtom))
  const here = activeEntry(
    entries.map(({ path }) => path),
    place,
  )
  return (
    <nav className={styles.rail} aria-label={commonText('rail.label')}>
      {entries.map(({ id, name, icon, path }) => {
        const Icon = navIcon(icon)
        return (
          <Link key={id} className={styles.entry} to={path} aria-current={path === here ? 'page' : undefined}>
            <Icon size={20} aria-hidden="true" />
            <span className={styles.name}>{name}</span>
          </Link>
        )
      })}
    </nav>
  )
}

type NavigationTree = DataOf<'site.navigation'>['list']

interface RailEntry {
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
  { id: 'stand', name: commonText('rail.stand'), icon: 'tv', path: '/app/home' },
  { id: 'football', name: commonText('rail.football'), icon: 'football', path: '/app/live?kind=football' },
  { id: 'basketball', name: commonText('rail.basketball'), icon: 'basketball', path: '/app/live?kind=basketball' },
  { id: 'esports', name: commonText('rail.esports'), icon: 'gamepad', path: '/app/live?kind=esports' },
  { id: 'anchor', name: commonText('rail.anchor'), icon: 'mic', path: '/app/live?kind=anchor' },
]

/** S7.31: flattens a navigation tree of two levels. Omits external targets, disabled screens and duplicates. */
export function railEntries(tree: NavigationTree | null, entrances: Entrances): readonly RailEntry[] {
  const rows = (tree ?? []).flatMap(({ children, ...entry }) => [entry, ...children])
  const offered = rows.filter(({ path }) => isEntryEnabled(path, entrances))
  const entries = offered.filter(({ path }, index) => offered.findIndex((other) => other.path === path) === index)
  return entries.length === 0 ? DEFAULT_RAIL : entries.slice(0, MAX_ENTRIES)
}
