/** Time after which the page will not grow to the wanted height any more. */
const PATIENCE_MS = 5_000
const USER_SCROLL_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Restores a scroll position repeatedly while the page grows, until it is reached, the viewer scrolls, or five seconds
 * have passed; then calls `onEnd`. Returns a function that stops it.
 */
export function restoreScroll(top: number, onEnd: () => void): () => void {
  const root = document.documentElement
  return hold(() => {
    window.scrollTo({ top, behavior: 'instant' })
    return root.scrollHeight - root.clientHeight >= top
  }, onEnd)
}

/** Scrolls to the element of the URL hash when it exists, and again while the page above it grows. */
export function restoreHashScroll(id: string): () => void {
  return hold(() => {
    document.getElementById(id)?.scrollIntoView({ behavior: 'instant' })
    return false
  })
}

/** Runs an attempt now and after each growth or mutation of the page, until it returns true. */
function hold(attempt: () => boolean, onEnd?: () => void): () => void {
  const grown = new ResizeObserver(() => apply())
  const changed = new MutationObserver(() => apply())
  const end = () => {
    clearTimeout(timer)
    grown.disconnect()
    changed.disconnect()
    for (const name of USER_SCROLL_EVENTS) window.removeEventListener(name, end)
    onEnd?.()
  }
  const timer = setTimeout(end, PATIENCE_MS)
  const apply = () => {
    if (attempt()) end()
  }
  for (const name of USER_SCROLL_EVENTS) window.addEventListener(name, end, { passive: true })
  grown.observe(document.body)
  changed.observe(document.body, { childList: true, subtree: true })
  apply()
  return end
}
