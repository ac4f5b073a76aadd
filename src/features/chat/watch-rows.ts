/** A finger that rests this long on a row asks for its tools. */
const HOLD_MS = 450
const TOOLS_PX = 28

export interface RowWatcher {
  /** The pointer came to a row, or a finger rests on it; `top` is where its tools go, in pixels of the list. */
  onRow(id: string, top: number, isHeld: boolean): void
  onNone(): void
}

function rowAt(list: HTMLElement, target: EventTarget | null): { id: string; top: number } | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-id]') : null
  const id = row?.dataset['id']
  if (row === null || id === undefined) return null
  const { top } = row.getBoundingClientRect()
  return { id, top: Math.max(2, top - list.getBoundingClientRect().top - TOOLS_PX / 2) }
}

/** Tells which row of the list the pointer is on. The list carries the listeners: rows come and go by the hundred. */
export function watchRows(list: HTMLElement, watcher: RowWatcher): () => void {
  const listening = new AbortController()
  const options = { passive: true, signal: listening.signal }
  let timer: ReturnType<typeof setTimeout> | undefined

  function show(target: EventTarget | null, isHeld: boolean): void {
    const row = rowAt(list, target)
    if (row === null) watcher.onNone()
    else watcher.onRow(row.id, row.top, isHeld)
  }
  function onPointerOver(event: PointerEvent): void {
    if (event.pointerType === 'mouse') show(event.target, false)
  }
  function onPointerLeave(event: PointerEvent): void {
    const isOnTools = event.relatedTarget instanceof Element && event.relatedTarget.closest('[data-row-tools]') !== null
    if (!isOnTools) watcher.onNone()
  }
  function onTouchStart(event: TouchEvent): void {
    clearTimeout(timer)
    timer = setTimeout(() => show(event.target, true), HOLD_MS)
  }
  function onTouchOver(): void {
    clearTimeout(timer)
  }
  function onScroll(): void {
    clearTimeout(timer)
    watcher.onNone()
  }

  list.addEventListener('pointerover', onPointerOver, options)
  list.addEventListener('pointerleave', onPointerLeave, options)
  list.addEventListener('touchstart', onTouchStart, options)
  list.addEventListener('touchmove', onTouchOver, options)
  list.addEventListener('touchend', onTouchOver, options)
  list.addEventListener('scroll', onScroll, options)
  return () => {
    clearTimeout(timer)
    listening.abort()
  }
}
