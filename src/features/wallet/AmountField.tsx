import type { RefCallback } from 'react'
import { CURRENCIES, type SettleCurrency } from '#protocol/currency.ts'
import { amountText, amountTyped } from '#protocol/rules/amount.ts'
import { formatMoney } from '#lib/format.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { Button } from '#ui/button/Button.tsx'
import { Field } from '#ui/field/Field.tsx'
import styles from './AmountField.module.css'

interface AmountFieldProps {
  readonly label: string
  readonly currency: SettleCurrency
  readonly value: string
  readonly onValueChange: (value: string) => void
  readonly error?: string | null
  readonly hint?: string
  readonly disabled?: boolean
  /** Suggested amounts in minor units. */
  readonly quick?: readonly number[]
  /** Minor units of the button 全部; null without it. */
  readonly all?: number | null
  readonly ref?: RefCallback<HTMLElement>
}

/** A field for an amount (S5.18). Full-width digits, signs of currencies and thousands separators are understood. */
export function AmountField(props: AmountFieldProps) {
  const { currency, onValueChange, quick = [], all = null, disabled = false, ...field } = props
  const { symbols, decimals } = CURRENCIES[currency]
  return (
    <div className={styles.amount}>
      <Field
        {...field}
        // A refusal can name the field and the limit, so the place of the message is kept.
        isMessageReserved
        disabled={disabled}
        inputMode="decimal"
        autoComplete="off"
        icon={<span className={styles.symbol}>{symbols}</span>}
        read={amountTyped}
        onValueChange={onValueChange}
        end={
          all !== null && (
            <Button
              size="tiny"
              disabled={disabled || all <= 0}
              onClick={() => onValueChange(amountText(all, decimals))}
            >
              {walletText('amount.all')}
            </Button>
          )
        }
      />
      {quick.length > 0 && (
        <fieldset className={styles.quick} aria-label={walletText('amount.quick')}>
          {quick.map((amount) => (
            <Button
              key={amount}
              size="small"
              disabled={disabled}
              aria-pressed={field.value === amountText(amount, decimals)}
              onClick={() => onValueChange(amountText(amount, decimals))}
            >
              {formatMoney(amount, CURRENCIES[currency]).replace(/\.00$/, '')}
            </Button>
          ))}
        </fieldset>
      )}
    </div>
  )
}
