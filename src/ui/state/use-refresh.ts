import { useEffect } from 'react'

/** Reads again every `everyMs` while the page is visible. Null: does not read again. */
export function useRefresh(retry: () => void, everyMs: number | null): void {
  useEffect(() => {
    if (everyMs === null) return
    const timer = window.setInterval(() => {
      if (!document.hidden) retry()
    }, everyMs)
    return () => window.clearInterval(timer)
  }, [retry, everyMs])
}
