import { useRef } from 'react'
import { cardNumberTyped } from '#protocol/rules/wallet.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { Field } from '#ui/Field.tsx'
import type { FieldBinding } from '#ui/use-form.ts'

/** The number of a bank card in groups of four while it is typed (S5.20). */
export function CardNumberField(field: FieldBinding) {
  const isForward = useRef(false)
  return (
    <Field
      {...field}
      label={walletText('cards.card.number')}
      hint={walletText('cards.card.numberHint')}
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
