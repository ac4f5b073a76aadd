import { ChevronLeft } from 'lucide-react'
import { Link } from 'react-router-dom'
import styles from './BackLink.module.css'

interface BackLinkProps {
  readonly to: string
  /** For example 回资讯, 回帮助. */
  readonly children: string
}

/** A link back to the list, above the content of a page. */
export function BackLink({ to, children }: BackLinkProps) {
  return (
    <Link className={styles.back} to={to}>
      <ChevronLeft size={16} aria-hidden="true" />
      {children}
    </Link>
  )
}
