import type { ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import { MoreLink } from '#ui/button/MoreLink.tsx'
import styles from './SectionHead.module.css'

export interface SectionHeadProps {
  readonly title: string
  /** For `aria-labelledby` of its section. */
  readonly id?: string
  /** 2 by default; 1 for the page title. */
  readonly level?: 1 | 2 | 3
  /** Muted text at the right: 共 54 场. */
  readonly note?: ReactNode
  /** Link to the complete list: 全部 54 场. */
  readonly more?: { readonly to: string; readonly label: string } | undefined
  readonly className?: string | undefined
  /** Tabs or a choice between title and right side; on its own line on a phone. */
  readonly children?: ReactNode
}

/** The head of a section: ornament of the layout, title, tabs, and a link to the rest. */
export function SectionHead({ title, id, level = 2, note, more, className, children }: SectionHeadProps) {
  const Heading = `h${level}` as const
  return (
    <header className={classNames(styles.head, className)}>
      <Heading id={id} className={styles.title}>
        {title}
      </Heading>
      {children && <div className={styles.middle}>{children}</div>}
      {(note || more) && (
        <span className={styles.end}>
          {note}
          {more && <MoreLink to={more.to}>{more.label}</MoreLink>}
        </span>
      )}
    </header>
  )
}
