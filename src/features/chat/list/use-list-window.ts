import type { RefObject } from 'react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FeedItem } from '#state/feed/feed-state.ts'
import type { ListElements } from './list-window.ts'
import { ListWindow } from './list-window.ts'
import type { RowWindow } from './row-window.ts'
import { rangeOf, tailLength, tailOf } from './row-window.ts'

const NO_KEYS: readonly string[] = []
/** Height of the viewport until it is measured: that of a tall phone. */
const INITIAL_HEIGHT_PX = 600

interface DrawnList extends Pick<RowWindow, 'start' | 'end'> {
  readonly above: RefObject<HTMLDivElement | null>
  readonly rows: RefObject<HTMLDivElement | null>
  readonly below: RefObject<HTMLDivElement | null>
}

/**
 * Returns which rows of the list are drawn: the newest while it follows, those around the viewport while it is read. The
 * scroller contains, in this order, the spacer above, the rows, and the spacer below.
 */
export function useListWindow(
  scroller: HTMLElement | null,
  items: readonly FeedItem[],
  isFollowing: boolean,
): DrawnList {
  const above = useRef<HTMLDivElement>(null)
  const rows = useRef<HTMLDivElement>(null)
  const below = useRef<HTMLDivElement>(null)
  const [wanted, setWanted] = useState(NO_KEYS)
  const [tail, setTail] = useState(() => tailLength(INITIAL_HEIGHT_PX))
  const [listWindow, setListWindow] = useState<ListWindow | null>(null)

  const { start, end } = (isFollowing ? null : rangeOf(items, wanted)) ?? tailOf(items.length, tail)

  useLayoutEffect(() => {
    const content = above.current?.parentElement
    if (scroller === null || !content || !above.current || !rows.current || !below.current) return
    const elements: ListElements = { scroller, content, above: above.current, rows: rows.current, below: below.current }
    const created = new ListWindow(elements, (keys, isNow) => {
      if (isNow) flushSync(() => setWanted(keys))
      else setWanted(keys)
    })
    setListWindow(created)
    return () => created.stop()
  }, [scroller])

  // After each render: the range may contain other rows, and a row may have another height.
  useLayoutEffect(() => listWindow?.update(items, { start, end }, isFollowing))

  useEffect(() => {
    if (scroller === null || rows.current === null || listWindow === null) return
    return watch(scroller, rows.current, listWindow, (height) => flushSync(() => setTail(tailLength(height))))
  }, [scroller, listWindow])

  return { start, end, above, rows, below }
}

function watch(
  scroller: HTMLElement,
  rows: HTMLElement,
  listWindow: ListWindow,
  onHeight: (px: number) => void,
): () => void {
  const controller = new AbortController()
  const options = { passive: true, signal: controller.signal }
  scroller.addEventListener('scroll', () => listWindow.scrolled(), options)
  // Smooth scrolling after a key press can leave a following list short of its end.
  scroller.addEventListener('scrollend', () => listWindow.scrollEnded(), options)
  const onSize = new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) {
      if (target === scroller) {
        onHeight(contentRect.height)
        listWindow.resized()
      } else listWindow.rowsResized(contentRect.height)
    }
  })
  onSize.observe(scroller)
  onSize.observe(rows)
  return () => {
    controller.abort()
    onSize.disconnect()
  }
}
