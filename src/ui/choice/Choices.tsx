import { useId } from 'react'
import styles from './Choices.module.css'

interface ChoicesProps<Value extends string | number | null> {
  readonly label: string
  readonly value: Value
  readonly choices: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
  readonly isDisabled?: boolean
}

/** A radio group with visible options; arrow keys move the selection. */
export function Choices<Value extends string | number | null>(props: ChoicesProps<Value>) {
  const { label, isDisabled = false, ...options } = props
  return (
    <fieldset className={styles.field} disabled={isDisabled}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.row}>
        <RadioOptions {...options} className={styles.choice} />
      </div>
    </fieldset>
  )
}

interface RadioOptionsProps<Value extends string | number | null> extends Omit<
  ChoicesProps<Value>,
  'label' | 'isDisabled'
> {
  /** Class of each label; the radio button in it is not visible. */
  readonly className: string | undefined
}

/** The options of a radio group, for the content of a `fieldset`. */
export function RadioOptions<Value extends string | number | null>(props: RadioOptionsProps<Value>) {
  const { className, value, choices, onChange } = props
  const name = useId()
  return choices.map((choice) => (
    <label key={String(choice.value)} className={className}>
      <input
        type="radio"
        className="visually-hidden"
        name={name}
        checked={choice.value === value}
        onChange={() => onChange(choice.value)}
      />
      {choice.label}
    </label>
  ))
}
