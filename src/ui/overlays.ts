import { whenRested } from '#lib/when-rested.ts'
import { needToasts } from './toast-manager.ts'

/** A page that never comes to rest fetches them after this long all the same. */
const AT_LATEST_MS = 10_000

/** The code of what opens over a page is not part of its first load. */
export const loadDialog = () => import('./DialogBody.tsx')
export const loadSheet = () => import('./SheetBody.tsx')
export const loadMenu = () => import('./MenuPopup.tsx')
export const loadPopover = () => import('./PopoverPopup.tsx')
export const loadToastBoard = () => import('./ToastBoard.tsx')

/**
 * Fetches all of it when the page has come to rest, so that the first opening waits for nothing and works
 * without a network too.
 */
export function preloadOverlays(): void {
  whenRested(() => void loadAll(), AT_LATEST_MS)
}

/** One after the other: a quiet moment stays a short one. */
async function loadAll(): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- that is the point of it
  for (const load of [loadDialog, loadSheet, loadMenu, loadPopover]) await load().catch(() => undefined)
  needToasts()
}
