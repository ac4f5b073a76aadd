/** A finger that rests this long on a row, milliseconds, means it: taps and swipes are over or under way by then. */
const REST_MS = 120
/** A finger that rests this long on a row asks for its menu. */
const HOLD_MS = 450

export interface FingerWatcher {
  /** A finger rests on a row: the list is to hold still, so that the row stays under it. */
  onRest(): void
  /** The finger rests no more: for itself alone the list need not hold still. */
  onLift(): void
  /** A finger asks for the menu of a row, which is in the page. */
  onHold(row: HTMLElement): void
}

/** The row of the list that an event is about. */
export function rowAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-id]') : null
}

/** Tells when a finger rests on a row of the list. A row that has left the page meanwhile is none. */
export function watchFinger(list: HTMLElement, watcher: FingerWatcher): () => void {
  const listening = new AbortController()
  let touch = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isResting = false
  let hasAsked = false

  function end(): void {
    clearTimeout(timer)
    touch.abort()
    if (isResting) watcher.onLift()
    isResting = false
  }
  function onTouchStart({ target }: TouchEvent): void {
    end()
    hasAsked = false
    const row = rowAt(target)
    if (target === null || row === null) return
    touch = new AbortController()
    const { signal } = touch
    // What was touched hears of the finger to the end, in the page or not; the list does not.
    target.addEventListener('touchmove', end, { passive: true, signal })
    target.addEventListener('touchcancel', end, { passive: true, signal })
    target.addEventListener('touchend', onTouchEnd, { signal })
    timer = setTimeout(() => rest(row), REST_MS)
  }
  function rest(row: HTMLElement): void {
    if (!row.isConnected) return end()
    isResting = true
    watcher.onRest()
    timer = setTimeout(() => ask(row), HOLD_MS - REST_MS)
  }
  function ask(row: HTMLElement): void {
    if (!row.isConnected) return end()
    hasAsked = true
    watcher.onHold(row)
  }
  function onTouchEnd(event: Event): void {
    end()
    // The finger that asked for the menu must not press what is under it as well.
    if (hasAsked && event.cancelable) event.preventDefault()
  }
  function onContextMenu(event: MouseEvent): void {
    if (hasAsked) event.preventDefault()
  }

  const { signal } = listening
  list.addEventListener('touchstart', onTouchStart, { passive: true, signal })
  list.addEventListener('contextmenu', onContextMenu, { signal })
  return () => {
    end()
    listening.abort()
  }
}
