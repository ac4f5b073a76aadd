import { Field as BaseField } from '@base-ui/react/field'
import { type RefCallback, useState } from 'react'
import { digitsOf, type FieldReader } from '#protocol/rules/typed.ts'
import field from './Field.module.css'
import { FieldMessage } from './Field.tsx'
import styles from './PinField.module.css'
import { useTyped } from './use-typed.ts'

const LENGTH = 6
const CELLS = Array.from({ length: LENGTH }, (_, index) => index)

interface PinFieldProps {
  readonly label: string
  readonly value: string
  readonly onValueChange: (value: string) => void
  readonly error?: string | null
  readonly hint?: string
  readonly name?: string
  readonly disabled?: boolean
  readonly ref?: RefCallback<HTMLElement>
}

const toEnd = (input: HTMLInputElement) => input.setSelectionRange(input.value.length, input.value.length)

/**
 * A password of six digits. The cells are a picture: one transparent input lies above them, so that paste, password
 * managers, number pads and screen readers work as in any field. A digit after a refused password begins a new one.
 */
export function PinField(props: PinFieldProps) {
  const { label, value, onValueChange, error, hint, name = 'pin', disabled = false, ref } = props
  const [isFocused, setFocused] = useState(false)
  const isInvalid = Boolean(error)
  const read: FieldReader = ({ text }, before) => {
    const digits = digitsOf(text)
    const isAfterRefusal = isInvalid && before.length === LENGTH && digits.length > LENGTH && digits.startsWith(before)
    const next = (isAfterRefusal ? digits.slice(LENGTH) : digits).slice(0, LENGTH)
    return { text: next, caret: next.length }
  }
  const typed = useTyped({ value, read, onValueChange })
  const at = Math.min(typed.value.length, LENGTH - 1)
  return (
    <BaseField.Root className={field.field} invalid={isInvalid} disabled={disabled}>
      <BaseField.Label className={field.label}>{label}</BaseField.Label>
      <div className={styles.cells} data-invalid={isInvalid || undefined} data-disabled={disabled || undefined}>
        {CELLS.map((cell) => (
          <span
            key={cell}
            className={styles.cell}
            data-filled={cell < typed.value.length || undefined}
            data-active={(isFocused && cell === at) || undefined}
            aria-hidden="true"
          />
        ))}
        <BaseField.Control
          ref={ref}
          className={styles.input}
          name={name}
          type="password"
          inputMode="numeric"
          pattern="[0-9]*"
          autoComplete="off"
          required
          // Without `maxLength`, which would cut a pasted text before its spaces are removed.
          {...typed}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          onSelect={(event) => {
            const input = event.currentTarget
            // Digits are always added and removed at the end.
            if (input instanceof HTMLInputElement && input.selectionStart !== input.value.length) toEnd(input)
          }}
        />
      </div>
      <FieldMessage error={error} hint={hint} />
    </BaseField.Root>
  )
}
