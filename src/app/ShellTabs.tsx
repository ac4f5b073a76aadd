import { User } from 'lucide-react'
import { Link, NavLink } from 'react-router-dom'
import { t } from '#lib/text/t.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { NAV_ENTRIES } from './nav-entries.tsx'
import type { ShellData } from './shell-data.ts'
import styles from './ShellTabs.module.css'

/** The bottom tabs of a phone: the first screens and, last, the member. */
export function ShellTabs({ data }: { readonly data: ShellData }) {
  return (
    <nav className={styles.tabs} aria-label={t('nav.main')}>
      {NAV_ENTRIES.filter((entry) => entry.isTab).map(({ to, label, icon: Icon }) => (
        <NavLink key={to} className={styles.tab ?? ''} to={to}>
          <Icon size={22} aria-hidden="true" />
          {t(label)}
        </NavLink>
      ))}
      {data.member ? (
        <AccountMenu
          member={data.member}
          onSignOut={data.onSignOut}
          trigger={
            <button className={styles.tab} type="button">
              <User size={22} aria-hidden="true" />
              {t('nav.mine')}
            </button>
          }
        />
      ) : (
        <Link className={styles.tab} to={data.signInPath}>
          <User size={22} aria-hidden="true" />
          {t('action.signIn')}
        </Link>
      )}
    </nav>
  )
}
