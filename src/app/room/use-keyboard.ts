import { useEffect, useState } from 'react'

/** If the page is lower than this share of the screen while the viewer types, an on-screen keyboard is open. */
const MAX_SHARE = 0.72

function heightAboveKeyboard(): number | null {
  const isTyping = document.activeElement instanceof HTMLInputElement
  const height = Math.min(window.visualViewport?.height ?? window.innerHeight, window.innerHeight)
  return isTyping && window.innerWidth < height * 1.4 && height < window.screen.height * MAX_SHARE ? height : null
}

/**
 * Returns the height above the on-screen keyboard of a phone in pixels, or null without one. Some browsers shrink the
 * page, others only the visual viewport; both are measured.
 */
export function useKeyboard(): number | null {
  const [height, setHeight] = useState<number | null>(null)
  useEffect(() => {
    if (!window.matchMedia('(pointer: coarse)').matches) return
    const measure = () => setHeight(heightAboveKeyboard())
    const stop = new AbortController()
    window.visualViewport?.addEventListener('resize', measure, { signal: stop.signal })
    window.addEventListener('focusin', measure, { signal: stop.signal })
    window.addEventListener('focusout', measure, { signal: stop.signal })
    return () => stop.abort()
  }, [])
  return height
}
