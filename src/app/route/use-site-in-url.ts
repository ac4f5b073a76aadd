import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

const PARAMETER = 'siteId'

/** The site named by the URL at page load (settled 29), or null. */
function namedSite(): string | null {
  const { site, demo } = document.documentElement.dataset
  const asked = new URLSearchParams(window.location.search).get(PARAMETER)
  return demo === 'true' && asked !== null && asked === site ? asked : null
}

const opened = namedSite()

/** `address` with the site in its query. */
export function withSite(address: string, siteId: string): string {
  const url = new URL(address)
  url.searchParams.set(PARAMETER, siteId)
  return url.href
}

/**
 * Settled 29: a site chosen by `?siteId=` in demo mode applies to the tab. The URL keeps it on every screen, so that
 * reloads and copied links request the same site.
 */
export function useSiteInAddress(siteId: string | null = opened): void {
  const location = useLocation()
  useEffect(() => {
    if (siteId === null || new URLSearchParams(location.search).get(PARAMETER) === siteId) return
    // The router stores its own state in the history entry.
    window.history.replaceState(window.history.state, '', withSite(window.location.href, siteId))
  }, [siteId, location])
}
