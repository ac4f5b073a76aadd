import { useCallback, useEffect, useRef, useState } from 'react'
import type { GiftRecord } from '#protocol/endpoints/gift.ts'
import type { Failure } from '#protocol/result.ts'
import { call } from '#transport/client.ts'

export interface GiftHistoryData {
  /** Newest first; null before the first answer. */
  readonly records: readonly GiftRecord[] | null
  readonly hasMore: boolean
  readonly failure: Failure | null
  readonly isLoading: boolean
  /** The next page, or the failed one again. */
  readonly load: () => void
}

/** The member's own gifts, page after page; begins with the first page when it is mounted. */
export function useGiftHistory(): GiftHistoryData {
  const [records, setRecords] = useState<readonly GiftRecord[] | null>(null)
  const [hasMore, setHasMore] = useState(true)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isLoading, setLoading] = useState(true)
  const last = useRef<string | null>(null)
  const waiting = useRef<AbortController | null>(null)

  const load = useCallback(() => {
    waiting.current?.abort()
    const asked = new AbortController()
    waiting.current = asked
    const ask = async () => {
      setLoading(true)
      const result = await call('gift.history', { before: last.current }, { signal: asked.signal })
      if (asked.signal.aborted) return
      setLoading(false)
      setFailure(result.ok ? null : result)
      if (!result.ok) return
      const { list, hasMore: more } = result.data
      last.current = list.at(-1)?.giftOrderNo ?? last.current
      setHasMore(more)
      setRecords((known) => [...(known ?? []), ...list])
    }
    void ask()
  }, [])

  useEffect(() => {
    last.current = null
    load()
    return () => waiting.current?.abort()
  }, [load])
  return { records, hasMore, failure, isLoading, load }
}
