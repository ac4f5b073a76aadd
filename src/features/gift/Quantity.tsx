import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { GIFT_COUNT_MAX } from '#protocol/constants.ts'
import { quantityTyped } from '#protocol/rules/amount.ts'
import { roomText } from '#messages/zh/room.ts'
import { useTyped } from '#ui/field/use-typed.ts'
import styles from './Quantity.module.css'
import { QUANTITIES } from './spending.ts'

const MAX_DIGITS = String(GIFT_COUNT_MAX).length

interface QuantityProps {
  readonly count: number
  readonly onChange: (count: number) => void
}

/** The quantity: four presets, or a custom number. */
export function Quantity({ count, onChange }: QuantityProps) {
  const [isCustom, setCustom] = useState(!QUANTITIES.some((preset) => preset === count))
  const typed = useTyped({
    value: String(count),
    read: quantityTyped(MAX_DIGITS),
    onValueChange: (text) => onChange(Number(text) || 1),
  })
  const field = useRef<HTMLInputElement>(null)
  const startCustom = () => {
    // The button is replaced by the field, which must exist to take the focus.
    flushSync(() => setCustom(true))
    field.current?.focus()
  }
  return (
    <fieldset className={styles.row} aria-label={roomText('gift.quantity')}>
      {QUANTITIES.map((preset) => (
        <button
          key={preset}
          type="button"
          className={styles.choice}
          aria-pressed={!isCustom && preset === count}
          onClick={() => {
            setCustom(false)
            onChange(preset)
          }}
        >
          {preset}
        </button>
      ))}
      {isCustom ? (
        <input
          ref={field}
          className={styles.custom}
          type="text"
          inputMode="numeric"
          aria-label={roomText('gift.customLabel')}
          {...typed}
          onFocus={(event) => event.target.select()}
        />
      ) : (
        <button type="button" className={styles.choice} aria-pressed={false} onClick={startCustom}>
          {roomText('gift.custom')}
        </button>
      )}
    </fieldset>
  )
}
