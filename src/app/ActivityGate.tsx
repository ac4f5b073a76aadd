import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { activityRedirect } from '#features/activity/activity-path.ts'

/** S2.8: whatever the routes make of a path, one with `carnivalactivity` in it leads to the page of the activity. */
export function ActivityGate({ children }: { readonly children: ReactNode }) {
  const { pathname, search } = useLocation()
  const to = activityRedirect(pathname)
  return to === null ? children : <Navigate to={to + search} replace />
}
