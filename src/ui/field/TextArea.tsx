import { Field as BaseField } from '@base-ui/react/field'
import type { ComponentProps } from 'react'
import { FieldMessage, type FieldProps } from './Field.tsx'
import styles from './TextArea.module.css'

type ControlAttributes = Omit<ComponentProps<'textarea'>, 'onChange' | 'value' | 'defaultValue' | 'style' | 'className'>

interface TextAreaProps
  extends ControlAttributes, Pick<FieldProps, 'label' | 'value' | 'onValueChange' | 'error' | 'hint'> {
  readonly rows: number
}

/** A labelled input of several lines. */
export function TextArea({ label, value, onValueChange, hint, error, ...rest }: TextAreaProps) {
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
      <FieldMessage {...{ error, hint }} />
    </BaseField.Root>
  )
}
