import { useAtomValue } from 'jotai'
import { Link, useLocation } from 'react-router-dom'
import { t } from '#lib/messages/common.ts'
import { entrancesAtom } from '#state/site/entrances.ts'
import { useCachedData } from '#state/data/use-cached-data.ts'
import { navIcon } from './nav-icons.ts'
import { activeEntry } from '#state/site/nav-path.ts'
import { railEntries } from './rail-entries.ts'
import styles from './ShellRail.module.css'

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
    <nav className={styles.rail} aria-label={t('rail.label')}>
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
