import type { RefObject } from 'react'
import { useEffect, useRef } from 'react'

/**
 * For a panel that a press opens and that does not stand behind its button in the page: it takes the focus when it opens,
 * and what opened it has the focus again when the panel goes away with it. A panel that is open from the start was opened
 * before, and takes nothing.
 */
export function usePanelFocus(panel: RefObject<HTMLElement | null>, isOpen: boolean): void {
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    const isPressed = isOpen && !wasOpen.current
    wasOpen.current = isOpen
    if (!isPressed) return
    const opener = document.activeElement
    panel.current?.focus({ preventScroll: true })
    return () => {
      if (document.activeElement === document.body && opener instanceof HTMLElement)
        opener.focus({ preventScroll: true })
    }
  }, [panel, isOpen])
}
