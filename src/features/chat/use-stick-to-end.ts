import { useEffect } from 'react'

/**
 * While `isSticking`, keeps the end of a scrolling element in sight through whatever changes its content or its size.
 * New rows have an estimated height until they are measured; this corrects the last pixels before the frame is painted.
 */
export function useStickToEnd(list: HTMLElement | null, isSticking: boolean): void {
  useEffect(() => {
    if (list === null || !isSticking) return
    const stick = () => {
      const end = list.scrollHeight - list.clientHeight
      if (end - list.scrollTop > 1) list.scrollTo(list.scrollLeft, end)
    }
    const onSize = new ResizeObserver(stick)
    onSize.observe(list)
    const onRows = new MutationObserver(stick)
    onRows.observe(list, { childList: true, subtree: true, attributes: true, attributeFilter: ['style'] })
    stick()
    return () => {
      onSize.disconnect()
      onRows.disconnect()
    }
  }, [list, isSticking])
}
