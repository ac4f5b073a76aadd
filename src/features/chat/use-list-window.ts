import type { RefObject } from 'react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FeedItem } from '#state/feed/feed-state.ts'
import type { ListParts } from './list-foot.ts'
import { ListWindow } from './list-window.ts'
import type { RowWindow } from './row-window.ts'
import { rangeOf, tailLength, tailOf } from './row-window.ts'

const NONE: readonly string[] = []
/** Of the visible part, until it is measured: a tall phone's. */
const FIRST_HEIGHT_PX = 600

interface DrawnList extends Pick<RowWindow, 'start' | 'end'> {
  readonly above: RefObject<HTMLDivElement | null>
  readonly rows: RefObject<HTMLDivElement | null>
  readonly below: RefObject<HTMLDivElement | null>
}

/**
 * Which rows of the list are in the page: the newest at its foot while it follows, those around the visible part while
 * it is read. The scroller is the caller's; it holds, in this order, the space above, the rows, and the space below.
 */
export function useListWindow(
  scroller: HTMLElement | null,
  items: readonly FeedItem[],
  isFollowing: boolean,
): DrawnList {
  const above = useRef<HTMLDivElement>(null)
  const rows = useRef<HTMLDivElement>(null)
  const below = useRef<HTMLDivElement>(null)
  const [wanted, setWanted] = useState(NONE)
  const [tail, setTail] = useState(() => tailLength(FIRST_HEIGHT_PX))
  const [listWindow, setListWindow] = useState<ListWindow | null>(null)

  const { start, end } = (isFollowing ? null : rangeOf(items, wanted)) ?? tailOf(items.length, tail)

  useLayoutEffect(() => {
    const content = above.current?.parentElement
    if (scroller === null || !content || !above.current || !rows.current || !below.current) return
    const parts: ListParts = { scroller, content, above: above.current, rows: rows.current, below: below.current }
    const created = new ListWindow(parts, (keys, isNow) => {
      if (isNow) flushSync(() => setWanted(keys))
      else setWanted(keys)
    })
    setListWindow(created)
    return () => created.stop()
  }, [scroller])

  // After each rendering: the same range may stand for other rows, and a row may have changed its height.
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
  const listening = new AbortController()
  const options = { passive: true, signal: listening.signal }
  scroller.addEventListener('scroll', () => listWindow.scrolled(), options)
  // The browser's own smooth scrolling after a key goes on for a while and would leave a following list beside its end.
  scroller.addEventListener('scrollend', () => listWindow.rested(), options)
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
    listening.abort()
    onSize.disconnect()
  }
}
