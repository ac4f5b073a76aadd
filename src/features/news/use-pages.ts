import { type PrimitiveAtom, useAtom, useStore } from 'jotai'
import { useCallback, useEffect, useRef, useState } from 'react'
import { NavigationType, useNavigationType } from 'react-router-dom'
import type { EndpointName } from '#protocol/endpoints/table.ts'
import type { Result } from '#protocol/result.ts'
import { onContentChange } from '#state/data/content-changes.ts'
import { serverNow } from '#transport/client.ts'
import { hasMore, NO_PAGES, type Page, pageFailed, type Pages, PAGES_FRESH_MS, pageToRead, takePage } from './pages.ts'

type PagesAtom<Item> = PrimitiveAtom<Readonly<Record<string, Pages<Item>>>>

export interface PagedList<Item> extends Pages<Item> {
  readonly isLoading: boolean
  readonly hasMore: boolean
  /** Requests the next page, or the failed one again. */
  readonly more: () => void
}

/** The loaded pages from the server again, or null if one fails. */
async function loadAll<Item extends { readonly id: string }>(
  load: (pageNum: number) => Promise<Result<Page<Item>>>,
  { nextPage }: Pages<Item>,
): Promise<Pages<Item> | null> {
  const numbers = Array.from({ length: Math.max(1, nextPage - 1) }, (_, index) => index + 1)
  const results = await Promise.all(numbers.map((pageNum) => load(pageNum)))
  let pages: Pages<Item> = NO_PAGES
  for (const [index, result] of results.entries()) {
    if (!result.ok) return null
    pages = takePage(pages, result.data, index + 1, serverNow())
  }
  return pages
}

/**
 * A paged list, cached in `atom` under `key`. On back navigation the first render already has all items, so the browser
 * can restore the scroll position. `endpoint` is the one that `load` calls: after a change by operators the loaded pages
 * are read again.
 */
export function usePages<Item extends { readonly id: string }>(
  atom: PagesAtom<Item>,
  key: string,
  load: (pageNum: number) => Promise<Result<Page<Item>>>,
  endpoint: EndpointName,
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

  useEffect(() => {
    const readAgain = async () => {
      const again = await loadAll(latest.current.load, latest.current.pages)
      // The lists under other keys have changed too.
      if (again) setAll({ [key]: again })
    }
    return onContentChange(endpoint, () => void readAgain())
  }, [endpoint, key, setAll])

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
