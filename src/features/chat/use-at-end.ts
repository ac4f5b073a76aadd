import { useEffect, useState } from 'react'

/** A row that is cut by less than this is wholly in sight. */
const END_PX = 4

/** While `isWatching`, whether the list stands at its end. It is asked only then: reading heights costs a layout. */
export function useAtEnd(list: HTMLElement | null, isWatching: boolean): boolean {
  const [isAtEnd, setAtEnd] = useState(true)
  useEffect(() => {
    if (list === null || !isWatching) return
    const look = () => setAtEnd(list.scrollHeight - list.scrollTop - list.clientHeight <= END_PX)
    const frame = requestAnimationFrame(look)
    list.addEventListener('scroll', look, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      list.removeEventListener('scroll', look)
      setAtEnd(true)
    }
  }, [list, isWatching])
  return isAtEnd
}
