import { useRef } from 'react'
import { cardNumberTyped } from '#protocol/rules/wallet.ts'
import { wc } from '#lib/messages/wallet-cards.ts'
import { Field } from '#ui/Field.tsx'
import type { FieldBinding } from '#ui/use-form.ts'

/** The number of a bank card in groups of four while it is typed (S5.20). */
export function CardNumberField(field: FieldBinding) {
  const isForward = useRef(false)
  return (
    <Field
      {...field}
      label={wc('card.number')}
      hint={wc('card.numberHint')}
      name="cardNum"
      inputMode="numeric"
      autoComplete="off"
      required
      onKeyDown={({ key }) => {
        isForward.current = key === 'Delete'
      }}
      read={(typed, before) => cardNumberTyped(typed, before, isForward.current)}
    />
  )
}
