import type { ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import styles from './LeadGround.module.css'
import { Stand } from './Stand.tsx'

export interface LeadGroundProps {
  /** Says how high it is. */
  readonly className?: string | undefined
  /** Title, a line below it, and one primary button. */
  readonly children: ReactNode
}

/** What a screen leads with: words before the drawn stand, in the lead colours of the skin. */
export function LeadGround({ className, children }: LeadGroundProps) {
  return (
    <div className={classNames(styles.ground, className)}>
      <Stand crowd="full" className={styles.stand} />
      {children}
    </div>
  )
}
