import type { ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import styles from './Page.module.css'

export interface PageProps {
  /** Beside the content from 1280 px on, 304 px wide; below it under the content. */
  readonly side?: ReactNode
  readonly className?: string | undefined
  /** Sections and panels, one below the other. */
  readonly children: ReactNode
}

/** The body of a screen in the shell: the page's edge, its width, and the gap between its parts. */
export function Page({ side, className, children }: PageProps) {
  return (
    <div className={classNames(styles.page, side !== undefined && styles.split, className)}>
      <div className={styles.column}>{children}</div>
      {side !== undefined && <aside className={styles.column}>{side}</aside>}
    </div>
  )
}
