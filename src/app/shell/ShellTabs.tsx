import { User } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { formatBadge } from '#lib/format.ts'
import { commonText } from '#messages/zh/common.ts'
import { currentOf, NAV_ENTRIES } from './nav-entries.tsx'
import { MAX_UNREAD_SHOWN } from '#features/notice/NoticeBell.tsx'
import type { ShellData } from './shell-data.ts'
import styles from './ShellTabs.module.css'

const MINE = { to: '/app/mine', holds: [] }

/** The bottom tabs of a phone: main screens and the member page. */
export function ShellTabs({ data: { unreadCount } }: { readonly data: ShellData }) {
  const { pathname } = useLocation()
  return (
    <nav className={styles.tabs} aria-label={commonText('nav.main')}>
      {NAV_ENTRIES.map(
        (entry) =>
          entry.tab !== null && (
            <Link key={entry.to} className={styles.tab} to={entry.to} aria-current={currentOf(entry, pathname)}>
              <entry.icon size={22} />
              {commonText(entry.tab)}
            </Link>
          ),
      )}
      <Link className={styles.tab} to={MINE.to} aria-current={currentOf(MINE, pathname)}>
        <span className={styles.icon}>
          <User size={22} />
          {unreadCount > 0 && (
            <span className={styles.count} aria-hidden="true">
              {formatBadge(unreadCount, MAX_UNREAD_SHOWN)}
            </span>
          )}
        </span>
        {commonText('nav.mine')}
        {unreadCount > 0 && (
          <span className="visually-hidden">{commonText('notice.mineCount', { count: unreadCount })}</span>
        )}
      </Link>
    </nav>
  )
}
