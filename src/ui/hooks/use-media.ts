import { useCallback, useSyncExternalStore } from 'react'

/** True while a media query matches. */
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

/** The phone shell: below 1024 px, bottom tabs and a search that opens a sheet. Stylesheets repeat this width. */
export function usePhoneShell(): boolean {
  return useMedia('(max-width: 1023px)')
}

/** One column: below 761 px. */
export function useOneColumn(): boolean {
  return useMedia('(max-width: 760px)')
}

/** True if the viewer prefers reduced motion. */
export function useReducedMotion(): boolean {
  return useMedia('(prefers-reduced-motion: reduce)')
}

/** The same, read once for an animation that starts now. */
export function reducedMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}
