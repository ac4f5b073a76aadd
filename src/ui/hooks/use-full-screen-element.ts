import { useSyncExternalStore } from 'react'

function subscribe(onChange: () => void): () => void {
  document.addEventListener('fullscreenchange', onChange)
  return () => document.removeEventListener('fullscreenchange', onChange)
}

/**
 * The part of the page that fills the screen; only its content is visible. Null if there is none, if the whole page fills
 * the screen, or if full screen is not supported (iPhones).
 */
export function fullScreenElement(): HTMLElement | null {
  const element = document.fullscreenElement
  return element instanceof HTMLElement && element !== document.documentElement ? element : null
}

/** {@link fullScreenElement} as a hook. */
export function useFullScreenElement(): HTMLElement | null {
  return useSyncExternalStore(subscribe, fullScreenElement, () => null)
}

/** Whether the whole page fills the screen. */
export function useIsPageFullScreen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => document.fullscreenElement === document.documentElement,
    () => false,
  )
}
