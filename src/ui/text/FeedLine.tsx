import type { ReactNode } from 'react'
import { isBidirectional } from '#messages/bidi.ts'
import { classNames } from '#lib/class-names.ts'
import styles from './FeedLine.module.css'

interface FeedLineProps {
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

/** A styled part of a message: a name, a badge, a quote. */
export interface TextSpan {
  /** Pieces, each with its own direction: the name and the colon after it. */
  readonly text: string | readonly string[]
  readonly className?: string | undefined
  readonly title?: string
}

/** A part of a message, in order. Always text. */
export type TextPart = string | TextSpan

/**
 * Creates DOM nodes of the parts without components, for lists that draw hundreds of messages per second. Only texts with
 * characters from right to left get an element of their own, whose direction is that of their first word.
 */
function nodesOf(parts: readonly TextPart[]): (string | Node)[] {
  return parts.map((part) => {
    if (typeof part === 'string') return nodeOf(part)
    const mark = document.createElement('span')
    if (part.className) mark.className = part.className
    if (part.title) mark.title = part.title
    const { text } = part
    if (typeof text === 'string') mark.textContent = text
    else if (text.some(isBidirectional)) mark.append(...text.map(nodeOf))
    else mark.textContent = text.join('')
    return mark
  })
}

function nodeOf(text: string): string | Node {
  if (!isBidirectional(text)) return text
  const isolate = document.createElement('bdi')
  isolate.textContent = text
  return isolate
}

/** Renders message parts as elements. */
export function TextParts({ parts }: { readonly parts: readonly TextPart[] }) {
  return parts.map((part, place) => {
    // oxlint-disable-next-line react/no-array-index-key -- parts have no names and keep their order
    if (typeof part === 'string') return isBidirectional(part) ? <bdi key={place}>{part}</bdi> : part
    const { text, ...attributes } = part
    return (
      // oxlint-disable-next-line react/no-array-index-key -- see above
      <span key={place} {...attributes}>
        {typeof text === 'string' ? text : <TextParts parts={text} />}
      </span>
    )
  })
}
