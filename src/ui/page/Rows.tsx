import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { directionOf } from '#messages/bidi.ts'
import { classNames } from '#lib/class-names.ts'
import { cardLink } from '#ui/button/card-link.ts'
import styles from './Rows.module.css'

interface RowsProps {
  /** `Row` elements. */
  readonly children: ReactNode
  /** Accessible name if there is no heading. */
  readonly label?: string
  readonly className?: string | undefined
}

/** A list in a panel with separators and the row height of the skin. */
export function Rows({ children, label, className }: RowsProps) {
  return (
    <ul className={classNames(styles.rows, className)} aria-label={label}>
      {children}
    </ul>
  )
}

interface RowProps {
  readonly title: ReactNode
  /** A second, muted line. */
  readonly note?: ReactNode
  /** Before the text: avatar, crest, icon or time. */
  readonly lead?: ReactNode
  /** At the right: button, badge or number. */
  readonly end?: ReactNode
  /** Link target of the whole row; controls at the right stay separate. */
  readonly to?: string
  /** The screen of `to` is shown. */
  readonly isCurrent?: boolean
  /** Long titles wrap instead of being truncated. */
  readonly isWrapped?: boolean
  readonly className?: string | undefined
}

/** One row: lead, title over note, end. */
export function Row({ title, note, lead, end, to, isCurrent = false, isWrapped = false, className }: RowProps) {
  const text = (
    <>
      <span className={styles.title} dir={directionOf(title)}>
        {title}
      </span>
      {note && (
        <small className={styles.note} dir={directionOf(note)}>
          {note}
        </small>
      )}
    </>
  )
  return (
    <li className={classNames(styles.row, to !== undefined && styles.pressed, isWrapped && styles.wrapped, className)}>
      {lead && <span className={styles.lead}>{lead}</span>}
      {to === undefined ? (
        <span className={styles.text}>{text}</span>
      ) : (
        <Link className={classNames(styles.text, cardLink)} to={to} aria-current={isCurrent ? 'page' : undefined}>
          {text}
        </Link>
      )}
      {end && <span className={styles.end}>{end}</span>}
    </li>
  )
}
