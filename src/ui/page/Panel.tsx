import { type ReactNode, useId } from 'react'
import { classNames } from '#lib/class-names.ts'
import styles from './Panel.module.css'

interface PanelProps {
  /** The heading; also the accessible name of the section. */
  readonly title?: string
  /** Right of the heading: one line or one control. */
  readonly aside?: ReactNode
  /** The lead panel of a view has the ornament of its skin (a double line, a band of three colours). */
  readonly isLead?: boolean
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** The frame of a group in the layout of the skin: a card, an edge, or a line. */
export function Panel({ title, aside, isLead = false, className, children }: PanelProps) {
  const titleId = useId()
  return (
    <section
      className={classNames(styles.panel, isLead ? styles.lead : title !== undefined && styles.titled, className)}
      aria-labelledby={title === undefined ? undefined : titleId}
    >
      {title !== undefined && (
        <header className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          {aside}
        </header>
      )}
      {children}
    </section>
  )
}
