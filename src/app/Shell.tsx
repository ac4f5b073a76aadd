import type { ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import { t } from '#lib/text/t.ts'
import { OfflineBar } from '#ui/OfflineBar.tsx'
import styles from './Shell.module.css'
import type { ShellData } from './shell-data.ts'
import { ShellTabs } from './ShellTabs.tsx'
import { ShellTop } from './ShellTop.tsx'

export interface ShellProps {
  readonly data: ShellData
  /** See `RouteHandle.isRoom`. */
  readonly isRoom?: boolean
  readonly children: ReactNode
}

/** The frame around every screen: navigation above (and below on a phone), the connection, and the screen. */
export function Shell({ data, isRoom = false, children }: ShellProps) {
  return (
    <div className={classNames(styles.shell, isRoom && styles.room)} data-connection={data.connection}>
      <a className={styles.skip} href="#content">
        {t('nav.skip')}
      </a>
      <ShellTop data={data} isRoom={isRoom} />
      <OfflineBar connection={data.connection} />
      <main id="content" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      {!isRoom && <ShellTabs data={data} />}
    </div>
  )
}
