import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { GIFT_COUNT_MAX } from '#protocol/constants.ts'
import { rt } from '#lib/messages/room.ts'
import styles from './Quantity.module.css'
import { QUANTITIES } from './spending.ts'

export interface QuantityProps {
  readonly count: number
  readonly onChange: (count: number) => void
}

/** The quantity: four presets, or a custom number. */
export function Quantity({ count, onChange }: QuantityProps) {
  const [isCustom, setCustom] = useState(!QUANTITIES.some((preset) => preset === count))
  const field = useRef<HTMLInputElement>(null)
  const startCustom = () => {
    // The button is replaced by the field, which must exist to take the focus.
    flushSync(() => setCustom(true))
    field.current?.focus()
  }
  return (
    <fieldset className={styles.row} aria-label={rt('gift.quantity')}>
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
          aria-label={rt('gift.customLabel')}
          maxLength={String(GIFT_COUNT_MAX).length}
          value={count}
          onFocus={(event) => event.target.select()}
          onChange={(event) => onChange(Number(event.target.value.replace(/\D/g, '')) || 1)}
        />
      ) : (
        <button type="button" className={styles.choice} aria-pressed={false} onClick={startCustom}>
          {rt('gift.custom')}
        </button>
      )}
    </fieldset>
  )
}
