import type { RefObject } from 'react'
import { useEffect, useRef } from 'react'

/** Distance from the end at which the next page is requested. */
const AHEAD = '600px'

/**
 * Calls `more` when the element of the returned ref, the foot of a list, is near. `count` is the number of items, or null
 * while nothing may be requested.
 */
export function useNearEnd(count: number | null, more: () => void): RefObject<HTMLDivElement | null> {
  const foot = useRef<HTMLDivElement>(null)
  // The count changes with every page so that the observer starts again. An observer does not report an element that
  // stays visible.
  useEffect(() => {
    const element = foot.current
    if (!element || count === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) more()
      },
      { rootMargin: AHEAD },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [count, more])
  return foot
}
