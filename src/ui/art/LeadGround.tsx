import type { ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import styles from './LeadGround.module.css'
import { Stand } from './Stand.tsx'

interface LeadGroundProps {
  /** Sets the height. */
  readonly className?: string | undefined
  /** Title, one line, and one primary button. */
  readonly children: ReactNode
}

/** The lead area of a screen: text in front of the drawn stand. */
export function LeadGround({ className, children }: LeadGroundProps) {
  return (
    <div className={classNames(styles.ground, className)}>
      <Stand crowd="full" className={styles.stand} />
      {children}
    </div>
  )
}
