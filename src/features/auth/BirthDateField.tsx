import type { Ref } from 'react'
import { useId } from 'react'
import { rgt } from '#lib/messages/registration.ts'
import styles from './BirthDateField.module.css'

export interface BirthDate {
  readonly year: string
  readonly month: string
  readonly day: string
}

const PARTS = [
  { part: 'year', label: 'register.year', autoComplete: 'bday-year', length: 4 },
  { part: 'month', label: 'register.month', autoComplete: 'bday-month', length: 2 },
  { part: 'day', label: 'register.day', autoComplete: 'bday-day', length: 2 },
] as const

/** `YYYY-MM-DD`, not checked. */
export function birthDateText({ year, month, day }: BirthDate): string {
  return `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

export interface BirthDateFieldProps {
  /** The year. */
  readonly ref?: Ref<HTMLInputElement>
  readonly value: BirthDate
  readonly onValueChange: (value: BirthDate) => void
  readonly hint: string
  readonly error: string | null
}

/** A date of birth in three parts. Typing is faster than a calendar that starts today, and works without a pointer. */
export function BirthDateField({ ref, value, onValueChange, hint, error }: BirthDateFieldProps) {
  const messageId = useId()
  return (
    <fieldset className={styles.field} aria-describedby={messageId}>
      <legend className={styles.label}>{rgt('register.birth')}</legend>
      <div className={styles.row}>
        {PARTS.map(({ part, label, autoComplete, length }) => (
          <label key={part} className={styles.part} data-part={part} data-invalid={error !== null || undefined}>
            <input
              ref={part === 'year' ? ref : undefined}
              className={styles.input}
              inputMode="numeric"
              autoComplete={autoComplete}
              maxLength={length}
              required
              aria-invalid={error === null ? undefined : true}
              aria-describedby={messageId}
              value={value[part]}
              onChange={(event) =>
                onValueChange({ ...value, [part]: event.currentTarget.value.replaceAll(/\D/g, '').slice(0, length) })
              }
            />
            {rgt(label)}
          </label>
        ))}
      </div>
      <p id={messageId} className={styles.message} data-invalid={error !== null || undefined} aria-live="polite">
        {error ?? hint}
      </p>
    </fieldset>
  )
}
