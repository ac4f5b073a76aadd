import { Field as BaseField } from '@base-ui/react/field'
import styles from './TextArea.module.css'

export interface TextAreaProps {
  readonly label: string
  readonly value: string
  readonly onValueChange: (value: string) => void
  readonly maxLength?: number
  readonly error?: string | null
  readonly rows?: number
}

/** A labelled input of several lines. */
export function TextArea({ label, value, onValueChange, error, ...rest }: TextAreaProps) {
  return (
    <BaseField.Root className={styles.field} invalid={Boolean(error)}>
      <BaseField.Label className={styles.label}>{label}</BaseField.Label>
      <BaseField.Control
        render={
          <textarea
            {...rest}
            className={styles.control}
            value={value}
            onChange={(event) => onValueChange(event.currentTarget.value)}
          />
        }
      />
      {error && (
        <BaseField.Error className={styles.error} match>
          {error}
        </BaseField.Error>
      )}
    </BaseField.Root>
  )
}
