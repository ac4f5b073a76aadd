import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { GIFT_COUNT_MAX } from '#protocol/constants.ts'
import { rt } from '#lib/text/room.ts'
import styles from './Quantity.module.css'
import { QUANTITIES } from './spending.ts'

export interface QuantityProps {
  readonly count: number
  readonly onChange: (count: number) => void
}

/** How many: four usual numbers, or one's own. */
export function Quantity({ count, onChange }: QuantityProps) {
  const [isOwn, setOwn] = useState(!QUANTITIES.some((usual) => usual === count))
  const field = useRef<HTMLInputElement>(null)
  const startOwn = () => {
    // The button is gone with it: the field has to be there to take the focus over.
    flushSync(() => setOwn(true))
    field.current?.focus()
  }
  return (
    <fieldset className={styles.row} aria-label={rt('gift.quantity')}>
      {QUANTITIES.map((usual) => (
        <button
          key={usual}
          type="button"
          className={styles.choice}
          aria-pressed={!isOwn && usual === count}
          onClick={() => {
            setOwn(false)
            onChange(usual)
          }}
        >
          {usual}
        </button>
      ))}
      {isOwn ? (
        <input
          ref={field}
          className={styles.own}
          type="text"
          inputMode="numeric"
          aria-label={rt('gift.customLabel')}
          maxLength={String(GIFT_COUNT_MAX).length}
          value={count}
          onFocus={(event) => event.target.select()}
          onChange={(event) => onChange(Number(event.target.value.replace(/\D/g, '')) || 1)}
        />
      ) : (
        <button type="button" className={styles.choice} aria-pressed={false} onClick={startOwn}>
          {rt('gift.custom')}
        </button>
      )}
    </fieldset>
  )
}
