import { ChevronLeft } from 'lucide-react'
import { Link } from 'react-router-dom'
import styles from './BackLink.module.css'

export interface BackLinkProps {
  readonly to: string
  /** 回资讯, 回帮助. */
  readonly children: string
}

/** The quiet way back to the list that a page was opened from, above its content. */
export function BackLink({ to, children }: BackLinkProps) {
  return (
    <Link className={styles.back} to={to}>
      <ChevronLeft size={16} aria-hidden="true" />
      {children}
    </Link>
  )
}
