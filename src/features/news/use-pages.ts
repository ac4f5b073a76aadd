import type { PrimitiveAtom } from 'jotai'
import { useAtom, useStore } from 'jotai'
import { useCallback, useEffect, useRef, useState } from 'react'
import { NavigationType, useNavigationType } from 'react-router-dom'
import type { Result } from '#protocol/result.ts'
import { serverNow } from '#transport/client.ts'
import { hasMore, NO_PAGES, type Page, pageFailed, type Pages, PAGES_FRESH_MS, pageToRead, takePage } from './pages.ts'

export type PagesAtom<Item> = PrimitiveAtom<Readonly<Record<string, Pages<Item>>>>

export interface PagedList<Item> extends Pages<Item> {
  readonly isLoading: boolean
  readonly hasMore: boolean
  /** Requests the next page, or the failed one again. */
  readonly more: () => void
}

/**
 * A paged list, cached in `atom` under `key`. On back navigation the first render already has all items, so the browser
 * can restore the scroll position.
 */
export function usePages<Item extends { readonly id: string }>(
  atom: PagesAtom<Item>,
  key: string,
  load: (pageNum: number) => Promise<Result<Page<Item>>>,
): PagedList<Item> {
  const [all, setAll] = useAtom(atom)
  const store = useStore()
  const pages = all[key] ?? NO_PAGES
  const isReturning = useNavigationType() === NavigationType.Pop
  const [loadingKey, setLoadingKey] = useState<string | null>(null)
  const latest = useRef({ pages, load, isReturning })
  useEffect(() => {
    latest.current = { pages, load, isReturning }
  })

  const read = useCallback(
    async (pageNum: number) => {
      setLoadingKey(key)
      const result = await latest.current.load(pageNum)
      setAll((before) => {
        const old = before[key] ?? NO_PAGES
        const next = result.ok ? takePage(old, result.data, pageNum, serverNow()) : pageFailed(old, result, pageNum)
        return { ...before, [key]: next }
      })
      setLoadingKey((current) => (current === key ? null : current))
    },
    [key, setAll],
  )

  useEffect(() => {
    const { pages: stored, isReturning: mayBeOld } = latest.current
    const isFresh = stored.total !== null && (mayBeOld || serverNow() - stored.updatedAt < PAGES_FRESH_MS)
    if (!isFresh) void read(1)
  }, [read])

  const isLoading = loadingKey === key
  const more = useCallback(() => {
    // Reads the current state, which may not be rendered yet.
    if (!isLoading) void read(pageToRead(store.get(atom)[key] ?? NO_PAGES))
  }, [isLoading, read, store, atom, key])

  const hasFailed = pages.failure !== null
  useEffect(() => {
    if (!hasFailed) return
    window.addEventListener('online', more)
    return () => window.removeEventListener('online', more)
  }, [hasFailed, more])

  return { ...pages, isLoading, hasMore: hasMore(pages), more }
}
