/** A finger that rests this long on a row asks for its menu. */
const HOLD_MS = 450
const TOOLS_PX = 28

export interface RowWatcher {
  /** A mouse came to a row; `top` is where its tools go, in pixels of the list. */
  onRow(row: HTMLElement, top: number): void
  /** A finger rests on a row. */
  onHold(row: HTMLElement): void
  onNone(): void
  onScroll(): void
}

function rowAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-id]') : null
}

/** Tells which row of the list the pointer is on. The list carries the listeners: rows come and go by the hundred. */
export function watchRows(list: HTMLElement, watcher: RowWatcher): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const passive = { passive: true, signal }
  let timer: ReturnType<typeof setTimeout> | undefined
  let isHeld = false

  function onPointerOver(event: PointerEvent): void {
    if (event.pointerType !== 'mouse') return
    const row = rowAt(event.target)
    if (row === null) return watcher.onNone()
    const top = row.getBoundingClientRect().top - list.getBoundingClientRect().top
    watcher.onRow(row, Math.max(2, top - TOOLS_PX / 2))
  }
  function onPointerLeave(event: PointerEvent): void {
    const isOnTools = event.relatedTarget instanceof Element && event.relatedTarget.closest('[data-row-tools]') !== null
    if (!isOnTools) watcher.onNone()
  }
  function onTouchStart(event: TouchEvent): void {
    clearTimeout(timer)
    isHeld = false
    const row = rowAt(event.target)
    if (row === null) return
    timer = setTimeout(() => {
      isHeld = true
      watcher.onHold(row)
    }, HOLD_MS)
  }
  function onTouchMove(): void {
    clearTimeout(timer)
  }
  function onTouchEnd(event: TouchEvent): void {
    clearTimeout(timer)
    // The finger that asked for the menu must not press what is under it as well.
    if (isHeld && event.cancelable) event.preventDefault()
  }
  function onContextMenu(event: MouseEvent): void {
    if (isHeld) event.preventDefault()
  }
  function onScroll(): void {
    clearTimeout(timer)
    watcher.onScroll()
  }

  list.addEventListener('pointerover', onPointerOver, passive)
  list.addEventListener('pointerleave', onPointerLeave, passive)
  list.addEventListener('touchstart', onTouchStart, passive)
  list.addEventListener('touchmove', onTouchMove, passive)
  list.addEventListener('touchcancel', onTouchMove, passive)
  list.addEventListener('touchend', onTouchEnd, { signal })
  list.addEventListener('contextmenu', onContextMenu, { signal })
  list.addEventListener('scroll', onScroll, passive)
  return () => {
    clearTimeout(timer)
    listening.abort()
  }
}
