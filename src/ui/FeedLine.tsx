import type { ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import type { LinePart } from './line-parts.ts'
import { nodesOf } from './line-parts.ts'
import styles from './FeedLine.module.css'

export interface FeedLineProps {
  /** Public hooks (docs/protocol.md section 7). Own lines that are not in the log have neither id nor seq. */
  readonly id?: string
  readonly seq?: number
  readonly kind: string
  readonly state?: 'confirmed' | 'pending' | 'failed'
  readonly className?: string | undefined
  /** What the line says: parts where it is words alone, which is many times cheaper, or elements. */
  readonly children?: ReactNode
  readonly parts?: readonly LinePart[]
}

/**
 * One line of the room's list: the padding every kind shares, and the hooks that test tools read. A function that may be
 * called for its element, without a component around each of the thousands that pass.
 */
export function FeedLine({ id, seq, kind, state = 'confirmed', className, children, parts }: FeedLineProps) {
  return (
    <div
      ref={parts && ((line) => line?.replaceChildren(...nodesOf(parts)))}
      className={classNames(styles.line, className)}
      data-id={id}
      data-seq={seq}
      data-kind={kind}
      data-state={state}
    >
      {children}
    </div>
  )
}
