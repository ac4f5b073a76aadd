import { type PointerEvent, useRef } from 'react'

/** Distance of the pointer since it was pressed, in CSS pixels, and the time in milliseconds. */
export interface DragMove {
  readonly x: number
  readonly y: number
  readonly t: number
}

interface DragHandlers {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerCancel: (event: PointerEvent<HTMLElement>) => void
}

interface DragEvents {
  readonly isDisabled: boolean
  readonly onStart?: () => void
  readonly onMove: (move: DragMove) => void
  /** The pointer was released. */
  readonly onEnd: (move: DragMove) => void
  /** The browser cancelled the pointer; the drag is ignored. */
  readonly onCancel: () => void
}

/** Dragging with finger, pen or mouse, with pointer capture. */
export function useDrag({ isDisabled, onStart, onMove, onEnd, onCancel }: DragEvents): DragHandlers {
  const grip = useRef<{ readonly pointerId: number; readonly x: number; readonly y: number; readonly t: number }>(null)

  const moveOf = (event: PointerEvent<HTMLElement>): DragMove | null => {
    const start = grip.current
    if (start === null || event.pointerId !== start.pointerId) return null
    return { x: event.clientX - start.x, y: event.clientY - start.y, t: event.timeStamp - start.t }
  }

  return {
    onPointerDown: (event) => {
      if (isDisabled || grip.current || !event.isPrimary || event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      grip.current = { pointerId: event.pointerId, x: event.clientX, y: event.clientY, t: event.timeStamp }
      onStart?.()
    },
    onPointerMove: (event) => {
      const move = moveOf(event)
      if (move) onMove(move)
    },
    onPointerUp: (event) => {
      const move = moveOf(event)
      if (!move) return
      grip.current = null
      onEnd(move)
    },
    onPointerCancel: (event) => {
      if (!moveOf(event)) return
      grip.current = null
      onCancel()
    },
  }
}
