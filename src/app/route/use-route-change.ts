import { createContext, type RefObject, useContext, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { reducedMotion } from '#ui/hooks/use-media.ts'

const ENTER_MS = 160
const ENTER_EASING = 'cubic-bezier(0.2, 0.8, 0.2, 1)'
/** If there is no heading by then, the focus stays on the content. */
const HEADING_MS = 3_000

/** Focuses the heading of the screen, or the screen until there is one. */
function focusHeading(main: HTMLElement): () => void {
  const take = (): boolean => {
    const heading = main.querySelector('h1')
    if (heading === null) return false
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    return true
  }
  if (take()) return () => undefined
  main.focus({ preventScroll: true })
  const end = () => {
    clearTimeout(timer)
    arrived.disconnect()
  }
  const timer = setTimeout(() => end(), HEADING_MS)
  const arrived = new MutationObserver(() => {
    // Stops if the viewer has moved the focus.
    if (document.activeElement !== main || take()) end()
  })
  arrived.observe(main, { childList: true, subtree: true })
  return end
}

/** The path of the last screen, inside or outside of the shell; stored by the root route. */
export const ShownPath = createContext<RefObject<string | null> | null>(null)

/** The last path; local to this frame if there is no root route. */
function useShownPath(): RefObject<string | null> {
  const own = useRef<string | null>(null)
  return useContext(ShownPath) ?? own
}

/** True if the path differs from the last one, which it replaces. False for the first screen. */
function isChange(shown: RefObject<string | null>, pathname: string): boolean {
  const before = shown.current
  shown.current = pathname
  return before !== null && before !== pathname
}

/** Focuses the heading of a screen outside of the shell, unless it is the first screen. */
export function useBareRoute(): void {
  const { pathname } = useLocation()
  const shown = useShownPath()
  useLayoutEffect(() => {
    const main = document.querySelector('main')
    if (main === null || !isChange(shown, pathname)) return
    main.tabIndex = -1
    return focusHeading(main)
  }, [shown, pathname])
}

/**
 * Effects of a screen change: an animation of 160 ms (opacity and transform; opacity only over a room; none with
 * reduced motion), and focus on the heading. None for the first screen.
 */
export function useRouteChange(main: RefObject<HTMLElement | null>, pathname: string, isRoom: boolean): void {
  const shown = useShownPath()
  useLayoutEffect(() => {
    const element = main.current
    if (element === null || !isChange(shown, pathname)) return
    if (!reducedMotion()) {
      const from = { opacity: 0, ...(isRoom ? {} : { transform: 'translateY(6px)' }) }
      element.animate([from, { opacity: 1, ...(isRoom ? {} : { transform: 'none' }) }], {
        duration: ENTER_MS,
        easing: ENTER_EASING,
      })
    }
    return focusHeading(element)
  }, [main, shown, pathname, isRoom])
}
