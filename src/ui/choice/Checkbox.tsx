import { type ReactNode, type Ref, useId } from 'react'
import styles from './Checkbox.module.css'

interface CheckboxProps {
  readonly ref?: Ref<HTMLInputElement>
  readonly isChecked: boolean
  readonly onChange: (isChecked: boolean) => void
  /** Shown below the control and associated with it. */
  readonly error?: string | null
  readonly isRequired?: boolean
  /** The label. It may contain links. */
  readonly children: ReactNode
}

/** A checkbox with its label. */
export function Checkbox({ ref, isChecked, onChange, error, isRequired = false, children }: CheckboxProps) {
  const errorId = useId()
  return (
    <div className={styles.field}>
      <label className={styles.row}>
        <input
          ref={ref}
          className={styles.box}
          type="checkbox"
          checked={isChecked}
          required={isRequired}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>{children}</span>
      </label>
      {error && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}
