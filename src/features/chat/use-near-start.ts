import { useEffect, useState } from 'react'

/** While `isWatching`, whether the list stands within `px` of its beginning. It is asked only then: that costs a layout. */
export function useNearStart(list: HTMLElement | null, px: number, isWatching: boolean): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (list === null || !isWatching) return
    const look = () => setNear(list.scrollTop <= px)
    const frame = requestAnimationFrame(look)
    list.addEventListener('scroll', look, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      list.removeEventListener('scroll', look)
      setNear(false)
    }
  }, [list, px, isWatching])
  return isNear
}
