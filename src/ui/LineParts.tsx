import type { LinePart } from './line-parts.ts'

/** Renders message parts as elements. */
export function LineParts({ parts }: { readonly parts: readonly LinePart[] }) {
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
