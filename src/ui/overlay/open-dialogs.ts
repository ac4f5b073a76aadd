import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { fullScreenElement } from '#ui/hooks/use-full-screen-element.ts'

let count = 0
const listeners = new Set<() => void>()

function add(change: number): void {
  count += change
  for (const listener of listeners) listener()
}

/** Counts an open dialog or sheet, which Back closes, and leaves full screen, which would cover it. */
export function useOpenDialog(isOpen: boolean, close: CloseWindow): void {
  useClosedByBack(isOpen, close)
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

/** Closes an open window. */
type CloseWindow = () => void

let closers: readonly CloseWindow[] = []
const watchers = new Set<() => void>()

function setClosers(next: readonly CloseWindow[]): void {
  closers = next
  for (const watcher of watchers) watcher()
}

/** While the window is open, the Back button closes it instead of leaving the screen (`src/app/route/close-on-back.ts`). */
export function useClosedByBack(isOpen: boolean, close: CloseWindow): void {
  const onClose = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen) return
    const closer: CloseWindow = () => onClose()
    setClosers([...closers, closer])
    return () => setClosers(closers.filter((other) => other !== closer))
  }, [isOpen])
}

/** The windows that Back closes, newest last. */
export function windowsClosedByBack(): readonly CloseWindow[] {
  return closers
}

/** Calls `onChange` when a window has opened or closed. Returns a function that ends this. */
export function watchWindows(onChange: () => void): () => void {
  watchers.add(onChange)
  return () => watchers.delete(onChange)
}
