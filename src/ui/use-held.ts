import type { RefObject } from 'react'
import { useEffect, useState } from 'react'

/** True while an element is hovered or contains the focus; moving content pauses then. */
export function useHeld(element: RefObject<HTMLElement | null>): boolean {
  const [held, setHeld] = useState({ pointer: false, focus: false })
  useEffect(() => {
    const { current } = element
    if (current === null) return
    const told = (change: Partial<typeof held>) => () => setHeld((before) => ({ ...before, ...change }))
    const leaving = (event: FocusEvent) => {
      if (!(event.relatedTarget instanceof Node && current.contains(event.relatedTarget))) told({ focus: false })()
    }
    const listeners = [
      ['pointerenter', told({ pointer: true })],
      ['pointerleave', told({ pointer: false })],
      ['focusin', told({ focus: true })],
    ] as const
    for (const [type, listener] of listeners) current.addEventListener(type, listener)
    current.addEventListener('focusout', leaving)
    return () => {
      for (const [type, listener] of listeners) current.removeEventListener(type, listener)
      current.removeEventListener('focusout', leaving)
    }
  }, [element])
  return held.pointer || held.focus
}
