import { whenRested } from '#lib/browser/when-rested.ts'
import { requestToastContainer } from './toast-manager.ts'

/** Latest time to preload overlays on a busy page. */
const AT_LATEST_MS = 10_000

/** The code of overlays is not part of the first load. */
export const loadDialog = () => import('./DialogBody.tsx')
export const loadSheet = () => import('./SheetBody.tsx')
export const loadMenu = () => import('./MenuPopup.tsx')
export const loadPopover = () => import('./PopoverPopup.tsx')
export const loadToastBoard = () => import('./ToastBoard.tsx')

/** Preloads all overlays when the page is idle, so that the first opening is fast and works offline. */
export function preloadOverlays(): void {
  whenRested(() => void loadAll(), AT_LATEST_MS)
}

/** One after the other, to keep idle periods short. */
async function loadAll(): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- that is the point of it
  for (const load of [loadDialog, loadSheet, loadMenu, loadPopover]) await load().catch(() => undefined)
  requestToastContainer()
}
