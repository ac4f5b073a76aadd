import { useEffect } from 'react'

/** Reads again every `everyMs` while the page is visible. */
export function useRefresh(retry: () => void, everyMs: number): void {
  useEffect(() => {
    const timer = window.setInterval(() => {
      if (!document.hidden) retry()
    }, everyMs)
    return () => window.clearInterval(timer)
  }, [retry, everyMs])
}
