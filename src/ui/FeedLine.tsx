import type { ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import styles from './FeedLine.module.css'

export interface FeedLineProps {
  /** Public hooks (docs/protocol.md section 7). Own lines that are not in the log have neither id nor seq. */
  readonly id?: string
  readonly seq?: number
  readonly kind: string
  readonly state?: 'confirmed' | 'pending' | 'failed'
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** One line of the room's list: the padding every kind shares, and the hooks that test tools read. */
export function FeedLine({ id, seq, kind, state = 'confirmed', className, children }: FeedLineProps) {
  return (
    <div className={classNames(styles.line, className)} data-id={id} data-seq={seq} data-kind={kind} data-state={state}>
      {children}
    </div>
  )
}
