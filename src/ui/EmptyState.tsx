import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'
import { Stand } from './Stand.tsx'

export interface EmptyStateProps {
  /** What is the case: 这会儿没有比赛，看台还空着. */
  readonly title: string
  /** What happens next, one sentence. */
  readonly text?: string
  /** 1 where this is all that the page shows. */
  readonly level?: 1 | 2 | 3
  /** One action at most. */
  readonly action?: ReactNode
}

/** Nothing to show: the empty stand, one sentence, one action. */
export function EmptyState({ title, text, level = 3, action }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className={styles.empty}>
      <Stand crowd="empty" className={styles.picture} />
      <Heading className={styles.title}>{title}</Heading>
      {text && <p>{text}</p>}
      {action}
    </div>
  )
}
