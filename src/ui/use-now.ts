import { useEffect, useState } from 'react'

/**
 * Epoch milliseconds of the given clock, read again every `everyMs` while the page is visible and at once when it
 * becomes visible.
 */
export function useNow(now: () => number, everyMs: number): number {
  const [time, setTime] = useState(now)
  useEffect(() => {
    const read = () => {
      if (!document.hidden) setTime(now())
    }
    const timer = window.setInterval(read, everyMs)
    document.addEventListener('visibilitychange', read)
    return () => {
      window.clearInterval(timer)
      document.removeEventListener('visibilitychange', read)
    }
  }, [now, everyMs])
  return time
}
