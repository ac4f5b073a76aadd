import { useSyncExternalStore } from 'react'

function subscribe(onChange: () => void): () => void {
  document.addEventListener('fullscreenchange', onChange)
  return () => document.removeEventListener('fullscreenchange', onChange)
}

/**
 * What fills the whole screen, null when nothing does or nothing can (iPhones have no such thing). Only what is inside it
 * can be seen.
 */
export function fullScreenElement(): HTMLElement | null {
  return document.fullscreenElement instanceof HTMLElement ? document.fullscreenElement : null
}

/** {@link fullScreenElement}, followed. */
export function useFullScreenElement(): HTMLElement | null {
  return useSyncExternalStore(subscribe, fullScreenElement, () => null)
}
