import type { FocusEvent, KeyboardEvent, PointerEvent, ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import styles from './Tooltip.module.css'

const OPEN_MS = 400
/** Time to move the pointer from the control to the tooltip (WCAG 1.4.13). */
const CLOSE_MS = 120
const GAP = 8
const EDGE = 8

export type TooltipSide = 'top' | 'bottom'

export interface TooltipHandlers {
  readonly onPointerEnter: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerLeave: () => void
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void
  readonly onBlur: () => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

interface TooltipOptions {
  readonly side?: TooltipSide
  /** Also opens on press, for elements without another action. */
  readonly opensOnPress?: boolean
}

/**
 * A tooltip on hover and keyboard focus, but not while the menu of its control is open; Escape closes it. Returns the handlers of the control and the tooltip element,
 * a popover that is not clipped. Small, because every page loads it.
 */
export function useTooltip(
  text: string,
  options: TooltipOptions = {},
): [handlers: TooltipHandlers, tooltip: ReactNode] {
  const { side = 'bottom', opensOnPress = false } = options
  const [anchor, setAnchor] = useState<DOMRect | null>(null)
  const timer = useRef<number | undefined>(undefined)
  const stopTimer = () => window.clearTimeout(timer.current)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const open = (control: HTMLElement, afterMs: number) => {
    stopTimer()
    timer.current = window.setTimeout(() => {
      // A tooltip would cover the first item of the open menu.
      if (control.getAttribute('aria-expanded') !== 'true') setAnchor(control.getBoundingClientRect())
    }, afterMs)
  }
  const close = (afterMs: number) => {
    stopTimer()
    if (afterMs === 0) setAnchor(null)
    else timer.current = window.setTimeout(() => setAnchor(null), afterMs)
  }
  const handlers: TooltipHandlers = {
    onPointerEnter: (event) => event.pointerType === 'mouse' && open(event.currentTarget, OPEN_MS),
    onPointerLeave: () => close(CLOSE_MS),
    onPointerDown: (event) => (opensOnPress ? open(event.currentTarget, 0) : close(0)),
    onFocus: (event) => event.currentTarget.matches(':focus-visible') && open(event.currentTarget, 0),
    onBlur: () => close(0),
    onKeyDown: (event) => event.key === 'Escape' && close(0),
  }
  const tooltip = anchor && (
    <span
      ref={(element) => {
        if (element) place(element, anchor, side)
      }}
      className={styles.popup}
      role="tooltip"
      popover="manual"
      onPointerEnter={stopTimer}
      onPointerLeave={() => close(CLOSE_MS)}
    >
      {text}
    </span>
  )
  return [handlers, tooltip]
}

/** Places the popover on the preferred side, on the other one if there is no space, inside of the window. */
function place(element: HTMLElement, anchor: DOMRect, side: TooltipSide): void {
  if (!element.matches(':popover-open')) element.showPopover()
  const { width, height } = element.getBoundingClientRect()
  const above = anchor.top - GAP - height
  const below = anchor.bottom + GAP
  const hasRoom = side === 'top' ? above >= EDGE : below + height <= window.innerHeight - EDGE
  const left = anchor.left + anchor.width / 2 - width / 2
  element.style.top = `${(side === 'top') === hasRoom ? above : below}px`
  element.style.left = `${Math.max(EDGE, Math.min(left, window.innerWidth - width - EDGE))}px`
}
