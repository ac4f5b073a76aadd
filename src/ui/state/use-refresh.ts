import { useEffect, useEffectEvent } from 'react'
import type { BlockData } from './Block.tsx'

/**
 * Reads again every `everyMs` while the page is visible. Null: does not read again. A retry aborts the pending request, so
 * the hook waits for a slow response; otherwise no request would ever complete on a slow connection.
 */
export function useRefresh(query: Pick<BlockData<unknown>, 'isLoading' | 'retry'>, everyMs: number | null): void {
  const refresh = useEffectEvent(() => {
    if (!document.hidden && !query.isLoading) query.retry()
  })
  useEffect(() => {
    if (everyMs === null) return
    const timer = window.setInterval(() => refresh(), everyMs)
    return () => window.clearInterval(timer)
  }, [everyMs])
}
