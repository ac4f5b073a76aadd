import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useRootAttribute } from '#ui/hooks/use-root-attribute.ts'

export const HIDE_AFTER_MS = 3_000

interface ControlsShown {
  readonly isShown: boolean
  readonly show: () => void
  readonly hide: () => void
}

/** A focused control, or one with an open menu, keeps the bar visible. */
const IN_USE = ':focus-visible, [aria-expanded="true"]'
const isInUse = (root: RefObject<HTMLElement | null>): boolean => !!root.current?.querySelector(IN_USE)

/**
 * Shows the controls on movement or focus within `root` and hides them after 3 s, unless one is in use or `mustStay`.
 * Other parts of the page can hide with them (`data-has-hidden-controls` on the document).
 */
export function useControlsShown(root: RefObject<HTMLElement | null>, mustStay: boolean): ControlsShown {
  const [isShown, setShown] = useState(true)
  const timer = useRef(0)
  const hideLater = useCallback(() => {
    window.clearTimeout(timer.current)
    const hideUnlessUsed = (): void => {
      if (isInUse(root)) timer.current = window.setTimeout(hideUnlessUsed, HIDE_AFTER_MS)
      else setShown(false)
    }
    timer.current = window.setTimeout(hideUnlessUsed, HIDE_AFTER_MS)
  }, [root])
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
  useRootAttribute('has-hidden-controls', !isShown && !mustStay)
  return { isShown: isShown || mustStay, show, hide }
}
