import type { FingerWatcher } from './watch-finger.ts'
import { rowAt, watchFinger } from './watch-finger.ts'

const TOOLS_PX = 28

export interface RowWatcher extends FingerWatcher {
  /** A mouse came to a row; `top` is where its tools go, in pixels of the list. */
  onRow(row: HTMLElement, top: number): void
  onNone(): void
  onScroll(): void
}

/** Tells which row of the list the pointer is on. The list carries the listeners: rows come and go by the hundred. */
export function watchRows(list: HTMLElement, watcher: RowWatcher): () => void {
  const listening = new AbortController()
  const passive = { passive: true, signal: listening.signal }

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

  list.addEventListener('pointerover', onPointerOver, passive)
  list.addEventListener('pointerleave', onPointerLeave, passive)
  list.addEventListener('scroll', () => watcher.onScroll(), passive)
  const stopFinger = watchFinger(list, watcher)
  return () => {
    stopFinger()
    listening.abort()
  }
}
