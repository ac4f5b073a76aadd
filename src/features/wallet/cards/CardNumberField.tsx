import { useRef } from 'react'
import { cardNumberTyped } from '#protocol/rules/wallet.ts'
import { wc } from '#lib/messages/wallet-cards.ts'
import { Field } from '#ui/Field.tsx'
import type { FieldBinding } from '#ui/use-form.ts'

/** The number of a bank card in groups of four while it is typed (S5.20). */
export function CardNumberField({ ref, value, error, onValueChange }: FieldBinding) {
  const input = useRef<HTMLInputElement>(null)
  const isForward = useRef(false)
  const type = (typed: string) => {
    const element = input.current
    const caret = element?.selectionStart ?? typed.length
    const next = cardNumberTyped({ text: typed, caret }, value, isForward.current)
    if (element !== null) {
      // Written before React does, which would move the caret to the end.
      element.value = next.text
      element.setSelectionRange(next.caret, next.caret)
    }
    onValueChange(next.text)
  }
  return (
    <Field
      ref={(element) => {
        input.current = element
        ref(element)
      }}
      value={value}
      error={error}
      label={wc('card.number')}
      hint={wc('card.numberHint')}
      name="cardNum"
      inputMode="numeric"
      autoComplete="off"
      required
      onKeyDown={({ key }) => {
        isForward.current = key === 'Delete'
      }}
      onValueChange={type}
    />
  )
}
