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
