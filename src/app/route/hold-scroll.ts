/** A page that has not grown to the wanted height by then is not going to. */
const PATIENCE_MS = 5_000
const OWN_MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Scrolls to where the page was left, again and again while it still grows (lists arrive after the first paint), until
 * it is there, the viewer moves it, or five seconds are over. Returns the function that gives up.
 */
export function holdScroll(top: number): () => void {
  const root = document.documentElement
  const grown = new ResizeObserver(() => apply())
  const end = () => {
    clearTimeout(timer)
    grown.disconnect()
    for (const name of OWN_MOVES) window.removeEventListener(name, end)
  }
  const timer = setTimeout(end, PATIENCE_MS)
  const apply = () => {
    window.scrollTo({ top, behavior: 'instant' })
    if (root.scrollHeight - root.clientHeight >= top) end()
  }
  for (const name of OWN_MOVES) window.addEventListener(name, end, { passive: true })
  grown.observe(document.body)
  apply()
  return end
}
