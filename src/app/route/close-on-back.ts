import { watchWindows, windowsClosedByBack } from '#ui/overlay/open-dialogs.ts'
import type { Router } from '../router.tsx'

/** The part of a history entry that is read here. `key` and `idx` are the router's. */
interface EntryState {
  readonly key?: string
  readonly idx?: number
  /** Number of windows that were open when the entry was added. */
  readonly windows?: number
}

/** Key of the first entry of a page load, which the router does not store. */
const FIRST_KEY = 'default'

const readEntry = (state: EntryState | null): EntryState => state ?? {}
const windowsOf = ({ windows = 0 }: EntryState): number => windows

/**
 * Gives each open dialog, sheet and panel a history entry with the URL of its screen, so that Back closes it. A window
 * that is closed otherwise removes its entry. The router does not see these entries, because they keep the key of the
 * screen. An entry that a link in a window leaves behind is skipped on the way back. Returns a function that ends this.
 */
export function closeOnBack(router: Pick<Router, 'state' | 'subscribe'>): () => void {
  let timer = 0
  let isLeaving = false

  const update = (): void => {
    if (isLeaving || router.state.navigation.state !== 'idle') return
    const entry = readEntry(window.history.state as EntryState | null)
    const shown = windowsOf(entry)
    const open = windowsClosedByBack().length
    for (let count = shown + 1; count <= open; count += 1) {
      const idx = (entry.idx ?? 0) + count - shown
      window.history.pushState({ ...entry, idx, windows: count }, '')
    }
    if (open >= shown) return
    isLeaving = true
    window.history.go(open - shown)
  }

  /** In a task of its own: a window may close because a link in it was pressed, or because another one replaces it. */
  const schedule = (): void => {
    window.clearTimeout(timer)
    timer = window.setTimeout(update)
  }

  const onPopState = (event: PopStateEvent): void => {
    const state = event.state as EntryState | null
    const entry = readEntry(state)
    // A link to a part of the page adds an entry without state, which the router reads.
    const isSameScreen = state !== null && (entry.key ?? FIRST_KEY) === router.state.location.key
    const wasLeaving = isLeaving
    isLeaving = false
    if (!isSameScreen) return
    event.stopImmediatePropagation()
    if (!wasLeaving) {
      for (const close of windowsClosedByBack().slice(windowsOf(entry)).reverse()) close()
    }
    schedule()
  }

  // Before the listener of the router.
  window.addEventListener('popstate', onPopState, { capture: true })
  const stops = [watchWindows(schedule), router.subscribe(schedule)]
  schedule()
  return () => {
    window.clearTimeout(timer)
    window.removeEventListener('popstate', onPopState, { capture: true })
    for (const stop of stops) stop()
  }
}
