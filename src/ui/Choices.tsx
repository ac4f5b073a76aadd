import { useId } from 'react'
import styles from './Choices.module.css'

export interface ChoicesProps<Value extends string | number | null> {
  readonly label: string
  readonly value: Value
  readonly choices: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
}

/** A radio group with visible options; arrow keys move the selection. */
export function Choices<Value extends string | number | null>(props: ChoicesProps<Value>) {
  const { label, value, choices, onChange } = props
  const name = useId()
  return (
    <fieldset className={styles.field}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.row}>
        {choices.map((choice) => (
          <label key={String(choice.value)} className={styles.choice}>
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
