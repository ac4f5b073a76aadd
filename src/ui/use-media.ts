import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds now; follows the window. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  )
}

/** Phones: below 761 px, one column and bottom tabs. */
export function usePhone(): boolean {
  return useMedia('(max-width: 760px)')
}

/** The viewer asks for less motion. */
export function useReducedMotion(): boolean {
  return useMedia('(prefers-reduced-motion: reduce)')
}

/** The same, asked once: for an animation that begins now. */
export function reducedMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}
