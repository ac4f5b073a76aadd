import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { activityRedirect } from './activity-path.ts'

/** S2.8: shows the activity page for every path that contains `carnivalactivity`. */
export function ActivityGate({ children }: { readonly children: ReactNode }) {
  const { pathname, search } = useLocation()
  const to = activityRedirect(pathname)
  return to === null ? children : <Navigate to={to + search} replace />
}
