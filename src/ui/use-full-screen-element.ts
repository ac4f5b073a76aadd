import { useSyncExternalStore } from 'react'

function subscribe(onChange: () => void): () => void {
  document.addEventListener('fullscreenchange', onChange)
  return () => document.removeEventListener('fullscreenchange', onChange)
}

/** The full-screen element; null if there is none or if it is not supported (iPhones). Only its content is visible. */
export function fullScreenElement(): HTMLElement | null {
  return document.fullscreenElement instanceof HTMLElement ? document.fullscreenElement : null
}

/** {@link fullScreenElement} as a hook. */
export function useFullScreenElement(): HTMLElement | null {
  return useSyncExternalStore(subscribe, fullScreenElement, () => null)
}
