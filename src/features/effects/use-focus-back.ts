import type { FocusEvent, RefObject } from 'react'
import { useLayoutEffect, useRef } from 'react'

/**
 * For something that goes away by itself: the focus in it goes back to where it came from, or else to the first control of
 * the nearest `[data-video]` around it, and is never dropped. Give the returned function to `onFocus`.
 */
export function useFocusBack(element: RefObject<HTMLElement | null>): (event: FocusEvent) => void {
  const cameFrom = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    const self = element.current
    const picture = self?.closest('[data-video]')
    return () => {
      if (self === null || !self.contains(document.activeElement)) return
      const controls = [...(picture?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])]
      const way = cameFrom.current?.isConnected ? cameFrom.current : controls.find((control) => !self.contains(control))
      way?.focus({ preventScroll: true })
    }
  }, [element])
  return ({ relatedTarget }) => {
    const isOutside = relatedTarget instanceof HTMLElement && !element.current?.contains(relatedTarget)
    if (isOutside) cameFrom.current = relatedTarget
  }
}
