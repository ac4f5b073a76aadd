import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import styles from './RadioRow.module.css'

interface RadioRowProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
}

/** A small radio group in one line for settings in a popover. Use `Choices` in forms. */
export function RadioRow<Value extends string>({ label, value, options, onChange }: RadioRowProps<Value>) {
  return (
    <RadioGroup
      className={styles.row}
      aria-label={label}
      value={value}
      onValueChange={(chosen: Value) => onChange(chosen)}
    >
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      {options.map((option) => (
        <Radio.Root key={option.value} value={option.value} className={styles.option}>
          {option.label}
        </Radio.Root>
      ))}
    </RadioGroup>
  )
}
