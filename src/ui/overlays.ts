/** The code of what opens over a page is not part of its first load. */
export const loadDialog = () => import('./DialogBody.tsx')
export const loadSheet = () => import('./SheetBody.tsx')
export const loadMenu = () => import('./MenuPopup.tsx')

/**
 * Fetches all of it in a quiet moment after the page has loaded, so that the first opening waits for nothing and works
 * without a network too.
 */
export function preloadOverlays(): void {
  const run = () => {
    for (const load of [loadDialog, loadSheet, loadMenu]) load().catch(() => undefined)
  }
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: 10_000 })
  else setTimeout(run, 3000)
}
