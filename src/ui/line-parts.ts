/** A word in a line that is set apart: a name, a badge, what is quoted. */
export interface LineMark {
  readonly text: string
  readonly className?: string | undefined
  readonly title?: string
}

/** What a line says, in order. Text and nothing else, whatever is in it. */
export type LinePart = string | LineMark

/** The parts as nodes of the page, without a component for each: for lists that draw hundreds of lines a second. */
export function nodesOf(parts: readonly LinePart[]): (string | Node)[] {
  return parts.map((part) => {
    if (typeof part === 'string') return part
    const mark = document.createElement('span')
    if (part.className) mark.className = part.className
    if (part.title) mark.title = part.title
    mark.textContent = part.text
    return mark
  })
}
