import { useEffect, useState } from 'react'
import { isRouteErrorResponse, useLocation, useNavigate, useRouteError } from 'react-router-dom'
import { incidentOf } from '#lib/incident.ts'
import { isStaleCode } from '#lib/stale-code.ts'
import { commonText } from '#messages/zh/common.ts'
import { ErrorPanel } from '#ui/state/ErrorPanel.tsx'
import { PageLoading } from './PageLoading.tsx'
import { NotFoundPage } from '../pages/access/NotFoundPage.tsx'
import { mayReload, reloadOnce, tabStorage } from './reload-once.ts'

/**
 * Replaces a screen that failed. If its code no longer exists on the server, the page reloads once; after that, and
 * offline, an error is shown. `isBare`: there is no shell around it.
 */
export function RouteError({ isBare = false }: { readonly isBare?: boolean }) {
  const error = useRouteError()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const isStale = isStaleCode(error)
  const [isReloading] = useState(() => isStale && navigator.onLine && mayReload(Date.now(), tabStorage()))
  useEffect(() => {
    if (isReloading) reloadOnce(Date.now(), tabStorage(), () => window.location.reload())
  }, [isReloading])
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />
  if (isReloading) return <PageLoading />
  const retry = () => {
    if (isStale && navigator.onLine) window.location.reload()
    else void navigate(pathname + search, { replace: true })
  }
  const panel = (
    <ErrorPanel
      level={1}
      title={commonText('routeError.title')}
      message={
        isStale
          ? commonText(navigator.onLine ? 'routeError.stale' : 'routeError.offline')
          : commonText('routeError.text')
      }
      failure={{ traceId: incidentOf(error) }}
      onRetry={retry}
    />
  )
  return isBare ? <main>{panel}</main> : panel
}
