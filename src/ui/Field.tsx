import { Field as BaseField } from '@base-ui/react/field'
import { Eye, EyeOff } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useState } from 'react'
import { t } from '#lib/messages/common.ts'
import styles from './Field.module.css'
import { IconButton } from './IconButton.tsx'
import { Spinner } from './Spinner.tsx'

type ControlAttributes = Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'defaultValue' | 'style' | 'className'>

export interface FieldProps extends ControlAttributes {
  readonly label: string
  readonly value: string
  readonly onValueChange: (value: string) => void
  /** Shown below the control and associated with it, instead of the hint. */
  readonly error?: string | null
  readonly hint?: string
  /** Before the text, 20 px. */
  readonly icon?: ReactNode
  /** The value is being checked. */
  readonly isLoading?: boolean
  /** A control at the end of the box, for example a button that sends a code. */
  readonly end?: ReactNode
}

/** A labelled input. A password field can reveal its value. */
export function Field(props: FieldProps) {
  const {
    label,
    value,
    onValueChange,
    error,
    hint,
    icon,
    end,
    isLoading = false,
    disabled = false,
    type,
    ...rest
  } = props
  const [isRevealed, setRevealed] = useState(false)
  const isPassword = type === 'password'
  const isInvalid = Boolean(error)
  return (
    <BaseField.Root className={styles.field} invalid={isInvalid} disabled={disabled}>
      <BaseField.Label className={styles.label}>{label}</BaseField.Label>
      <div className={styles.box} data-invalid={isInvalid || undefined} data-disabled={disabled || undefined}>
        {icon}
        <BaseField.Control
          {...rest}
          className={styles.control}
          type={isPassword && isRevealed ? 'text' : type}
          value={value}
          onValueChange={(next) => onValueChange(next)}
          aria-busy={isLoading || undefined}
        />
        {isLoading && <Spinner />}
        {isPassword && (
          <IconButton
            size="small"
            label={isRevealed ? t('field.hidePassword') : t('field.showPassword')}
            icon={isRevealed ? <EyeOff size={20} /> : <Eye size={20} />}
            disabled={disabled}
            onClick={() => setRevealed(!isRevealed)}
          />
        )}
        {end}
      </div>
      {hint && !isInvalid && <BaseField.Description className={styles.hint}>{hint}</BaseField.Description>}
      <BaseField.Error className={styles.error} match={isInvalid}>
        {error}
      </BaseField.Error>
    </BaseField.Root>
  )
}
