import { type ChangeEvent, type CompositionEvent, useState } from 'react'
import type { FieldReader } from '#protocol/rules/typed.ts'

interface TypedOptions {
  readonly value: string
  /** Without a reader each input is reported as it is. */
  readonly read?: FieldReader | undefined
  readonly onValueChange: (value: string) => void
}

interface TypedProps {
  readonly value: string
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
  readonly onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => void
}

/**
 * Properties of a text input whose text is read, for example with full-width digits as digits. Between the start and the
 * end of a composition of an input method nothing is changed or reported: input methods insert again what they have not
 * committed.
 */
export function useTyped({ value, read, onValueChange }: TypedOptions): TypedProps {
  /** The text during a composition; null outside of one. */
  const [draft, setDraft] = useState<string | null>(null)
  const accept = (input: HTMLInputElement) => {
    setDraft(null)
    const typed = { text: input.value, caret: input.selectionStart ?? input.value.length }
    const next = read?.(typed, value) ?? typed
    if (next.text !== typed.text) {
      // Written before React does, which would move the caret to the end.
      input.value = next.text
      input.setSelectionRange(next.caret, next.caret)
    }
    if (next.text !== value) onValueChange(next.text)
  }
  return {
    value: draft ?? value,
    onChange({ currentTarget, nativeEvent }) {
      const isComposing = 'isComposing' in nativeEvent && nativeEvent.isComposing === true
      if (read !== undefined && isComposing) setDraft(currentTarget.value)
      else accept(currentTarget)
    },
    onCompositionEnd: ({ currentTarget }) => accept(currentTarget),
  }
}
