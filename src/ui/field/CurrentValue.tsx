import styles from './CurrentValue.module.css'

/** The value that a form replaces. */
export function CurrentValue({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <p className={styles.current}>
      {label}
      <b>{value}</b>
    </p>
  )
}
