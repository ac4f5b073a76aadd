import type { ReactNode } from 'react'
import { directionOf } from '#messages/bidi.ts'
import { classNames } from '#lib/class-names.ts'
import styles from './Facts.module.css'

interface FactsProps {
  /** `Fact` elements. */
  readonly children: ReactNode
  /**
   * `lines`: names at the left, values at the right. `panel`: lines in a panel. `plate`: lines on a ground of their own.
   * `ruled`: rows of a panel with separators. `tiles`: names above values. Without it the caller has the styles.
   */
  readonly layout?: 'lines' | 'panel' | 'plate' | 'ruled' | 'tiles'
  /** Accessible name if there is no heading. */
  readonly label?: string
  /** Announces changed values. */
  readonly isLive?: boolean
  readonly className?: string | undefined
}

/** Names with their values. */
export function Facts({ children, layout, label, isLive = false, className }: FactsProps) {
  return (
    <dl
      className={classNames(layout && styles.facts, layout && styles[layout], className)}
      aria-label={label}
      aria-live={isLive ? 'polite' : undefined}
    >
      {children}
    </dl>
  )
}

interface FactProps {
  readonly name: ReactNode
  /** The value that matters most. */
  readonly isLead?: boolean
  readonly children: ReactNode
}

/** A name with its value. */
export function Fact({ name, isLead = false, children }: FactProps) {
  return (
    <div data-lead={isLead || undefined}>
      <dt>{name}</dt>
      <dd dir={directionOf(children)}>{children}</dd>
    </div>
  )
}
