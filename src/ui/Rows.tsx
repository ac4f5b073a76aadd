import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { classNames } from '#lib/class-names.ts'
import { cardLink } from './card-link.ts'
import styles from './Rows.module.css'

export interface RowsProps {
  /** A `Row` each. */
  readonly children: ReactNode
  /** Names the list where no heading stands above it. */
  readonly label?: string
  readonly className?: string | undefined
}

/** A list in a panel: fine rules between the rows, in the row height of the skin. */
export function Rows({ children, label, className }: RowsProps) {
  return (
    <ul className={classNames(styles.rows, className)} aria-label={label}>
      {children}
    </ul>
  )
}

export interface RowProps {
  readonly title: ReactNode
  /** A second line, muted. */
  readonly note?: ReactNode
  /** Before the text: an avatar, a crest, an icon, or a time (figures stand in the score font). */
  readonly lead?: ReactNode
  /** At the right: a button, a badge, a figure. */
  readonly end?: ReactNode
  /** Where the row leads; then all of it can be pressed, and what stands at the right lies above. */
  readonly to?: string
  /** Long titles go on in a second line instead of being cut. */
  readonly isWrapped?: boolean
  readonly className?: string | undefined
}

/** One line of a list: lead, title over note, end. */
export function Row({ title, note, lead, end, to, isWrapped = false, className }: RowProps) {
  const text = (
    <>
      <span className={styles.title}>{title}</span>
      {note && <small className={styles.note}>{note}</small>}
    </>
  )
  return (
    <li className={classNames(styles.row, to !== undefined && styles.pressed, isWrapped && styles.wrapped, className)}>
      {lead && <span className={styles.lead}>{lead}</span>}
      {to === undefined ? (
        <span className={styles.text}>{text}</span>
      ) : (
        <Link className={classNames(styles.text, cardLink)} to={to}>
          {text}
        </Link>
      )}
      {end && <span className={styles.end}>{end}</span>}
    </li>
  )
}
