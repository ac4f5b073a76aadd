import type { ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import styles from './Page.module.css'

interface PageProps {
  /** Side column of 304 px from 1280 px on; below the content otherwise. */
  readonly side?: ReactNode
  /** Hides sections below a loading one of unknown height, so that they do not move. The side column always does. */
  readonly isStacked?: boolean
  readonly className?: string | undefined
  /** Sections and panels. */
  readonly children: ReactNode
}

/** The body of a screen in the shell: margins, width, gaps. */
export function Page({ side, isStacked = false, className, children }: PageProps) {
  return (
    <div className={classNames(styles.page, side !== undefined && styles.split, className)}>
      <div className={classNames(styles.column, isStacked && styles.stacked)}>{children}</div>
      {side !== undefined && <aside className={classNames(styles.column, styles.stacked)}>{side}</aside>}
    </div>
  )
}
