import { useCallback, useEffect, useState } from 'react'
import { CODES, failureOf } from '#protocol/codes.ts'
import type { Failure } from '#protocol/result.ts'
import type { SearchItem } from './search-index.ts'

/** The loaded items and the error of the sources that failed. */
export interface SearchSources {
  readonly items: readonly SearchItem[]
  readonly failure: Failure | null
}

export type LoadSearch = () => Promise<SearchSources>

const NOTHING: SearchSources = { items: [], failure: null }
const NOT_LOADED = failureOf(CODES.NETWORK_FAILURE)

/** Loads the sources when the search opens. Cached items stay while they are reloaded. */
export function useSearchItems(load: LoadSearch): SearchSources & { isLoading: boolean; retry: () => void } {
  const [sources, setSources] = useState(NOTHING)
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState(-1)
  useEffect(() => {
    let isWanted = true
    const read = async () => {
      // The loader is itself loaded on demand and may fail.
      const next = await load().catch(() => null)
      if (!isWanted) return
      setSources(({ items }) => next ?? { items, failure: NOT_LOADED })
      setLoaded(attempt)
    }
    void read()
    return () => {
      isWanted = false
    }
  }, [load, attempt])
  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  return { ...sources, isLoading: loaded !== attempt, retry }
}
