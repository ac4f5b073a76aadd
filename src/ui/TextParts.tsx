import type { TextPart } from './text-parts.ts'

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
