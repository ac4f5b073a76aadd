import type { ReactNode } from 'react'
import styles from './Specimen.module.css'

interface SpecimenProps {
  readonly title: string
  /** Spans all columns. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** One component in its states, with its name. */
export function Specimen({ title, isWide = false, children }: SpecimenProps) {
  return (
    <section className={styles.specimen} data-wide={isWide || undefined}>
      <h2 className={styles.title}>{title}</h2>
      <div className={styles.body}>{children}</div>
    </section>
  )
}
