import { isRouteErrorResponse, useRouteError } from 'react-router-dom'
import { t } from '#lib/text/t.ts'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { NotFoundPage } from './pages/NotFoundPage.tsx'

/** A screen whose code could not be fetched: after an update the old file names are gone. */
function isStaleCode(error: unknown): boolean {
  return error instanceof TypeError && /dynamically imported module|module script|import/i.test(error.message)
}

/** In place of a screen that failed; the others go on working. */
export function RouteError() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />
  return (
    <main>
      <ErrorPanel
        level={1}
        title={t('routeError.title')}
        message={isStaleCode(error) ? t('routeError.stale') : t('routeError.text')}
        onRetry={() => window.location.reload()}
      />
    </main>
  )
}
