import { type ReactNode, useId } from 'react'
import styles from './withdraw.module.css'

interface ChoiceCardsProps<Value extends string> {
  readonly label: string
  /** Beside the label. */
  readonly aside?: ReactNode
  readonly value: Value
  readonly options: readonly {
    readonly value: Value
    readonly title: string
    readonly note: string
    readonly icon: ReactNode
  }[]
  readonly disabled: boolean
  readonly onChange: (value: Value) => void
}

/** A radio group of cards with a title and an explanation. */
export function ChoiceCards<Value extends string>(props: ChoiceCardsProps<Value>) {
  const { label, aside, value, options, disabled, onChange } = props
  const name = useId()
  return (
    <fieldset className={styles.choices} disabled={disabled} aria-label={label}>
      <div className={styles.choicesHead}>
        <span aria-hidden="true">{label}</span>
        {aside}
      </div>
      {options.map((option) => (
        <label key={option.value} className={styles.choice}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.icon}
          <span className={styles.choiceText}>
            <b>{option.title}</b>
            <small>{option.note}</small>
          </span>
          <span className={styles.dot} aria-hidden="true" />
        </label>
      ))}
    </fieldset>
  )
}
