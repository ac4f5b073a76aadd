/** A finger that rests on a row this long (milliseconds) is neither a tap nor a swipe. */
const REST_MS = 120
/** A finger that rests on a row this long (milliseconds) opens its menu. */
const LONG_PRESS_MS = 450
const TOOLS_HEIGHT_PX = 28

interface TouchListener {
  /** A finger rests on a row. The list should hold still, so that the row stays under it. */
  onRest(): void
  /** The finger was lifted or moved. */
  onLift(): void
  /** A long press on a row, which is in the page. */
  onLongPress(row: HTMLElement): void
}

interface RowListener extends TouchListener {
  /** A press on the author's name of a row. */
  onName(row: HTMLElement): void
  /** The mouse entered a row. `top` is the position for its tools, pixels from the top of the list. */
  onEnter(row: HTMLElement, top: number): void
  onLeave(): void
  onScroll(): void
}

/** Returns the row of the list that contains an event target. */
function rowAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-id]') : null
}

/**
 * Reports on which row the pointer is, and presses on elements of `nameClass`. The listeners are on the list, because rows are added and removed by the hundred.
 * Returns the function that removes them.
 */
export function watchRows(list: HTMLElement, nameClass: string, listener: RowListener): () => void {
  const controller = new AbortController()
  const passive = { passive: true, signal: controller.signal }

  function onPointerOver(event: PointerEvent): void {
    if (event.pointerType !== 'mouse') return
    const row = rowAt(event.target)
    if (row === null) return listener.onLeave()
    const top = row.getBoundingClientRect().top - list.getBoundingClientRect().top
    listener.onEnter(row, Math.max(2, top - TOOLS_HEIGHT_PX / 2))
  }
  function onPointerLeave(event: PointerEvent): void {
    const isOnTools = event.relatedTarget instanceof Element && event.relatedTarget.closest('[data-row-tools]') !== null
    if (!isOnTools) listener.onLeave()
  }

  function onClick({ target }: MouseEvent): void {
    const isName = target instanceof Element && target.classList.contains(nameClass)
    const row = isName ? rowAt(target) : null
    if (row !== null) listener.onName(row)
  }

  list.addEventListener('click', onClick, passive)
  list.addEventListener('pointerover', onPointerOver, passive)
  list.addEventListener('pointerleave', onPointerLeave, passive)
  list.addEventListener('scroll', () => listener.onScroll(), passive)
  const stopTouch = watchTouch(list, listener)
  return () => {
    stopTouch()
    controller.abort()
  }
}

/** Reports long presses on rows. A row that was removed from the page meanwhile is ignored. */
export function watchTouch(list: HTMLElement, listener: TouchListener): () => void {
  const controller = new AbortController()
  let touch = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isResting = false
  let isLongPress = false

  function end(): void {
    clearTimeout(timer)
    touch.abort()
    if (isResting) listener.onLift()
    isResting = false
  }
  function onTouchStart({ target }: TouchEvent): void {
    end()
    isLongPress = false
    const row = rowAt(target)
    if (target === null || row === null) return
    touch = new AbortController()
    const { signal } = touch
    // Touch events go to the target even after it was removed from the page; the list would not receive them.
    target.addEventListener('touchmove', end, { passive: true, signal })
    target.addEventListener('touchcancel', end, { passive: true, signal })
    target.addEventListener('touchend', onTouchEnd, { signal })
    timer = setTimeout(() => rest(row), REST_MS)
  }
  function rest(row: HTMLElement): void {
    if (!row.isConnected) return end()
    isResting = true
    listener.onRest()
    timer = setTimeout(() => longPress(row), LONG_PRESS_MS - REST_MS)
  }
  function longPress(row: HTMLElement): void {
    if (!row.isConnected) return end()
    isLongPress = true
    listener.onLongPress(row)
  }
  function onTouchEnd(event: Event): void {
    end()
    // A long press must not also click the element under the finger.
    if (isLongPress && event.cancelable) event.preventDefault()
  }
  function onContextMenu(event: MouseEvent): void {
    if (isLongPress) event.preventDefault()
  }

  const { signal } = controller
  list.addEventListener('touchstart', onTouchStart, { passive: true, signal })
  list.addEventListener('contextmenu', onContextMenu, { signal })
  return () => {
    end()
    controller.abort()
  }
}
