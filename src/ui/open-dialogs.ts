import { useEffect, useSyncExternalStore } from 'react'
import { fullScreenElement } from './use-full-screen-element.ts'

let count = 0
const listeners = new Set<() => void>()

function add(change: number): void {
  count += change
  for (const listener of listeners) listener()
}

/** Counts an open window, and leaves full screen, which would cover it. */
export function useCountedDialog(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    add(1)
    // The viewer may have left full screen already.
    if (fullScreenElement() !== null) document.exitFullscreen().catch(() => undefined)
    return () => add(-1)
  }, [isOpen])
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** True while a modal dialog or sheet is open; automatic windows wait for that. */
export function useIsDialogOpen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => count > 0,
    () => false,
  )
}
