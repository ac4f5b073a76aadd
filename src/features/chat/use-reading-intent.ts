import { useEffect, useRef } from 'react'

/** A finger that moves less than this has not said which way. */
const FINGER_PX = 8
/** Closer to the end than this is the end: pixels are fractions on many screens. */
const END_PX = 2
/** History is fetched before its place comes into sight. */
export const START_PX = 400

const UP_KEYS = new Set(['ArrowUp', 'PageUp', 'Home'])
const DOWN_KEYS = new Set(['PageDown', ' '])

export interface ReadingIntent {
  /** Whether the list holds still. Only then is it asked where it stands: that costs a layout. */
  readonly isReading: () => boolean
  /** The viewer wants to read back: called before the list scrolls. */
  readonly onReadBack: () => void
  /** The viewer wants to go up in a list that is wholly in sight. */
  readonly onSeek: () => void
  /** The viewer, going up, is near the beginning of the list that is read. */
  readonly onNearStart: () => void
  /** The viewer, going down, has come to the end of the list. */
  readonly onReachEnd: () => void
  /** The viewer pressed End. */
  readonly onReturn: () => void
}

/**
 * Tells from wheel, touch, keys, the scroll bar and marked words what the viewer wants. The position of the list says nothing: rows
 * that arrive move it too, and a list that takes that for intent stops following by itself.
 */
export function useReadingIntent(list: HTMLElement | null, intent: ReadingIntent): void {
  const current = useRef(intent)
  useEffect(() => {
    current.current = intent
  })
  useEffect(() => (list === null ? undefined : watch(list, () => current.current)), [list])
}

function watch(list: HTMLElement, intent: () => ReadingIntent): () => void {
  let direction: 'up' | 'down' | null = null
  let fingerY = 0
  let draggedFrom: number | null = null

  const hasMore = () => list.scrollHeight > list.clientHeight

  /** At the beginning a list scrolls no further, and so tells nothing of the wish to go on: each wish is looked at. */
  function goUp(): void {
    direction = 'up'
    if (hasMore()) intent().onReadBack()
    else intent().onSeek()
    lookUp()
  }
  function lookUp(): void {
    if (intent().isReading() && list.scrollTop < START_PX) intent().onNearStart()
  }
  function reachEnd(): void {
    if (!intent().isReading()) return
    if (list.scrollHeight - list.scrollTop - list.clientHeight > END_PX) return
    intent().onReachEnd()
    // A list that follows is lower than one that was read: the bar that it moves by that says nothing of the viewer.
    if (!intent().isReading()) draggedFrom = null
  }
  /** A list that stands at its end scrolls no further, and so tells nothing of the wish to go on. */
  function goDown(): void {
    direction = 'down'
    reachEnd()
  }
  function onWheel(event: WheelEvent): void {
    if (event.ctrlKey || event.deltaY === 0) return
    if (event.deltaY < 0) goUp()
    else goDown()
  }
  function onTouchStart(event: TouchEvent): void {
    fingerY = event.touches[0]?.clientY ?? 0
  }
  function onTouchMove(event: TouchEvent): void {
    const moved = (event.touches[0]?.clientY ?? 0) - fingerY
    if (moved >= FINGER_PX) goUp()
    else if (moved <= -FINGER_PX) goDown()
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'End') {
      event.preventDefault()
      intent().onReturn()
    } else if (UP_KEYS.has(event.key) || (event.key === ' ' && event.shiftKey)) goUp()
    else if (DOWN_KEYS.has(event.key)) goDown()
    // From row to row it goes by itself (use-row-keys.ts).
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
    // Where it stands costs a layout: nobody asks while the list only follows.
    if (draggedFrom === null && direction === null) return
    const { scrollTop } = list
    if (draggedFrom !== null && scrollTop !== draggedFrom) {
      const isUp = scrollTop < draggedFrom
      draggedFrom = scrollTop
      if (isUp) return goUp()
      direction = 'down'
    }
    if (direction === 'up') lookUp()
    if (direction === 'down') reachEnd()
  }

  function hold(): void {
    direction = 'up'
    if (hasMore()) intent().onReadBack()
  }
  /** Whoever marks words wants them to stay. */
  function onSelection(): void {
    const selection = document.getSelection()
    if (selection !== null && !selection.isCollapsed && list.contains(selection.anchorNode)) hold()
  }

  const listening = new AbortController()
  const options = { passive: true, signal: listening.signal }
  list.addEventListener('wheel', onWheel, options)
  list.addEventListener('touchstart', onTouchStart, options)
  list.addEventListener('touchmove', onTouchMove, options)
  list.addEventListener('keydown', onKeyDown, { signal: listening.signal })
  list.addEventListener('pointerdown', onPointerDown, options)
  window.addEventListener('pointerup', onPointerUp, options)
  list.addEventListener('scroll', onScroll, options)
  document.addEventListener('selectionchange', onSelection, options)
  return () => listening.abort()
}
