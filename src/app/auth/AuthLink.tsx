import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './AuthFrame.module.css'
import type { AuthState } from './use-go-back.ts'

interface AuthLinkProps {
  readonly to: '/login' | '/entry/login' | '/register' | '/forgot'
  /** The page to return to. */
  readonly fromPage: string | null
  readonly state: AuthState
  readonly children: ReactNode
}

/** A link between sign-in, registration and recovery. It replaces the history entry, so that one step leads back. */
export function AuthLink({ to, fromPage, state, children }: AuthLinkProps) {
  const query = fromPage === null ? '' : `?fromPage=${encodeURIComponent(fromPage)}`
  return (
    <Link className={styles.link} to={to + query} replace state={state}>
      {children}
    </Link>
  )
}
