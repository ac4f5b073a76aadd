import { Field as BaseField } from '@base-ui/react/field'
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import type { FieldReader } from '#protocol/rules/typed.ts'
import { commonText } from '#messages/zh/common.ts'
import styles from './Field.module.css'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Spinner } from '#ui/button/Spinner.tsx'
import { useTyped } from './use-typed.ts'

type ControlAttributes = Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'defaultValue' | 'style' | 'className'>

export interface FieldProps extends ControlAttributes {
  readonly label: string
  readonly value: string
  readonly onValueChange: (value: string) => void
  /** Reads what was typed, for example full-width digits, when no input method composes. */
  readonly read?: FieldReader
  /** Shown below the control and associated with it, instead of the hint. */
  readonly error?: string | null
  readonly hint?: string
  /** Before the text, 20 px. */
  readonly icon?: ReactNode
  /** A control after the text. */
  readonly end?: ReactNode
  /** Reserves a line for hint and error, so that nothing moves when they change, and announces changes. */
  readonly isMessageReserved?: boolean
  /** The hint reports a successful check. */
  readonly isHintGood?: boolean
  /** The value is being checked. */
  readonly isLoading?: boolean
}

/** A labelled input. A password field can reveal its value. */
export function Field(props: FieldProps) {
  const {
    label,
    value,
    read,
    onValueChange,
    error,
    hint,
    icon,
    end,
    isLoading,
    disabled = false,
    type,
    ...others
  } = props
  const { isMessageReserved, isHintGood, ...rest } = others
  const [isRevealed, setRevealed] = useState(false)
  const typed = useTyped({ value, read, onValueChange })
  const isPassword = type === 'password'
  const isInvalid = Boolean(error)
  return (
    <BaseField.Root className={styles.field} invalid={isInvalid} disabled={disabled}>
      <BaseField.Label className={styles.label}>{label}</BaseField.Label>
      <div className={styles.box} data-invalid={isInvalid || undefined} data-disabled={disabled || undefined}>
        {icon}
        <BaseField.Control
          {...rest}
          {...typed}
          className={styles.control}
          type={isPassword && isRevealed ? 'text' : type}
          aria-busy={isLoading || undefined}
        />
        {isLoading && <Spinner />}
        {isPassword && (
          <IconButton
            size="small"
            label={isRevealed ? commonText('field.hidePassword') : commonText('field.showPassword')}
            icon={isRevealed ? <EyeOff size={20} /> : <Eye size={20} />}
            disabled={disabled}
            onClick={() => setRevealed(!isRevealed)}
          />
        )}
        {end}
      </div>
      <FieldMessage {...{ error, hint, isMessageReserved, isHintGood }} />
    </BaseField.Root>
  )
}

type MessagePart = 'error' | 'hint' | 'isMessageReserved' | 'isHintGood'
type MessageProps = { readonly [Part in MessagePart]?: FieldProps[Part] | undefined }

/** The error or the hint below a field. */
export function FieldMessage({ error, hint, isMessageReserved, isHintGood }: MessageProps) {
  const isInvalid = Boolean(error)
  const message = (
    <>
      {hint && !isInvalid && (
        <BaseField.Description className={styles.hint} data-good={isHintGood || undefined}>
          {hint}
        </BaseField.Description>
      )}
      <BaseField.Error className={styles.error} match={isInvalid}>
        {error}
      </BaseField.Error>
    </>
  )
  if (!isMessageReserved) return message
  return (
    <div className={styles.reserved} aria-live="polite">
      {message}
    </div>
  )
}
