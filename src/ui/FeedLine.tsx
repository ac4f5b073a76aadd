import type { ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import type { TextPart } from './text-parts.ts'
import { nodesOf } from './text-parts.ts'
import styles from './FeedLine.module.css'

export interface FeedLineProps {
  /** Public hooks (docs/protocol.md section 7). Outgoing messages have neither id nor seq. */
  readonly id?: string
  readonly seq?: number
  readonly kind: string
  readonly state?: 'confirmed' | 'pending' | 'failed'
  readonly className?: string | undefined
  /** Content: parts for plain messages, which are much cheaper, or elements. */
  readonly children?: ReactNode
  readonly parts?: readonly TextPart[]
}

/**
 * One message of the list with its padding and test hooks. Callable as a function, which saves a component per message.
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
