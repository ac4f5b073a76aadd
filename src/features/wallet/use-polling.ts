import { useEffect, useRef } from 'react'

/** Delays between two refetches in milliseconds. The last one repeats. */
const POLLING_DELAYS_MS = [1_000, 2_000, 3_000, 5_000, 8_000, 13_000, 20_000, 30_000] as const

interface Polled {
  readonly isLoading: boolean
  readonly retry: () => void
}

/**
 * Refetches a read while it can change: the page must be visible, the delays grow, and a request is never interrupted.
 * Another `key` begins with the shortest delay, and so does a page that becomes visible. Null stops.
 */
export function usePolling(key: string | null, { isLoading, retry }: Polled): void {
  const progress = useRef({ key, step: 0 })
  useEffect(() => {
    if (progress.current.key !== key) progress.current = { key, step: 0 }
    if (key === null || isLoading) return
    const refetch = () => {
      if (document.hidden) return
      progress.current.step += 1
      retry()
    }
    const wake = () => {
      progress.current.step = 0
      refetch()
    }
    const delayMs = POLLING_DELAYS_MS[Math.min(progress.current.step, POLLING_DELAYS_MS.length - 1)]
    const timer = window.setTimeout(refetch, delayMs)
    document.addEventListener('visibilitychange', wake)
    return () => {
      window.clearTimeout(timer)
      document.removeEventListener('visibilitychange', wake)
    }
  }, [key, isLoading, retry])
}
