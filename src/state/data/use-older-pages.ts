import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure, Result } from '#protocol/result.ts'
import { sessionAtom } from '../session/session.ts'

interface OlderPages<Item> {
  /** Newest first; null before the first response. */
  readonly records: readonly Item[] | null
  readonly hasMore: boolean
  readonly failure: Failure | null
  readonly isLoading: boolean
  /** Loads the next page, or a failed one again. */
  readonly load: () => void
}

/** Requests the page after the record `last`; the newest page if it is null. */
export type ReadPage<Item> = (
  last: Item | null,
  signal: AbortSignal,
) => Promise<Result<{ readonly list: readonly Item[]; readonly hasMore: boolean }>>

/**
 * Records of the member, newest first, page by page. Loads the first page as soon as the session is known. `read` keeps its identity; the
 * component is remounted to read something else.
 */
export function useOlderPages<Item>(read: ReadPage<Item>): OlderPages<Item> {
  const [records, setRecords] = useState<readonly Item[] | null>(null)
  const [hasMore, setHasMore] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isLoading, setLoading] = useState(true)
  const last = useRef<Item | null>(null)
  const pending = useRef<AbortController | null>(null)

  const load = useCallback(() => {
    pending.current?.abort()
    const controller = new AbortController()
    pending.current = controller
    const request = async () => {
      setLoading(true)
      const result = await read(last.current, controller.signal)
      if (controller.signal.aborted) return
      setLoading(false)
      setFailure(result.ok ? null : result)
      if (!result.ok) return
      const { list } = result.data
      last.current = list.at(-1) ?? last.current
      setHasMore(result.data.hasMore)
      setRecords((known) => [...(known ?? []), ...list])
    }
    void request()
  }, [read])

  const isKnown = useAtomValue(sessionAtom) !== undefined
  useEffect(() => {
    if (!isKnown) return
    last.current = null
    load()
    return () => pending.current?.abort()
  }, [load, isKnown])
  return { records, hasMore, failure, isLoading, load }
}
