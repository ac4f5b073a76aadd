import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './Notice.module.css'

interface NoticeProps {
  readonly icon: LucideIcon
  readonly title: string
  readonly text: string
  /** Further lines, in small type. */
  readonly note?: string | null
  /** Links and buttons. */
  readonly children?: ReactNode
}

/** A framed notice above the content that it concerns. */
export function Notice({ icon: Icon, title, text, note = null, children }: NoticeProps) {
  return (
    <section className={styles.notice} aria-label={title}>
      <Icon size={20} aria-hidden="true" />
      <div>
        <b>{title}</b>
        <p>{text}</p>
        {note !== null && <p className={styles.note}>{note}</p>}
        {children}
      </div>
    </section>
  )
}
