import { classNames } from '#lib/class-names.ts'
import styles from './Spinner.module.css'

/** A spinner of 16 px in the colour of the text. Decorative: describe the state in text. */
export function Spinner({ className }: { readonly className?: string | undefined }) {
  return (
    <svg
      className={classNames(styles.spinner, className)}
      viewBox="0 0 16 16"
      width="16"
      height="16"
      aria-hidden="true"
    >
      <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="2" opacity="0.3" />
      <path d="M8 2a6 6 0 0 1 6 6" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  )
}
