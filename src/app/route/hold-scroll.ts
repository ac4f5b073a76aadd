/** A page that has not grown to the wanted height by then is not going to. */
const PATIENCE_MS = 5_000
const OWN_MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Scrolls to where the page was left, again and again while it still grows (lists arrive after the first paint), until
 * it is there, the viewer moves it, or five seconds are over; then `onEnd` is called. Returns the function that gives up.
 */
export function holdScroll(top: number, onEnd: () => void): () => void {
  const root = document.documentElement
  return hold(() => {
    window.scrollTo({ top, behavior: 'instant' })
    return root.scrollHeight - root.clientHeight >= top
  }, onEnd)
}

/** Shows the element that the address names as soon as it is there, and again while the page above it still grows. */
export function holdElement(id: string): () => void {
  return hold(() => {
    document.getElementById(id)?.scrollIntoView({ behavior: 'instant' })
    return false
  })
}

/** Tries at once and whenever the page has grown or changed, until a try says that it is done. */
function hold(attempt: () => boolean, onEnd?: () => void): () => void {
  const grown = new ResizeObserver(() => apply())
  const changed = new MutationObserver(() => apply())
  const end = () => {
    clearTimeout(timer)
    grown.disconnect()
    changed.disconnect()
    for (const name of OWN_MOVES) window.removeEventListener(name, end)
    onEnd?.()
  }
  const timer = setTimeout(end, PATIENCE_MS)
  const apply = () => {
    if (attempt()) end()
  }
  for (const name of OWN_MOVES) window.addEventListener(name, end, { passive: true })
  grown.observe(document.body)
  changed.observe(document.body, { childList: true, subtree: true })
  apply()
  return end
}
