import type { ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
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

/** A styled word in a message: a name, a badge, a quote. */
export interface TextSpan {
  readonly text: string
  readonly className?: string | undefined
  readonly title?: string
}

/** A part of a message, in order. Always text. */
export type TextPart = string | TextSpan

/** Creates DOM nodes of the parts without components, for lists that draw hundreds of messages per second. */
export function nodesOf(parts: readonly TextPart[]): (string | Node)[] {
  return parts.map((part) => {
    if (typeof part === 'string') return part
    const mark = document.createElement('span')
    if (part.className) mark.className = part.className
    if (part.title) mark.title = part.title
    mark.textContent = part.text
    return mark
  })
}

/** Renders message parts as elements. */
export function TextParts({ parts }: { readonly parts: readonly TextPart[] }) {
  return parts.map((part, place) => {
    if (typeof part === 'string') return part
    const { text, ...attributes } = part
    return (
      // oxlint-disable-next-line react/no-array-index-key -- parts have no names and keep their order
      <span key={place} {...attributes}>
        {text}
      </span>
    )
  })
}
