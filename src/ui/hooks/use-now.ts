import { useEffect, useState } from 'react'

/** Epoch milliseconds of a clock, updated every `everyMs` while the page is visible and when it becomes visible. */
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
