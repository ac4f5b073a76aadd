import type { ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import styles from './PageBody.module.css'

export interface PageBodyProps {
  readonly title: string
  /** One or two sentences under the title: what this page is for. */
  readonly lead?: ReactNode
  readonly className?: string | undefined
  /** Panels, one below the other. */
  readonly children: ReactNode
}

/** A page to read: a title, a lead, and panels in a column that is not wider than a line wants to be. */
export function PageBody({ title, lead, className, children }: PageBodyProps) {
  return (
    <div className={classNames(styles.page, className)}>
      <h1 className={styles.title}>{title}</h1>
      {lead && <p className={styles.lead}>{lead}</p>}
      <div className={styles.panels}>{children}</div>
    </div>
  )
}

/** Running text inside a panel: paragraphs, lists, subheadings and links as they come. */
export function Prose({ children }: { readonly children: ReactNode }) {
  return <div className={styles.prose}>{children}</div>
}
