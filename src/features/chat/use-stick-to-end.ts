import { useEffect } from 'react'

/** The list's own element around its rows; its padding stands for the rows that are not drawn. */
const ROWS = '[data-testid="virtuoso-item-list"]'

/** Where the list has to stand to show its newest drawn row at its foot. */
function endOf(list: HTMLElement): number {
  const undrawn = Number.parseFloat(list.querySelector<HTMLElement>(ROWS)?.style.paddingBottom ?? '') || 0
  return list.scrollHeight - list.clientHeight - undrawn
}

/**
 * While `isSticking`, keeps the end of the list in sight through whatever changes its content or its size. New rows have
 * an estimated height until they are measured; this corrects the last pixels before the frame is painted. When more
 * rows come at once than the list draws in one go, it shows the newest that are drawn, never the blank beyond them.
 */
export function useStickToEnd(list: HTMLElement | null, isSticking: boolean): void {
  useEffect(() => {
    if (list === null || !isSticking) return
    const stick = () => {
      const end = endOf(list)
      if (Math.abs(end - list.scrollTop) > 1) list.scrollTo(list.scrollLeft, end)
    }
    const onSize = new ResizeObserver(stick)
    onSize.observe(list)
    const onRows = new MutationObserver(stick)
    onRows.observe(list, { childList: true, subtree: true, attributes: true, attributeFilter: ['style'] })
    // The browser's own smooth scrolling after a key goes on for a while and would leave the list beside its end.
    list.addEventListener('scrollend', stick)
    stick()
    return () => {
      list.removeEventListener('scrollend', stick)
      onSize.disconnect()
      onRows.disconnect()
    }
  }, [list, isSticking])
}
