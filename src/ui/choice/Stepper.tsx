import { Check } from 'lucide-react'
import styles from './Stepper.module.css'

interface StepperProps {
  /** Accessible name. */
  readonly label: string
  readonly steps: readonly string[]
  /** Index of the current step. */
  readonly current: number
}

/** The steps of a process. It shows progress and is not a control. */
export function Stepper({ label, steps, current }: StepperProps) {
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={styles.step}
          data-state={index < current ? 'done' : index === current ? 'current' : 'later'}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className={styles.mark} aria-hidden="true">
            {index < current ? <Check size={14} /> : index + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  )
}
