import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './MoreLink.module.css'

interface MoreLinkProps {
  readonly to: string
  /** For example 全部 54 场, 更多, 管理关注. */
  readonly children: ReactNode
}

/** A link from a heading to the complete list. */
export function MoreLink({ to, children }: MoreLinkProps) {
  return (
    <Link className={styles.more} to={to}>
      {children}
      <ChevronRight size={16} aria-hidden="true" />
    </Link>
  )
}
