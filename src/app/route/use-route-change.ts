import type { RefObject } from 'react'
import { createContext, useContext, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { reducedMotion } from '#ui/use-media.ts'

const ENTER_MS = 160
const ENTER_EASING = 'cubic-bezier(0.2, 0.8, 0.2, 1)'
/** A heading that has not come with the data by then: the focus stays on the content as a whole. */
const HEADING_MS = 3_000

/** Gives the focus to the heading of the screen; until there is one, to the screen. */
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
    // Whoever has moved on meanwhile is not called back.
    if (document.activeElement !== main || take()) end()
  })
  arrived.observe(main, { childList: true, subtree: true })
  return end
}

/** The path of the screen that was shown last, in the shell or outside it: the root of the routes keeps it. */
export const ShownPath = createContext<RefObject<string | null> | null>(null)

/** The path that was shown last; without a root around it, in this frame alone. */
function useShownPath(): RefObject<string | null> {
  const own = useRef<string | null>(null)
  return useContext(ShownPath) ?? own
}

/** Whether a path is another one than that shown last, which it is from now on. The first screen of a page is none. */
function isChange(shown: RefObject<string | null>, pathname: string): boolean {
  const before = shown.current
  shown.current = pathname
  return before !== null && before !== pathname
}

/** A screen outside the shell: its heading takes the focus when it is not the first of the page. */
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
 * What a change of screen does beside drawing it: it comes in within 160 ms (opacity and transform; only opacity over a
 * room; not at all with reduced motion), and its heading takes the focus. The first screen of a page does neither.
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
