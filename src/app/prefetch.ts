import type { RouteObject } from 'react-router-dom'
import { matchRoutes } from 'react-router-dom'
import type { RouteHandle } from './route-handle.ts'

/** What the browser tells about its network; Chromium only. */
interface NetworkHints {
  readonly saveData?: boolean
  readonly effectiveType?: string
}

/** Whether fetching ahead is welcome: not offline, not when the viewer saves data, not on a very slow line. */
export function mayPrefetch(hints: NetworkHints | undefined, isOnline: boolean): boolean {
  return isOnline && hints?.saveData !== true && hints?.effectiveType?.endsWith('2g') !== true
}

/** The path of a link that leads to a screen of this page, or null: other sites, downloads, new tabs, this very place. */
export function ownPathOf(link: HTMLAnchorElement, here: Location): string | null {
  if (link.origin !== here.origin || link.hasAttribute('download')) return null
  if (link.target !== '' && link.target !== '_self') return null
  return link.pathname === here.pathname ? null : link.pathname
}

/** Loads the code of the screen at a path and what its route wants asked for first. Failing changes nothing. */
export async function prefetchRoute(routes: RouteObject[], pathname: string): Promise<void> {
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

/** Puts the questions of the screen that the page begins with. Call it when the transport has been started. */
export function askFirst(routes: RouteObject[], pathname: string): void {
  for (const { route, params } of matchRoutes(routes, pathname) ?? []) {
    const { first }: RouteHandle = route.handle ?? {}
    first?.(params)
  }
}

const INTENT = ['pointerover', 'focusin', 'touchstart'] as const

/**
 * Prefetch on intent: a pointer over a link, the focus on it or a finger on it loads the screen it leads to, once. Works
 * for every link of the page. Returns the function that stops it.
 */
export function startPrefetch(routes: RouteObject[]): () => void {
  const done = new Set<string>()
  const intend = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    const path = link && ownPathOf(link, window.location)
    if (path === null || done.has(path)) return
    const { connection } = navigator as Navigator & { readonly connection?: NetworkHints }
    if (!mayPrefetch(connection, navigator.onLine)) return
    done.add(path)
    void prefetchRoute(routes, path)
  }
  for (const name of INTENT) document.addEventListener(name, intend, { passive: true })
  return () => {
    for (const name of INTENT) document.removeEventListener(name, intend)
  }
}
