import { useStore } from 'jotai'
import { useEffect } from 'react'
import { prependedAtom } from '#state/room.ts'

/** Rows that come into the page before the eye are measured within this many frames. */
const HOLD_FRAMES = 12

interface Place {
  readonly index: string
  readonly top: number
}

/** The first row that is wholly visible, by the list's own index, which history before it does not change. */
function placeOf(list: HTMLElement): Place | null {
  const edge = list.getBoundingClientRect().top
  for (const row of list.querySelectorAll<HTMLElement>('[data-item-index]')) {
    const { top } = row.getBoundingClientRect()
    if (top >= edge) return { index: row.dataset['itemIndex'] ?? '', top }
  }
  return null
}

function hold(list: HTMLElement, place: Place): () => void {
  const restore = () => {
    const row = list.querySelector<HTMLElement>(`[data-item-index="${place.index}"]`)
    if (row === null) return
    const moved = row.getBoundingClientRect().top - place.top
    if (Math.abs(moved) >= 0.5) list.scrollTop += moved
  }
  const onRows = new MutationObserver(restore)
  onRows.observe(list, { childList: true, subtree: true, attributes: true, attributeFilter: ['style'] })
  let frames = 0
  let frame = requestAnimationFrame(function next() {
    restore()
    frames += 1
    if (frames < HOLD_FRAMES) frame = requestAnimationFrame(next)
    else stop()
  })
  function stop(): void {
    onRows.disconnect()
    cancelAnimationFrame(frame)
    list.removeEventListener('wheel', stop)
    list.removeEventListener('touchmove', stop)
    list.removeEventListener('keydown', stop)
  }
  // Whoever scrolls meanwhile knows better.
  list.addEventListener('wheel', stop, { passive: true })
  list.addEventListener('touchmove', stop, { passive: true })
  list.addEventListener('keydown', stop)
  return stop
}

/**
 * Keeps the row under the eye where it is when rows are put before it: the list places those by estimated heights and
 * would be off by the difference.
 */
export function useHoldPlace(list: HTMLElement | null): void {
  const store = useStore()
  useEffect(() => {
    if (list === null) return
    let before = store.get(prependedAtom)
    let release = () => {}
    // Called before the change is rendered: the page still shows where everything stands.
    const stop = store.sub(prependedAtom, () => {
      const now = store.get(prependedAtom)
      const place = now > before ? placeOf(list) : null
      before = now
      release()
      if (place !== null) release = hold(list, place)
    })
    return () => {
      stop()
      release()
    }
  }, [list, store])
}
