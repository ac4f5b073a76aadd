import type { ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import { MoreLink } from './MoreLink.tsx'
import styles from './SectionHead.module.css'

export interface SectionHeadProps {
  readonly title: string
  /** For `aria-labelledby` of the section that it heads. */
  readonly id?: string
  /** 2 by default; 1 where it is the title of the page. */
  readonly level?: 1 | 2 | 3
  /** A fact at the right, muted: 共 54 场. */
  readonly note?: ReactNode
  /** Where all of it is: 全部 54 场. */
  readonly more?: { readonly to: string; readonly label: string } | undefined
  readonly className?: string | undefined
  /** Between title and right side: tabs or a choice. On a phone they take a line of their own. */
  readonly children?: ReactNode
}

/** The head of a section that stands on the page itself: the mark of the layout, the title, tabs, and a way to the rest. */
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
