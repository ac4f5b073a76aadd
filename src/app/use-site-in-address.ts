import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

const PARAMETER = 'siteId'

/** The site that the page was opened with by name (settled 29); null where the address did not choose. */
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
 * Settled 29: what `?siteId=` has chosen in demo mode holds for the tab. The address keeps it on every screen, so that a
 * reload or a copied link asks the server for the same site. Screens need not know.
 */
export function useSiteInAddress(siteId: string | null = opened): void {
  const location = useLocation()
  useEffect(() => {
    if (siteId === null || new URLSearchParams(location.search).get(PARAMETER) === siteId) return
    // The router keeps its own state in the entry.
    window.history.replaceState(window.history.state, '', withSite(window.location.href, siteId))
  }, [siteId, location])
}
