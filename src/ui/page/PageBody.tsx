import type { ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import styles from './PageBody.module.css'

interface PageBodyProps {
  readonly title: string
  /** One or two sentences about the page. */
  readonly lead?: ReactNode
  readonly className?: string | undefined
  /** Panels. */
  readonly children: ReactNode
}

/** A text page: title, lead, and panels in a readable column. */
export function PageBody({ title, lead, className, children }: PageBodyProps) {
  return (
    <div className={classNames(styles.page, className)}>
      <h1 className={styles.title}>{title}</h1>
      {lead && <p className={styles.lead}>{lead}</p>}
      <div className={styles.panels}>{children}</div>
    </div>
  )
}

/** Running text in a panel: paragraphs, lists, subheadings, links. */
export function Prose({ children }: { readonly children: ReactNode }) {
  return <div className={styles.prose}>{children}</div>
}
