import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { clockAtom } from '#state/data/clock.ts'
import { onForeground } from '#state/data/reconnect.ts'
import { type ServerData, useServerData } from '#state/data/use-server-data.ts'

export interface RateState extends ServerData<DataOf<'usdt.rate'>> {
  /** Age of the rate by the clock of the server, in milliseconds. */
  readonly ageMs: number
  /** Older than the source allows: no quote is made from it. */
  readonly isStale: boolean
}

/** The rate of USDT (S1.14). A rate that becomes stale is requested again once, while the page is visible. */
export function useRate(): RateState {
  const rate = useServerData('usdt.rate', {})
  const now = useAtomValue(clockAtom)
  const { data, retry } = rate
  const ageMs = data ? Math.max(0, now - data.at) : 0
  const isStale = data !== null && ageMs > data.maxAgeMs
  useEffect(() => {
    if (!isStale) return
    if (!document.hidden) retry()
    return onForeground(retry)
  }, [isStale, retry])
  return { ...rate, ageMs, isStale }
}
