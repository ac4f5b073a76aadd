import { useEffect, useSyncExternalStore } from 'react'
import { fullScreenElement } from './use-full-screen-element.ts'

let count = 0
const listeners = new Set<() => void>()

function add(change: number): void {
  count += change
  for (const listener of listeners) listener()
}

/** Counts a window among those that are open, for as long as it is, and leaves the full screen: it would lie under that. */
export function useCountedDialog(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    add(1)
    // Whoever has left it meanwhile has nothing to leave.
    if (fullScreenElement() !== null) document.exitFullscreen().catch(() => undefined)
    return () => add(-1)
  }, [isOpen])
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a modal window or a sheet is open anywhere on the page: what opens by itself waits for that. */
export function useIsDialogOpen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => count > 0,
    () => false,
  )
}
