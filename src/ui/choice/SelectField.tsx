import { Field as BaseField } from '@base-ui/react/field'
import { ChevronDown } from 'lucide-react'
import type { Ref } from 'react'
import field from '#ui/field/Field.module.css'
import { FieldMessage } from '#ui/field/Field.tsx'
import styles from './SelectField.module.css'

interface SelectFieldProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onValueChange: (value: Value) => void
  readonly name?: string
  readonly autoComplete?: string
  readonly hint?: string
  /** Shown instead of the hint. */
  readonly error?: string | null
  readonly disabled?: boolean
  readonly ref?: Ref<HTMLSelectElement>
}

/** A labelled choice from a list, with the list of the platform. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, value, options, onValueChange, hint, error, disabled = false, ref, ...rest } = props
  const isInvalid = Boolean(error)
  return (
    <BaseField.Root className={field.field} invalid={isInvalid} disabled={disabled}>
      <BaseField.Label className={field.label}>{label}</BaseField.Label>
      <div className={field.box} data-invalid={isInvalid || undefined} data-disabled={disabled || undefined}>
        <BaseField.Control
          render={
            <select
              {...rest}
              ref={ref}
              className={styles.select}
              value={value}
              // The options contain only values of this type.
              onChange={(event) => onValueChange(event.currentTarget.value as Value)}
            >
              {options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </select>
          }
        />
        <ChevronDown className={styles.arrow} size={16} aria-hidden="true" />
      </div>
      <FieldMessage error={error} hint={hint} />
    </BaseField.Root>
  )
}
