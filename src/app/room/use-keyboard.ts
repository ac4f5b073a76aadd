import { useEffect, useState } from 'react'

/** A page this much lower than its screen while somebody types has a keyboard over it. */
const SHARE = 0.72

function heightUnderKeyboard(): number | null {
  const isTyping = document.activeElement instanceof HTMLInputElement
  const height = Math.min(window.visualViewport?.height ?? window.innerHeight, window.innerHeight)
  return isTyping && window.innerWidth < height * 1.4 && height < window.screen.height * SHARE ? height : null
}

/**
 * The height that is left above the keyboard of a phone, in pixels, or null while there is none. Some browsers shrink
 * the page, others only what is visible of it; both are measured.
 */
export function useKeyboard(): number | null {
  const [height, setHeight] = useState<number | null>(null)
  useEffect(() => {
    if (!window.matchMedia('(pointer: coarse)').matches) return
    const measure = () => setHeight(heightUnderKeyboard())
    const stop = new AbortController()
    window.visualViewport?.addEventListener('resize', measure, { signal: stop.signal })
    window.addEventListener('focusin', measure, { signal: stop.signal })
    window.addEventListener('focusout', measure, { signal: stop.signal })
    return () => stop.abort()
  }, [])
  return height
}
