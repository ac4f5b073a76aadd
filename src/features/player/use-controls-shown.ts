import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

const HIDE_AFTER_MS = 3_000

export interface ControlsShown {
  readonly isShown: boolean
  readonly show: () => void
  readonly hide: () => void
}

/** Controls show on any movement or focus within `root` and leave after 3 s, unless `mustStay`. */
export function useControlsShown(root: RefObject<HTMLElement | null>, mustStay: boolean): ControlsShown {
  const [isShown, setShown] = useState(true)
  const timer = useRef(0)
  const hideLater = useCallback(() => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setShown(false), HIDE_AFTER_MS)
  }, [])
  const show = useCallback(() => {
    setShown(true)
    hideLater()
  }, [hideLater])
  const hide = useCallback(() => {
    window.clearTimeout(timer.current)
    setShown(false)
  }, [])
  useEffect(() => {
    if (!mustStay) hideLater()
    return () => window.clearTimeout(timer.current)
  }, [mustStay, hideLater])
  useEffect(() => {
    const element = root.current
    if (!element) return
    const onMove = (event: PointerEvent): void => {
      if (event.pointerType !== 'touch') show()
    }
    element.addEventListener('pointermove', onMove)
    element.addEventListener('focusin', show)
    return () => {
      element.removeEventListener('pointermove', onMove)
      element.removeEventListener('focusin', show)
    }
  }, [root, show])
  return { isShown: isShown || mustStay, show, hide }
}
