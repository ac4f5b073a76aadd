import { useEffect, useEffectEvent } from 'react'

/** Minimum movement of a finger that has a direction. */
const SWIPE_PX = 8
/** Tolerance at the end, because scroll positions are fractions on many screens. */
const END_PX = 2
/** Distance from the start at which older rows are loaded, before they are visible. */
export const START_PX = 400

const UP_KEYS = new Set(['ArrowUp', 'PageUp', 'Home'])
const DOWN_KEYS = new Set(['PageDown', ' '])

interface ReadingIntent {
  /** The list holds still. Its position is read only then, because that costs a layout. */
  readonly isReading: () => boolean
  /** The viewer scrolls up. Called before the list scrolls. */
  readonly onReadBack: () => void
  /** The viewer scrolls up in a list that is entirely visible. */
  readonly onSeek: () => void
  /** The viewer scrolls up and is near the start. */
  readonly onNearStart: () => void
  /** The viewer scrolls down and has reached the end. */
  readonly onReachEnd: () => void
  /** The viewer pressed End. */
  readonly onReturn: () => void
}

/**
 * Detects from wheel, touch, keys, scroll bar and text selection whether the viewer reads back. The scroll position alone
 * is not used: new rows change it too, and a list that took that for an intent would stop following by itself.
 */
export function useReadingIntent(list: HTMLElement | null, intent: ReadingIntent): void {
  const latest = useEffectEvent(() => intent)
  useEffect(() => (list === null ? undefined : watch(list, () => latest())), [list])
}

/** Adds the listeners. */
// oxlint-disable-next-line max-lines-per-function -- the listeners share the direction and the drag state
function watch(list: HTMLElement, intent: () => ReadingIntent): () => void {
  let direction: 'up' | 'down' | null = null
  let fingerY = 0
  let draggedFrom: number | null = null

  const hasMore = () => list.scrollHeight > list.clientHeight

  /** At its start a list sends no scroll event, so every input is checked. */
  function scrollUp(): void {
    direction = 'up'
    if (hasMore()) intent().onReadBack()
    else intent().onSeek()
    checkStart()
  }
  function checkStart(): void {
    if (intent().isReading() && list.scrollTop < START_PX) intent().onNearStart()
  }
  function checkEnd(): void {
    if (!intent().isReading()) return
    if (list.scrollHeight - list.scrollTop - list.clientHeight > END_PX) return
    intent().onReachEnd()
    // A following list has another height, so the scroll bar moves without the viewer.
    if (!intent().isReading()) draggedFrom = null
  }
  /** At its end a list sends no scroll event, so every input is checked. */
  function scrollDown(): void {
    direction = 'down'
    checkEnd()
  }
  function onWheel(event: WheelEvent): void {
    if (event.ctrlKey || event.deltaY === 0) return
    if (event.deltaY < 0) scrollUp()
    else scrollDown()
  }
  function onTouchStart(event: TouchEvent): void {
    fingerY = event.touches[0]?.clientY ?? 0
  }
  function onTouchMove(event: TouchEvent): void {
    const moved = (event.touches[0]?.clientY ?? 0) - fingerY
    if (moved >= SWIPE_PX) scrollUp()
    else if (moved <= -SWIPE_PX) scrollDown()
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'End') {
      event.preventDefault()
      intent().onReturn()
    } else if (UP_KEYS.has(event.key) || (event.key === ' ' && event.shiftKey)) scrollUp()
    else if (DOWN_KEYS.has(event.key)) scrollDown()
    // use-row-keys.ts scrolls from row to row.
    else if (event.key === 'ArrowDown') direction = 'down'
  }
  function onPointerDown(event: PointerEvent): void {
    const isOnScrollBar = event.target === list && event.offsetX >= list.clientWidth
    if (isOnScrollBar) draggedFrom = list.scrollTop
  }
  function onPointerUp(): void {
    draggedFrom = null
  }
  function onScroll(): void {
    // Reading the position costs a layout, which a following list avoids.
    if (draggedFrom === null && direction === null) return
    const { scrollTop } = list
    if (draggedFrom !== null && scrollTop !== draggedFrom) {
      const isUp = scrollTop < draggedFrom
      draggedFrom = scrollTop
      if (isUp) return scrollUp()
      direction = 'down'
    }
    if (direction === 'up') checkStart()
    if (direction === 'down') checkEnd()
  }

  function hold(): void {
    direction = 'up'
    if (hasMore()) intent().onReadBack()
  }
  /** Selected text must not move. */
  function onSelection(): void {
    const selection = document.getSelection()
    if (selection !== null && !selection.isCollapsed && list.contains(selection.anchorNode)) hold()
  }

  const controller = new AbortController()
  const options = { passive: true, signal: controller.signal }
  list.addEventListener('wheel', onWheel, options)
  list.addEventListener('touchstart', onTouchStart, options)
  list.addEventListener('touchmove', onTouchMove, options)
  list.addEventListener('keydown', onKeyDown, { signal: controller.signal })
  list.addEventListener('pointerdown', onPointerDown, options)
  window.addEventListener('pointerup', onPointerUp, options)
  list.addEventListener('scroll', onScroll, options)
  document.addEventListener('selectionchange', onSelection, options)
  return () => controller.abort()
}
