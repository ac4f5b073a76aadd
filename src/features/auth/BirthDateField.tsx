import { type Ref, useId } from 'react'
import { digitsTyped } from '#protocol/rules/typed.ts'
import { registrationText } from '#messages/zh/registration.ts'
import { useTyped } from '#ui/field/use-typed.ts'
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

interface BirthDateFieldProps {
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
      <legend className={styles.label}>{registrationText('register.birth')}</legend>
      <div className={styles.row}>
        {PARTS.map(({ part, label, autoComplete, length }) => (
          <DatePart
            key={part}
            ref={part === 'year' ? ref : undefined}
            label={registrationText(label)}
            part={part}
            value={value[part]}
            length={length}
            autoComplete={autoComplete}
            isInvalid={error !== null}
            messageId={messageId}
            onValueChange={(text) => onValueChange({ ...value, [part]: text })}
          />
        ))}
      </div>
      <p id={messageId} className={styles.message} data-invalid={error !== null || undefined} aria-live="polite">
        {error ?? hint}
      </p>
    </fieldset>
  )
}

interface DatePartProps {
  readonly ref: Ref<HTMLInputElement> | undefined
  readonly label: string
  readonly part: keyof BirthDate
  readonly value: string
  readonly length: number
  readonly autoComplete: string
  readonly isInvalid: boolean
  readonly messageId: string
  readonly onValueChange: (text: string) => void
}

function DatePart({ ref, label, part, length, autoComplete, isInvalid, messageId, ...field }: DatePartProps) {
  const typed = useTyped({ ...field, read: digitsTyped(length) })
  return (
    <label className={styles.part} data-part={part} data-invalid={isInvalid || undefined}>
      <input
        {...typed}
        ref={ref}
        className={styles.input}
        inputMode="numeric"
        autoComplete={autoComplete}
        required
        aria-invalid={isInvalid || undefined}
        aria-describedby={messageId}
      />
      {label}
    </label>
  )
}
