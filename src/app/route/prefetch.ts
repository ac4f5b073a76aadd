import { matchRoutes, type RouteObject } from 'react-router-dom'
import { type NetworkHints, networkHints } from '#lib/browser/network-hints.ts'
import type { RouteHandle } from './route-handle.ts'

/** True if prefetching is acceptable: online, no data saver, no very slow connection. */
export function mayPrefetch(hints: NetworkHints | undefined, isOnline: boolean): boolean {
  return isOnline && hints?.saveData !== true && hints?.effectiveType?.endsWith('2g') !== true
}

/**
 * The path of a link to another screen of this page; null for other sites, downloads, new tabs and the current place.
 */
function samePagePath(link: HTMLAnchorElement, here: Location): string | null {
  if (link.origin !== here.origin || link.hasAttribute('download')) return null
  if (link.target !== '' && link.target !== '_self') return null
  return link.pathname === here.pathname ? null : link.pathname
}

/** Loads the code and first data of the screen at a path. Errors are ignored. */
async function prefetchRoute(routes: RouteObject[], pathname: string): Promise<void> {
  const matches = matchRoutes(routes, pathname) ?? []
  await Promise.all(
    matches.map(async ({ route, params }) => {
      const { lazy, handle } = route
      const { prefetch }: RouteHandle = handle ?? {}
      prefetch?.(params)
      if (typeof lazy === 'function') await lazy().catch(() => undefined)
    }),
  )
}

/** Makes the first requests of the initial screen. Call after the transport has started. */
export function requestFirstData(routes: RouteObject[], pathname: string): void {
  for (const { route, params } of matchRoutes(routes, pathname) ?? []) {
    const { first }: RouteHandle = route.handle ?? {}
    first?.(params)
  }
}

const INTENT = ['pointerover', 'focusin', 'touchstart'] as const

/** Prefetches the target of a link once, on hover, focus or touch. Returns a function that stops it. */
export function startPrefetch(routes: RouteObject[]): () => void {
  const done = new Set<string>()
  const intend = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    const path = link && samePagePath(link, window.location)
    if (path === null || done.has(path)) return
    if (!mayPrefetch(networkHints(), navigator.onLine)) return
    done.add(path)
    void prefetchRoute(routes, path)
  }
  for (const name of INTENT) document.addEventListener(name, intend, { passive: true })
  return () => {
    for (const name of INTENT) document.removeEventListener(name, intend)
  }
}
