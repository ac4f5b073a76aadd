import { fieldOf } from '../outcomes/outcome.ts'
import styles from './Reason.module.css'

const MAX_LENGTH = 200

/** Reads the reason from router state, which may contain anything (S2.10). */
export function reasonIn(state: unknown): string | null {
  for (const key of ['reason', 'message', 'msg', 'title']) {
    const value = fieldOf(state, key)
    if (typeof value === 'string' && value.trim() !== '') return value.trim().slice(0, MAX_LENGTH)
  }
  return null
}

export function Reason({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <p className={styles.reason}>
      <span className={styles.label}>{label}</span>
      {text}
    </p>
  )
}
